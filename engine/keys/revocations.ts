/** The ids that have been revoked, followed from the log so that a revocation anywhere takes effect here in time. */
import { forEverybody } from '../../graph/caller.ts';
import { NO_LIMIT, readRange } from '../../graph/store/ranges.ts';
import type { GraphStore } from '../../graph/store/store.ts';

/**
 * Holds every revoked id in memory: a check costs no read. After a commit of any process the new ones are read in the
 * background (the store notifies within 250 ms). Where that failed, the next check reads again, and fails where the
 * store does.
 */
export class Revocations implements Disposable {
  readonly #store: GraphStore;
  readonly #ids = new Set<string>();
  readonly #stop: () => void;
  #after = -1;
  #current = false;
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(store: GraphStore) {
    this.#store = store;
    this.#stop = store.onCommit(() => this.#nudge());
  }

  /** Whether any of the ids is revoked. Throws `StoreUnavailable` where that cannot be known. */
  async includesAny(ids: readonly string[]): Promise<boolean> {
    if (!this.#current) await this.#read();
    return ids.some((id) => this.#ids.has(id));
  }

  /** An id whose revocation this process has just seen committed. */
  add(id: string): void {
    this.#ids.add(id);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #nudge(): void {
    if (this.#reading !== null) this.#again = true;
    // A failure leaves `#current` false, so that the next check reads again and reports it.
    else this.#read().catch(() => undefined);
  }

  #read(): Promise<void> {
    this.#reading ??= forEverybody(() => this.#catchUp()).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #catchUp(): Promise<void> {
    do {
      this.#again = false;
      await this.#readNew();
    } while (this.#again);
  }

  async #readNew(): Promise<void> {
    try {
      for (const { keyId, seq } of await readRange(
        this.#store,
        'revocations',
        { after: this.#after },
        { limit: NO_LIMIT },
      )) {
        this.#ids.add(keyId);
        this.#after = Math.max(this.#after, seq);
      }
      this.#current = true;
    } catch (fault) {
      this.#current = false;
      throw fault;
    }
  }
}
