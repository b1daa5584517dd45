/** How documents reach the engine: the program that serves the page reads a folder as `adduce ingest` does. */

/** Skipped files and lines that are named. */
export const MAX_SKIPPED = 500;

export interface SkippedFile {
  /** As it was sent, with `/`. */
  readonly name: string;
  /** Of a file of JSON lines, from 1; null for the whole file. */
  readonly line: number | null;
  /** A word such as `unsupported`, `empty`, `contains_nul`. */
  readonly reason: string;
  /** One sentence: the member or the bound that is at fault. */
  readonly detail: string;
}

export interface IngestedFolder {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly claims: number;
  /** The first of them. */
  readonly skipped: readonly SkippedFile[];
  readonly skippedCount: number;
}

export interface IngestRequest {
  readonly corpus: string;
  /** Stays where it is: the service observes it again, like every source. */
  readonly folder: string;
  readonly onProgress: (done: number, of: number) => void;
  /** Ends it between two documents. */
  readonly signal: AbortSignal;
}

export interface DocumentIngest {
  /** Of the files that a reader knows, without the dot. */
  readonly extensions: readonly string[];
  readonly maxFileBytes: number;
  /** Not on the thread that serves. Rejects where nothing can be read or written, and when the signal aborts. */
  readonly ingest: (request: IngestRequest) => Promise<IngestedFolder>;
}
