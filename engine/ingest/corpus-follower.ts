/**
 * Follows the artefacts of a corpus for what an ingest keeps of them in memory. What has been committed is read before the
 * log's lock is taken, however much it is; under the lock only what has come since.
 */
import type { ArtefactState } from '../../graph/artefact.ts';
import type { GraphReader } from '../../graph/store.ts';

/** What is kept of the artefacts, in their order. */
export interface Followed {
  /** How much is kept. */
  readonly size: number;
  read(reader: GraphReader, page: readonly ArtefactState[]): Promise<void>;
  /** Forgets what was kept after it had this size. */
  cutTo(size: number): void;
}

interface Place {
  /** Position of the last artefact that was read. */
  readonly after: number;
  readonly size: number;
}

const PAGE = 500;

export class CorpusFollower {
  readonly #corpus: string;
  readonly #followed: Followed;
  #committed: Place = { after: -1, size: 0 };
  #after = -1;
  #transaction: GraphReader | null = null;

  constructor(corpus: string, followed: Followed) {
    this.#corpus = corpus;
    this.#followed = followed;
  }

  /** Reads what is committed. Calls must not overlap. */
  async catchUp(reader: GraphReader): Promise<void> {
    this.#returnToCommitted();
    await this.#read(reader);
    this.#committed = { after: this.#after, size: this.#followed.size };
  }

  /**
   * Reads what a transaction sees beyond that, for as long as it is asked about: what it has saved is in the log only once
   * it has committed, and another attempt may save something else at the same place.
   */
  async look(transaction: GraphReader): Promise<void> {
    if (transaction !== this.#transaction) this.#returnToCommitted();
    this.#transaction = transaction;
    await this.#read(transaction);
  }

  #returnToCommitted(): void {
    this.#transaction = null;
    this.#after = this.#committed.after;
    this.#followed.cutTo(this.#committed.size);
  }

  async #read(reader: GraphReader): Promise<void> {
    for (;;) {
      const page = await reader.artefactsOf(this.#corpus, this.#after, PAGE);
      const last = page.at(-1);
      if (last === undefined) return;
      await this.#followed.read(reader, page);
      this.#after = last.seq;
    }
  }
}
