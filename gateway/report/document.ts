/** A trust report as a document: what both of its forms, HTML and PDF, show in the same words and the same order. */
import type { FindingsState } from '../../graph/log/entry.ts';

/** A stretch of text. One with an `href` links to a web address, or with `#` to a place in the document. */
export interface TextRun {
  readonly text: string;
  readonly style?: 'strong' | 'code' | 'muted';
  readonly href?: string;
  /** Language of the text, BCP 47, where it is not the document's. */
  readonly lang?: string;
}

/** Text that runs on. */
export type Line = readonly TextRun[];

/** One or more lines under each other. */
export type ReportCell = readonly Line[];

export interface Column {
  readonly title: string;
  /** Relative to the others'. */
  readonly width: number;
}

export interface ReportRow {
  readonly cells: readonly ReportCell[];
  /** What links to it name. */
  readonly id?: string;
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly line: Line; readonly tone?: 'lead' | 'sentence' | 'note' }
  | {
      readonly kind: 'verdict';
      readonly state: FindingsState;
      readonly word: string;
      readonly lines: ReportCell;
    }
  | { readonly kind: 'quote'; readonly quote: TextRun; readonly source: Line }
  /** The first cell of each row is its header. */
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly Column[];
      readonly rows: readonly ReportRow[];
    }
  /** A table of two columns without a head. */
  | { readonly kind: 'facts'; readonly caption: string; readonly rows: readonly Fact[] }
  | { readonly kind: 'steps'; readonly items: readonly ReportStep[] }
  | { readonly kind: 'code'; readonly label: string; readonly text: string }
  | { readonly kind: 'qr'; readonly modules: QrModules; readonly alt: string; readonly caption: Line };

export interface Fact {
  readonly name: string;
  readonly value: ReportCell;
}

export interface ReportStep {
  readonly line: Line;
  /** For a shell. */
  readonly command?: string;
}

/** Rows of dark (true) and light, with the light border that scanners need. */
export type QrModules = readonly (readonly boolean[])[];

export interface ReportDocument {
  /** ASCII, for a window's title or a file list. */
  readonly title: string;
  readonly question: string;
  readonly intro: Line;
  /** On each page. */
  readonly footer: string;
  /** When the answer was recorded: the document's date. */
  readonly at: string;
  /** Says which report it is, ASCII: answer, size and root of the log. */
  readonly subject: string;
  readonly blocks: readonly ReportBlock[];
}

export function text(value: string): TextRun {
  return { text: value };
}

export function strong(value: string): TextRun {
  return { text: value, style: 'strong' };
}

export function code(value: string): TextRun {
  return { text: value, style: 'code' };
}

export function muted(value: string): TextRun {
  return { text: value, style: 'muted' };
}
