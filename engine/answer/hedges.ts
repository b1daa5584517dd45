import { type CueKind, findCues } from '../text/cues.ts';

const HEDGES: ReadonlySet<CueKind> = new Set(['planned', 'reported', 'hypothetical']);

/** Wording that keeps a sentence from asserting what it says: plans, reports, conditions. Pure. */
export function hedgesIn(sentence: string, before = sentence.length): CueKind[] {
  const cues = findCues(sentence).filter(({ start }) => start < before);
  return cues.map(({ kind }) => kind).filter((kind) => HEDGES.has(kind));
}
