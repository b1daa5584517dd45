/** A claim's words beside those of a sentence: which of them the other has too. Pure. */
import type { StatedWord } from './read-words.ts';

/** A claim, the sentence that is held against it, and what both share. */
export interface Pairing {
  readonly claim: readonly StatedWord[];
  readonly evidence: readonly StatedWord[];
  /** For each word of the claim: whether the sentence has it. */
  readonly inEvidence: readonly boolean[];
  /** For each word of the claim: whether the sentence or its document's title has it. */
  readonly known: readonly boolean[];
  /** For each word of the sentence: whether the claim has it. */
  readonly inClaim: readonly boolean[];
}

/** Beginnings that two derived forms share at least, and of which share of the longer one. */
const SHARED_LETTERS = 5;
const SHARED_PART = 0.7;
/** Words on each side that are compared around a difference. */
const CONTEXT_WORDS = 3;
/** Words on each side of a place that are said together with it. */
const NEAR_WORDS = 12;

export function pair(
  claim: readonly StatedWord[],
  evidence: readonly StatedWord[],
  title: readonly StatedWord[],
): Pairing {
  const has = (words: readonly StatedWord[]) => {
    const stems = new Set(words.map((word) => word.stem));
    const content = words.filter((word) => word.content);
    return (word: StatedWord) =>
      stems.has(word.stem) || (word.content && content.some((other) => isAlike(word, other)));
  };
  const [stated, named, claimed] = [has(evidence), has(title), has(claim)];
  const inEvidence = claim.map(stated);
  return {
    claim,
    evidence,
    inEvidence,
    known: claim.map((word, at) => inEvidence[at] === true || named(word)),
    inClaim: evidence.map(claimed),
  };
}

/** Whether two words are one, or derived from one: "attack" and "attacker". */
export function isAlike(a: StatedWord, b: StatedWord): boolean {
  if (a.stem === b.stem) return true;
  if (a.value !== null || b.value !== null || a.stem[0] !== b.stem[0]) return false;
  let shared = 0;
  while (shared < a.stem.length && a.stem[shared] === b.stem[shared]) shared++;
  return shared >= SHARED_LETTERS && shared >= SHARED_PART * Math.max(a.stem.length, b.stem.length);
}

/** Share of the claim's content words, those at `except` aside, that sentence or title has; 0 where none is left. */
export function coverage({ claim, known }: Pairing, except: readonly number[]): number {
  let [all, met] = [0, 0];
  for (const [at, { content }] of claim.entries()) {
    if (!content || except.includes(at)) continue;
    all++;
    if (known[at]) met++;
  }
  return all === 0 ? 0 : met / all;
}

/** As `coverage`, but only of words near a place of the sentence: a long sentence says many things. */
export function coverageNear(pairing: Pairing, to: number, except: readonly number[]): number {
  const { claim, evidence, known, inEvidence } = pairing;
  const near = evidence.slice(Math.max(0, to - NEAR_WORDS), to + NEAR_WORDS + 1);
  let [all, met] = [0, 0];
  for (const [at, word] of claim.entries()) {
    if (!word.content || except.includes(at)) continue;
    all++;
    const titled = known[at] === true && inEvidence[at] === false;
    if (titled || near.some((other) => isAlike(word, other))) met++;
  }
  return all === 0 ? 0 : met / all;
}

/** How many content words the claim has beside those at `except`. */
export function contentBeside({ claim }: Pairing, except: readonly number[]): number {
  return claim.filter(({ content }, at) => content && !except.includes(at)).length;
}

/** How many words on the left and the right of two places are the same, up to three; an end meets an end. */
export function context(
  { claim, evidence }: Pairing,
  at: number,
  to: number,
): { readonly left: number; readonly right: number } {
  return { left: run(claim, evidence, at, to, -1), right: run(claim, evidence, at, to, 1) };
}

function run(
  claim: readonly StatedWord[],
  evidence: readonly StatedWord[],
  at: number,
  to: number,
  step: 1 | -1,
): number {
  for (let same = 0; same < CONTEXT_WORDS; same++) {
    const [a, b] = [claim[at + step * (same + 1)], evidence[to + step * (same + 1)]];
    if (a === undefined && b === undefined) return CONTEXT_WORDS;
    if (a === undefined || b === undefined || !isAlike(a, b)) return same;
  }
  return CONTEXT_WORDS;
}
