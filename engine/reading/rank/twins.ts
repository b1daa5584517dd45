/** Sentences of other documents that say almost the same: the newest of them is the one that still holds. */
import { common } from '../relate/features.ts';
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
  const plain = candidates.map(({ own, title }) => ({
    own: withoutNumbers(own),
    title: withoutNumbers(title),
  }));
  return candidates.map(({ candidate, own }, i) => {
    let newer = 0;
    let older = 0;
    candidates.forEach((other, j) => {
      if (other.candidate.document === candidate.document) return;
      const [here, there] = [candidate.effectiveAt, other.candidate.effectiveAt];
      if (here === there) return;
      const [a, b] = [plain[i], plain[j]];
      if (a === undefined || b === undefined) return;
      const same = common(a.own, b.own) / Math.max(MIN_TERMS, Math.min(own.size, other.own.size));
      // No title makes them more alike than that.
      if (same <= (there > here ? newer : older)) return;
      const titles = common(a.title, b.title) / Math.max(1, Math.min(a.title.size, b.title.size));
      const alike = same * (OTHER_TITLE + (1 - OTHER_TITLE) * titles);
      if (there > here) newer = Math.max(newer, alike);
      else older = Math.max(older, alike);
    });
    return { newer, older };
  });
}

/** Twins differ in their figures. */
function withoutNumbers(terms: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...terms].filter((term) => !NUMBER.test(term)));
}
