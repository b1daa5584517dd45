/**
 * Whether two stems say the same thing: derived from one another ("manage", "manager"), or listed as kin.
 * Derivation is preferred to lists, because a list only knows the wording that somebody thought of.
 */
import { concepts, kinGroups, opposites, wordsOf } from './concepts.ts';
import { stemOf } from './stems.ts';

/** What may follow a shared beginning of two English stems that belong together. */
const ENDINGS: ReadonlySet<string> = new Set(
  ' e er or ee eer ment ion ation th ing ian ist ship anc enc ant ent ism ish ur ure dom'.split(' '),
);
const MIN_SHARED = 5;
const MIN_WHOLE = 4;
/** What a stem of {@link MIN_WHOLE} letters may add: "edit", "editor"; but not "port", "portion". */
const SHORT_ENDING = /^(?:er|or|ee)$/;

const groups = buildGroups();

/** Whether a word with stem `b` can stand for a word with stem `a`. Symmetric and reflexive, not transitive. */
export function areKin(a: string, b: string): boolean {
  return a === b || isDerived(a, b) || sharesGroup(a, b);
}

/** Whether affirming one of the two stems denies the other. */
export function areOpposite(a: string, b: string): boolean {
  return opposites.some(([x, y]) => {
    const [left, right] = [stemOf(x, 'en'), stemOf(y, 'en')];
    return (areKin(a, left) && areKin(b, right)) || (areKin(a, right) && areKin(b, left));
  });
}

function isDerived(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  const [restA, restB] = [a.slice(shared), b.slice(shared)];
  if (!ENDINGS.has(restA) || !ENDINGS.has(restB)) return false;
  if (shared >= MIN_SHARED) return true;
  const whole = restA === '' || restB === '';
  return whole && shared === MIN_WHOLE && SHORT_ENDING.test(restA + restB);
}

function sharesGroup(a: string, b: string): boolean {
  const others = groups.get(a);
  return others?.has(b) ?? false;
}

function buildGroups(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const row of [...kinGroups, ...concepts.map(wordsOf)]) {
    const stems = row.map((word) => stemOf(word, 'en'));
    for (const stem of stems) {
      const set = map.get(stem) ?? new Set<string>();
      for (const other of stems) set.add(other);
      map.set(stem, set);
    }
  }
  return map;
}
