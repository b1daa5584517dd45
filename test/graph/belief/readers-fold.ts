/** The stand-alone fold of docs/, a plain script without types, as the tests see it. */
import type { Belief, LedgerEntryBody } from '../../../graph/evidence.ts';

export interface ReaderResponse {
  readonly ledger: readonly LedgerEntryBody[];
  readonly as_of: string;
  readonly observed: object;
  readonly successors: object;
}

export interface Flaw {
  readonly fault: string;
  readonly seq: number;
}

interface ReaderScript {
  readersFold(response: ReaderResponse): Belief | null;
  flawOf(ledger: readonly LedgerEntryBody[]): Flaw | null;
}

const SCRIPT: string = '../../../docs/readers-fold.mjs';

// The script states these two shapes in its comments.
export const { readersFold, flawOf } = (await import(SCRIPT)) as ReaderScript;
