/** How many documents each corpus has: counted once, then updated with new versions only. */
import { forEverybody } from '../../graph/caller.ts';
import type { ListReader } from '../../graph/store/lists.ts';
import { type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { CorpusView } from '../view.ts';

interface Counted {
  /** Position up to which versions are counted. */
  readonly seq: number;
  readonly documents: number;
}

type CountReader = RangeReader & ListReader;

/** New versions that are read one by one; a larger number is counted by the store. */
const MAX_NEW = 100;

/** One number a corpus; a store has few of them. */
export class DocumentCounts {
  readonly #reader: CountReader;
  readonly #counted = new Map<string, Counted>();
  /** Counts that are being made: another request for one waits for it. A failure is not cached. */
  readonly #running = new Map<string, Promise<Counted>>();

  constructor(reader: CountReader) {
    this.#reader = reader;
  }

  /** Documents of the corpus at the view's snapshot (or one that is newer by a moment); null for a view of the past. */
  async of({ corpus, view, asOf }: CorpusView): Promise<number | null> {
    if (asOf !== null) return null;
    const { documents } = await this.#upTo(corpus, view.seq);
    return documents;
  }

  async #upTo(corpus: string, seq: number): Promise<Counted> {
    const known = this.#counted.get(corpus);
    if (known !== undefined && known.seq >= seq) return known;
    const running = this.#running.get(corpus);
    if (running !== undefined) {
      const counted = await running;
      return counted.seq >= seq ? counted : this.#upTo(corpus, seq);
    }
    const counting = forEverybody(() => this.#count(corpus, seq, known ?? null));
    const count = counting.finally(() => this.#running.delete(corpus));
    this.#running.set(corpus, count);
    return count;
  }

  async #count(corpus: string, seq: number, known: Counted | null): Promise<Counted> {
    const added =
      known &&
      (await readRange(this.#reader, 'artefacts', { corpus, after: known.seq }, { limit: MAX_NEW + 1 }));
    if (known === null || added === null || added.length > MAX_NEW) return this.#countAll(corpus, seq);
    const first = added.filter((one) => one.seq <= seq && one.record.version === 1);
    return this.#remember(corpus, { seq, documents: known.documents + first.length });
  }

  async #countAll(corpus: string, seq: number): Promise<Counted> {
    const { documents } = await this.#reader.counts(corpus);
    const counted = { seq, documents };
    // Versions that arrive meanwhile may be missed: the next search counts them.
    const newer = await readRange(this.#reader, 'artefacts', { corpus, after: seq }, { limit: 1 });
    return newer.length > 0 ? counted : this.#remember(corpus, counted);
  }

  #remember(corpus: string, counted: Counted): Counted {
    this.#counted.set(corpus, counted);
    return counted;
  }
}
