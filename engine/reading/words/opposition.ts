/** Whether affirming one word denies another: listed opposites, and "un-" or "non-" before the same word. */
import { memoize } from '../../memoize.ts';
import { isDerived, MIN_WHOLE } from './derivation.ts';
import { opposites } from './lexicon.ts';
import { keyOf } from './stems.ts';

/** A side of a row: its number is `2 × row + side`, so that the side across differs in the last bit only. */
type Side = number;

const MIN_NEGATED = 3;

/** Stems with their sides, by their first letters: only stems that share those can be derived from one another. */
let listed: ReadonlyMap<string, readonly (readonly [string, readonly Side[]])[]> | undefined;

/** Whether affirming one of the two stems denies the other. Symmetric, never reflexive. */
export function areOpposite(a: string, b: string): boolean {
  if (a === b || isDerived(a, b)) return false;
  if (isNegated(a, b) || isNegated(b, a)) return true;
  const others = sidesWith(b);
  return [...sidesWith(a)].some((side) => others.has(side ^ 1));
}

/** "unoccupied" beside "occupied". */
function isNegated(a: string, b: string): boolean {
  return b.length >= MIN_NEGATED && (a === `un${b}` || a === `non-${b}`);
}

/** The sides on which a stem stands, itself or a word derived from it. */
const sidesWith = memoize((stem: string): ReadonlySet<Side> => {
  listed ??= Map.groupBy(listSides(), ([stem]) => firstLetters(stem));
  const near = listed.get(firstLetters(stem)) ?? [];
  return new Set(
    near.filter(([other]) => other === stem || isDerived(stem, other)).flatMap(([, own]) => own),
  );
}, 20_000);

function firstLetters(stem: string): string {
  return stem.slice(0, MIN_WHOLE);
}

function listSides(): ReadonlyMap<string, readonly Side[]> {
  const listed = opposites.flatMap((both, row) =>
    both.flatMap((entries, side) => entries.map((entry) => ({ key: keyOf(entry), side: 2 * row + side }))),
  );
  const sides = new Map<string, Side[]>();
  for (const { key, side } of listed) sides.set(key, [...(sides.get(key) ?? []), side]);
  return sides;
}
