/** Sentences of other documents that say almost the same: the newest of them is the one that still holds. */
import type { ReadCandidate } from './read-candidate.ts';

/** How alike the most alike older and newer sentence are, 0 to 1. */
export interface Twins {
  readonly newer: number;
  readonly older: number;
}

/** Words that both need to be compared at all. */
const MIN_TERMS = 3;
/** What a different title leaves of the likeness. */
const OTHER_TITLE = 0.5;
const NUMBER = /^\d/;

/** In the order of the candidates. Quadratic: for the few that are left after the first ranking. */
export function readTwins(candidates: readonly ReadCandidate[]): Twins[] {
  const numbers = new Map<string, number>();
  const plain = candidates.map(({ own, title }) => ({
    own: numbered(own, numbers),
    title: numbered(title, numbers),
  }));
  const hasTerm = new Uint32Array(numbers.size);
  const inTitle = new Uint32Array(numbers.size);
  return candidates.map(({ candidate, own }, i) => {
    let newer = 0;
    let older = 0;
    const a = plain[i];
    if (a === undefined) return { newer, older };
    const mark = i + 1;
    for (const term of a.own) hasTerm[term] = mark;
    for (const term of a.title) inTitle[term] = mark;
    candidates.forEach((other, j) => {
      if (other.candidate.document === candidate.document) return;
      const [here, there] = [candidate.effectiveAt, other.candidate.effectiveAt];
      const b = plain[j];
      if (here === there || b === undefined) return;
      const same = marked(b.own, hasTerm, mark) / Math.max(MIN_TERMS, Math.min(own.size, other.own.size));
      // No title makes them more alike than that.
      if (same <= (there > here ? newer : older)) return;
      const titles = marked(b.title, inTitle, mark) / Math.max(1, Math.min(a.title.length, b.title.length));
      const alike = same * (OTHER_TITLE + (1 - OTHER_TITLE) * titles);
      if (there > here) newer = Math.max(newer, alike);
      else older = Math.max(older, alike);
    });
    return { newer, older };
  });
}

/** Terms as numbers, so that each of some thousand pairs costs no look-ups of words. Twins differ in their figures. */
function numbered(terms: ReadonlySet<string>, numbers: Map<string, number>): Uint32Array {
  const plain = [...terms].filter((term) => !NUMBER.test(term));
  return Uint32Array.from(plain, (term) => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  });
}

function marked(terms: Uint32Array, marks: Uint32Array, mark: number): number {
  let count = 0;
  for (let i = 0; i < terms.length; i += 1) if (marks[terms[i] ?? 0] === mark) count += 1;
  return count;
}
