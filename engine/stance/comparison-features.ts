/** "More than", "only": the claim orders or limits what the sentence orders or limits otherwise. Pure. */
import { type Feature, featureAt } from './feature.ts';
import { isAlike, type Pairing } from './pairing.ts';
import type { StatedWord } from './read-words.ts';

const MORE: ReadonlySet<string> = new Set(
  'more greater higher larger bigger longer taller older faster stronger better heavier wider deeper earlier'.split(
    ' ',
  ),
);
const LESS: ReadonlySet<string> = new Set(
  'less fewer lower smaller shorter younger slower weaker worse lighter narrower shallower later'.split(' '),
);
const ONLY: ReadonlySet<string> = new Set('only solely exclusively'.split(' '));

export function comparisonFeatures(pairing: Pairing): Feature[] {
  return [...reversed(pairing), ...limited(pairing)];
}

interface Comparison {
  /** Place of the comparative. */
  readonly at: number;
  readonly sign: 1 | -1;
  /** Place of "than". */
  readonly than: number;
}

/** "A is more than B" against "A is less than B" and against "B is more than A". */
function reversed(pairing: Pairing): Feature[] {
  const [ours, theirs] = [comparisonIn(pairing.claim), comparisonIn(pairing.evidence)];
  if (ours === null || theirs === null) return [];
  const order = orderOf(pairing, ours, theirs);
  if (order === 0 || order * ours.sign * theirs.sign > 0) return [];
  return [featureAt(pairing, 'comparison_reversed', ours.at, theirs.at)];
}

function comparisonIn(words: readonly StatedWord[]): Comparison | null {
  const than = words.findIndex(({ norm }) => norm === 'than');
  const at = words.slice(0, Math.max(0, than)).findLastIndex(({ norm }) => MORE.has(norm) || LESS.has(norm));
  const next = words[than + 1];
  // "more than 17" is a bound and compares nothing.
  if (at < 0 || next === undefined || next.value !== null) return null;
  return { at, than, sign: MORE.has(words[at]?.norm ?? '') ? 1 : -1 };
}

/** 1 where both compare the same things in the same order, -1 where in the opposite one, 0 where neither shows. */
function orderOf({ claim, evidence }: Pairing, ours: Comparison, theirs: Comparison): 1 | -1 | 0 {
  const parts = (words: readonly StatedWord[], { at, than }: Comparison) =>
    [words.slice(0, at), words.slice(than + 1)].map((part) => part.filter(({ content }) => content)) as [
      StatedWord[],
      StatedWord[],
    ];
  const [left, right] = parts(claim, ours);
  const [before, after] = parts(evidence, theirs);
  const straight = only(left, right, before) > 0 && only(right, left, after) > 0;
  const crossed = only(left, right, after) > 0 && only(right, left, before) > 0;
  if (straight === crossed) return 0;
  return straight ? 1 : -1;
}

/** How many of the words are in the part and not on the claim's other side. */
function only(
  words: readonly StatedWord[],
  others: readonly StatedWord[],
  part: readonly StatedWord[],
): number {
  const own = words.filter((word) => !others.some((other) => isAlike(word, other)));
  return own.filter((word) => part.some((other) => isAlike(word, other))).length;
}

/** "Only in physics" against "in physics and in chemistry". */
function limited(pairing: Pairing): Feature[] {
  const { claim, evidence, inClaim } = pairing;
  const at = claim.findIndex(({ norm }) => ONLY.has(norm));
  if (at < 0 || evidence.some(({ norm }) => ONLY.has(norm))) return [];
  const limit = claim.slice(at + 1).find(({ content }) => content);
  if (limit === undefined || limit.value !== null) return [];
  const met = evidence.findIndex((word) => isAlike(word, limit));
  const joined =
    met < 0 ? -1 : evidence.findIndex(({ norm }, to) => norm === 'and' && Math.abs(to - met) <= 2);
  const more = [evidence[joined - 1], evidence[joined + 1]].some(
    (word) => word?.content === true && inClaim[evidence.indexOf(word)] === false,
  );
  return joined >= 0 && more ? [featureAt(pairing, 'only_contradicted', at, joined)] : [];
}
