/** What a chooser was offered and what it chose, as receipts hold it; and what that makes of a ranking. Pure. */
import type { ArtefactId } from '../../../graph/address.ts';

/** Most sentences that a chooser is offered. */
export const MAX_OFFERED = 12;
/** Most sentences that it may choose: as many as one answer quotes. */
export const MAX_CHOSEN = 4;

/** A sentence that was offered; its number is its place in the list, from 1. Wire names (ADR-0003). */
export interface OfferedSpan {
  readonly artefact_id: ArtefactId;
  /** `[start, end)` in UTF-16 code units of the artefact's text. */
  readonly start: number;
  readonly end: number;
  /** BLAKE3-256 of the UTF-8 bytes of the span. */
  readonly span_hash: string;
}

/** The choice of a receipt: with it the answer is made again without the chooser. */
export interface Choice {
  readonly chooser: string;
  readonly version: string;
  readonly offered: readonly OfferedSpan[];
  /** Numbers of offered sentences, best first; empty: none answers. */
  readonly chosen: readonly number[];
}

/** What may answer, best first, and what else was ranked: those that were not chosen still hold counter-evidence. */
export interface Divided<T> {
  readonly answering: readonly T[];
  readonly others: readonly T[];
}

/**
 * What a choice makes of the ranking that was offered: the chosen ones in the order of the choice, and nothing else, may
 * answer; without a choice all may. Pure.
 * @param ranked as it was offered: its first sentences are those of `choice.offered`
 * @throws {RangeError} for a choice of numbers that the ranking does not have
 */
export function applyChoice<T>(ranked: readonly T[], choice: Choice | null): Divided<T> {
  if (choice === null) return { answering: ranked, others: [] };
  const places = choice.chosen.map((number) => number - 1);
  const missing = places.find((place) => !(place in ranked));
  if (missing !== undefined)
    throw new RangeError(`sentence ${missing + 1} was chosen and is not in the ranking`);
  return {
    answering: places.flatMap((place) => ranked.slice(place, place + 1)),
    others: ranked.filter((_, place) => !places.includes(place)),
  };
}
