/** What a reader makes of a file: documents with plain text, or refusals that say why. Pure data. */
import type { Layout } from '../../reading/document/layout.ts';

/** Largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Largest line of a JSON-lines file, in bytes without its newline. */
export const MAX_LINE_BYTES = 1024 * 1024;
/** Largest plain text of one document, in UTF-16 code units: what a reader writes may not multiply a file. */
export const MAX_TEXT_CHARS = 16 * 1024 * 1024;
/** Most headings of one document. */
export const MAX_SECTIONS = 20_000;
/** Deepest nesting of lists, quotes or elements. */
export const MAX_DEPTH = 256;
/** Most nodes of one parsed document. */
export const MAX_NODES = 500_000;

/** A part of a document under one heading, or a further part of a long one; `[start, end)` in UTF-16 code units of the document's text. */
export interface ReadSection {
  /** The document's title where no heading stands above the text. */
  readonly heading: string;
  readonly start: number;
  readonly end: number;
}

/** One document as read. Its text is derived from `bytes` alone, so that spans in it stay valid. */
export interface ReadDocument {
  /** The publisher's id of the document; the file's relative path where it states none. */
  readonly docId: string;
  /** An http(s) or wx URL, or the document's id where it has none. */
  readonly url: string;
  readonly title: string;
  /** Plain text with `\n` line ends. Unicode normalisation is not applied: quotes are exact. */
  readonly text: string;
  /** The blocks of the text; every word of it is in one. */
  readonly layout: Layout;
  /** At least one; in order, without overlap. The first section under a heading of the text begins with it. */
  readonly sections: readonly ReadSection[];
  /** Host name in lower case; `localhost` where the document names none. */
  readonly domain: string;
  /** SPDX id where it is known, `LicenseRef-Unknown` where none is stated. */
  readonly licence: string;
  /** Day `YYYY-MM-DD`, or RFC 3339 UTC with ms; null when the document does not say. */
  readonly published: string | null;
  /** RFC 3339 UTC with ms; null means the time of ingest. */
  readonly observedAt: string | null;
  /** BCP 47 tag; detected from the text where the document states none, and `en` where that is unclear. */
  readonly lang: string;
  readonly mediaType: string;
  /** What the artefact's hash is over: the file's bytes, or those of its line in a JSON-lines file. */
  readonly bytes: Uint8Array;
}

/** Why a file, or a line of it, is not read; `redacted`: it was, and is not taken in. */
export type UnreadReason =
  | 'unsupported'
  | 'empty'
  | 'too_large'
  | 'too_complex'
  | 'invalid_utf8'
  | 'contains_nul'
  | 'invalid_json'
  | 'invalid_front_matter'
  | 'invalid_metadata'
  | 'redacted';

/** A refusal is a value: one bad line or file never stops the others. */
export interface ReadRefusal {
  readonly ok: false;
  readonly name: string;
  /** Line number from 1 in a JSON-lines file, null for the whole file. */
  readonly line: number | null;
  readonly reason: UnreadReason;
  /** One sentence for the operator; names the member or the bound that is at fault. */
  readonly detail: string;
}

export type ReadResult = { readonly ok: true; readonly document: ReadDocument } | ReadRefusal;

/** What reading a part of a document gives: the part, or the reason and detail of a refusal. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: UnreadReason; readonly detail: string };

/** Names the file, and the line where there is one, that a refusal is about. */
export function refusal(
  name: string,
  line: number | null,
  why: { readonly reason: UnreadReason; readonly detail: string },
): ReadRefusal {
  return { ok: false, name, line, reason: why.reason, detail: why.detail };
}
