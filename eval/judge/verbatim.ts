/** Whether quotes stand in their documents as they are quoted. */
import { isSameDocument } from './judge-answer.ts';
import { bare } from './normalise.ts';
import type { CitedQuote } from './output-line.ts';

export interface SourceText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Looks quotes up in the sources of a corpus; markup and blanks do not count (`bare`). */
export class VerbatimCheck {
  readonly #sources: readonly SourceText[];
  /** By the document's id as cited; null: there is no such document. */
  readonly #plain = new Map<string, string | null>();

  constructor(sources: readonly SourceText[]) {
    this.#sources = sources;
  }

  isVerbatim({ document, quote }: CitedQuote): boolean {
    return this.#textOf(document)?.includes(bare(quote)) ?? false;
  }

  #textOf(document: string): string | null {
    const known = this.#plain.get(document);
    if (known !== undefined) return known;
    const source =
      this.#sources.find(({ id }) => id === document) ??
      this.#sources.find(({ id }) => isSameDocument(document, id));
    const plain = source === undefined ? null : bare(`${source.title}\n${source.text}`);
    this.#plain.set(document, plain);
    return plain;
  }
}
