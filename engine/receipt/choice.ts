/** What a chooser was offered and what it chose, as receipts hold it. */
import type { ArtefactId } from '../../graph/address.ts';

/** Most sentences that a chooser is offered. */
export const MAX_OFFERED = 12;
/** Most sentences that it may choose: as many as one answer quotes. */
export const MAX_CHOSEN = 4;

/** A sentence that was offered; its number is its place in the list, from 1. Wire names (ADR 3). */
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
