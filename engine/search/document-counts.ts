/** How many documents each corpus has, counted again only when one more version has arrived. */
import type { GraphReader } from '../../graph/store.ts';
import type { CorpusView } from '../view.ts';

interface Counted {
  /** Position up to which no version has arrived since. */
  readonly seq: number;
  readonly documents: number;
}

/** One number a corpus; a store has few of them. */
export class DocumentCounts {
  readonly #reader: GraphReader;
  readonly #counted = new Map<string, Counted>();

  constructor(reader: GraphReader) {
    this.#reader = reader;
  }

  /** Documents of the corpus at the view's snapshot (or one that is newer by a moment); null for a view of the past. */
  async of({ corpus, view, asOf }: CorpusView): Promise<number | null> {
    if (asOf !== null) return null;
    const known = this.#counted.get(corpus);
    if (known !== undefined && known.seq >= view.seq) return known.documents;
    const isUnchanged =
      known !== undefined && (await this.#reader.artefactsOf(corpus, known.seq, 1)).length === 0;
    const documents = isUnchanged ? known.documents : (await this.#reader.counts(corpus)).documents;
    this.#counted.set(corpus, { seq: view.seq, documents });
    return documents;
  }
}
