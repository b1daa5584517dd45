/** What a ranking with vectors adds where words alone are not sure (docs/adr/0068-…). */
import type { Reading } from '../reading/rank/read.ts';

/**
 * How sure an answer by meaning is, 0 to 1: where words rank the same sentence first, as sure as it is by itself; elsewhere by the
 * mean of both log-odds, and not at all where one of the two is not.
 * @param own of the ranking with vectors
 */
export function sureBesideWords(own: number, byWords: number, isSameLead: boolean): number {
  if (isSameLead) return own;
  const [right, wrong] = [Math.sqrt(own * byWords), Math.sqrt((1 - own) * (1 - byWords))];
  return right === 0 ? 0 : right / (right + wrong);
}

/** The reading by meaning, which answers where it is sure enough beside the one by words. */
export function readBesideWords(byMeaning: Reading, byWords: Reading, least: number): Reading {
  const isSameLead = byMeaning.ranking[0]?.id === byWords.ranking[0]?.id;
  const sure = sureBesideWords(byMeaning.confidence, byWords.confidence, isSameLead);
  const confidence = Math.round(sure * 1e4) / 1e4;
  return confidence >= least
    ? { ...byMeaning, confidence }
    : { ...byMeaning, confidence, answering: [], verdict: null };
}
