/**
 * Signs the log's head soon after it has moved, so that what was acknowledged is in a note outside the store, and a start has
 * little to verify.
 */
import { CHECKPOINT_NOTE, PLACE_NOTE, treeHead } from '../../graph/log/check-log.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { InstallationKeys } from './open-keys.ts';

/** Commits within this time share a note. */
const AFTER_MS = 1_000;

type SigningKeys = Pick<InstallationKeys, 'sign' | 'signed' | 'notesPlace'>;

export class HeadFollower {
  readonly #store: GraphStore;
  readonly #keys: SigningKeys;
  readonly #onFault: (fault: unknown) => void;
  readonly #stopListening: () => void;
  #size: number;
  #timer: NodeJS.Timeout | null = null;
  #signing: Promise<unknown> = Promise.resolve();

  /** @param onFault gets why a head could not be signed; the next commit tries again */
  constructor(store: GraphStore, keys: SigningKeys, onFault: (fault: unknown) => void) {
    this.#store = store;
    this.#keys = keys;
    this.#onFault = onFault;
    this.#size = keys.signed.size;
    this.#stopListening = store.onCommit((size) => this.#committed(size));
  }

  /** Signs the current head, and saves its note in the store where the log has grown. */
  async stop(): Promise<void> {
    this.#stopListening();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#signing;
    await this.#end().catch(this.#onFault);
  }

  #committed(size: number): void {
    if (size <= this.#size) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#signing = this.#signHead().catch(this.#onFault);
    }, AFTER_MS).unref();
  }

  async #signHead(): Promise<string> {
    const head = await treeHead(this.#store);
    const note = await this.#keys.sign(head);
    this.#size = head.size;
    return note;
  }

  async #end(): Promise<void> {
    if ((await this.#store.head()).size <= this.#keys.signed.size) return;
    const note = await this.#signHead();
    await this.#store.transact(async (tx) => {
      await tx.saveNote(CHECKPOINT_NOTE, note);
      await tx.saveNote(PLACE_NOTE, this.#keys.notesPlace);
    });
  }
}
