/** One sentence that may answer, with what it stands under: plain data, so that a ranking can be repeated. */
import type { BlockKind } from '../document/layout.ts';

export interface Candidate {
  /** Unique and stable: the last tie-breaker. */
  readonly id: string;
  /** Its artefact. */
  readonly document: string;
  readonly title: string;
  readonly text: string;
  readonly kind: BlockKind;
  /** Outermost first. */
  readonly headings: readonly string[];
  readonly leadIn: string | null;
  /** Cells of the head row of a table; null elsewhere. */
  readonly header: readonly string[] | null;
  /** The sentences beside it under the same heading; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** Names the heading that it stands under: sentences of one section share it. */
  readonly section: string;
  /** Where it stands in its document, 0 to 1. */
  readonly position: number;
  /** Sentences of its document. */
  readonly sentences: number;
  /** BCP 47. */
  readonly lang: string;
  /** RFC 3339 UTC; compared as text. */
  readonly effectiveAt: string;
  /** Fused retrieval score of its document, 0 to 1. */
  readonly retrieval: number;
  /** Fused retrieval score of its section, 0 to 1; 0 where only other sections were found. */
  readonly sectionRetrieval: number;
}

const LABEL = /^([^:|]{2,60}?)(?:\s\||:\s)/u;

/** What stands before the first colon, or in the first cell of a row; empty without one. */
export function labelOf({ text }: Pick<Candidate, 'text'>): string {
  return LABEL.exec(text)?.[1] ?? '';
}

/** What a sentence leaves unsaid, outermost first: title, headings, lead-in, head row. */
export function contextWords({ title, headings, leadIn, header }: Candidate): string[] {
  return [title, ...headings, ...(leadIn === null ? [] : [leadIn]), ...(header ?? [])];
}
