/**
 * Signs checkpoints of one log only. Before a note of a tree leaves, it is in the journal, or the journal has a note of a
 * later tree that begins with it; a tree that the journal's newest note contradicts is not signed (docs/adr/0048-…).
 */
import type { KeyObject } from 'node:crypto';
import type { LogReader } from '../store/log.ts';
import { StoreCorrupted } from '../store/store.ts';
import { checkBegins, checkGoesOn, checkSize, LogForked } from './check-consistency.ts';
import { signCheckpoint, type Verifier, verifyCheckpoint } from './checkpoint.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint-note.ts';
import { EMPTY_EDGE, rootOf, type TreeHead } from './merkle.ts';
import type { NoteJournal } from './note-journal.ts';

export interface NoteSignerOptions {
  readonly reader: LogReader;
  readonly journal: NoteJournal;
  /** The log's keys, also those that sign no more; their name is the log's. */
  readonly verifiers: readonly Verifier[];
  /** Newest first. */
  readonly privateKeys: readonly KeyObject[];
}

export class NoteSigner {
  readonly #options: NoteSignerOptions;
  readonly #origin: string;
  /** The newest tree that is known to be signed and to be the store's; null before the journal was read. */
  #newest: TreeHead | null = null;

  constructor(options: NoteSignerOptions) {
    const [verifier] = options.verifiers;
    if (verifier === undefined) throw new RangeError('a log has a key');
    this.#options = options;
    this.#origin = verifier.name;
  }

  /** Begins the journal where it is empty, with the note of the empty tree. */
  begin(): Promise<void> {
    return this.#options.journal.exclusive(async ({ newest, append }) => {
      if (newest === null) await append(this.#note({ size: 0, root: rootOf(EMPTY_EDGE) }));
    });
  }

  /**
   * Compares the store with the newest note, whose tree it gives.
   * @throws {LogForked} where the store does not go on from it, or the journal has none
   */
  async open(): Promise<TreeHead> {
    const newest = await this.#options.journal.exclusive(async (held) => this.#read(held.newest));
    await checkGoesOn(this.#options.reader, newest);
    this.#newest = newest;
    return newest;
  }

  /** @throws {LogForked} for a tree that the newest note contradicts */
  async sign(tree: TreeHead): Promise<string> {
    if (this.#newest !== null && tree.size <= this.#newest.size) return this.#signBelow(tree, this.#newest);
    return this.#options.journal.exclusive(async (held) => {
      // Another process may have gone on.
      const newest = this.#read(held.newest);
      if (tree.size <= newest.size) {
        await checkGoesOn(this.#options.reader, newest);
        this.#newest = newest;
        return this.#signBelow(tree, newest);
      }
      await checkBegins(this.#options.reader, newest, tree);
      const note = this.#note(tree);
      await held.append(note);
      this.#newest = tree;
      return note;
    });
  }

  /** The newest note says as much already; its tree was found in the store before. */
  async #signBelow(tree: TreeHead, newest: TreeHead): Promise<string> {
    const { reader } = this.#options;
    await checkSize(reader, newest);
    await checkBegins(reader, tree, newest);
    return this.#note(tree);
  }

  #note({ size, root }: TreeHead): string {
    return signCheckpoint({ origin: this.#origin, size, root }, ...this.#options.privateKeys);
  }

  #read(note: string | null): Checkpoint {
    const { journal, verifiers } = this.#options;
    if (note === null) {
      throw new LogForked(`there is no signed note in ${journal.place}, and the store knows its key`, null);
    }
    const [signed] = verifiers.flatMap((verifier) => verifyCheckpoint(note, verifier) ?? []);
    if (signed !== undefined) return signed;
    const origin = parseCheckpoint(note)?.origin ?? null;
    if (origin !== null && origin !== this.#origin) {
      throw new LogForked(`the notes in ${journal.place} are of ${origin}, the log is ${this.#origin}`, null);
    }
    throw new StoreCorrupted(`the newest note in ${journal.place} is not signed by a key of the log`, null);
  }
}
