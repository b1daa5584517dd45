/** What is read of a corpus that somebody names. */
import type { SourceFile } from '../engine/ingest/ingest.ts';

/** A document as in its source: with its markup, without front matter. */
export interface CorpusDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** RFC 3339 UTC with ms; null where the source does not say. */
  readonly observedAt: string | null;
}

export interface CorpusSource {
  /** What the ingest reads. */
  readonly files: readonly SourceFile[];
  readonly documents: readonly CorpusDocument[];
}
