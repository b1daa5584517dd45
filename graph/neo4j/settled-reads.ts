/**
 * Reads of positions in the log. Neo4j shows a commit while it is still being applied, indexes last. So a position is
 * published only when every later read will find all that stands up to it.
 */

import { forEverybody, type SeenPosition, seenPosition, throwIfLeft } from '../caller.ts';
import type { GraphReader } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Neo4jConnection } from './connection.ts';
import { lockHead } from './head-lock.ts';
import type { Neo4jLink } from './link.ts';

/** Applying a commit mostly takes milliseconds; a lock that is held longer mostly belongs to a transaction still at work. */
const LOCK_WAIT_MS = 1_000;
/** After this long the server ends the transaction that reads under the lock. */
const READ_LOCKED_MS = 5_000;
const LAST_COMMIT = 'MATCH (h:LogHead {id: 0}) RETURN h.commit AS commit, h.format AS format';

/** Names of reads whose last value is held: of the head, and of each corpus that somebody asks for. */
const MAX_HELD = 64;

interface Held {
  /** Name of the commit as of which it was read. */
  readonly commit: string;
  readonly value: unknown;
}

interface LastCommit {
  readonly commit: string;
  /** Version of the program that the store was last opened by. */
  readonly format: number;
}

export class SettledReads {
  readonly #link: Neo4jLink;
  readonly #readerOver: (connection: Neo4jConnection) => GraphReader;
  readonly #reader: GraphReader;
  #commit = '';
  #asking: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  readonly #held = new Map<string, Held>();

  constructor(link: Neo4jLink, readerOver: (connection: Neo4jConnection) => GraphReader) {
    this.#link = link;
    this.#readerOver = readerOver;
    this.#reader = readerOver(link.reads);
  }

  /** Name of the newest commit that is known to be applied whole. */
  get commit(): string {
    return this.#commit;
  }

  /** Says that this commit, and so every one before it, is applied whole. */
  settle(commit: string): void {
    this.#commit = commit;
  }

  /** Name of the last commit, which may still be being applied. Throws as `Link.foundFormat`. */
  async lastCommit(): Promise<string> {
    const row = await this.#link.reads.row<LastCommit>(LAST_COMMIT);
    if (row === undefined) return '';
    this.#link.foundFormat(row.format);
    return row.commit;
  }

  /**
   * What `read` gives once no commit is being applied that it can see. Throws `StoreUnavailable` where that is not known:
   * what is cached of a position that was published too early would be wrong until the log head moves.
   */
  async read<T>(read: (reader: GraphReader) => Promise<T>): Promise<T> {
    const seen = await read(this.#reader);
    const last = await this.lastCommit();
    if (last === this.#commit) return seen;
    try {
      return await this.#readLocked(read);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    await this.#applied();
    this.#commit = last;
    return seen;
  }

  /**
   * As `read`, of what nothing but a commit changes. For work at one position it is read once for each commit, so that asking for the
   * last one's name is enough, and such work asks once. All other work, as what signs the log, also sees what was changed by hand.
   * @param name of the read; each name has one type
   */
  async readOnce<T>(name: string, read: (reader: GraphReader) => Promise<T>): Promise<T> {
    // Also where nothing is read: work whose caller has left goes no further.
    throwIfLeft();
    const seen = seenPosition();
    if (seen === null) return this.read(read);
    const held = this.#held.get(name) ?? null;
    // Under its name stands what `read` gave.
    if (held !== null && seen.commit === held.commit) return held.value as T;
    if (held !== null && (await this.#isLast(held))) {
      this.#note(seen, held.commit);
      return held.value as T;
    }
    const before = this.#commit;
    const value = await this.read(read);
    // Otherwise it is not known which of two commits has been read.
    if (before === this.#commit) this.#hold(name, before, value);
    this.#note(seen, before);
    return value;
  }

  /** Whether nothing was committed since, as far as anybody can see. */
  async #isLast({ commit }: Held): Promise<boolean> {
    return commit === this.#commit && (await this.lastCommit()) === commit;
  }

  /** Work that may have seen what is newer than this commit asks again: nothing that it reads later is behind that. */
  #note(seen: SeenPosition, commit: string): void {
    seen.commit = commit === this.#commit ? commit : null;
  }

  #hold(name: string, commit: string, value: unknown): void {
    if (!this.#held.has(name) && this.#held.size >= MAX_HELD) this.#held.clear();
    this.#held.set(name, { commit, value });
  }

  /** One asking serves all who wait for it to begin: one that has begun may know nothing of what they have seen. */
  #applied(): Promise<void> {
    if (this.#asking === null) return this.#ask();
    const ask = () => {
      this.#next = null;
      return this.#ask();
    };
    this.#next ??= this.#asking.then(ask, ask);
    return this.#next;
  }

  #ask(): Promise<void> {
    this.#asking = forEverybody(() => this.#link.applied()).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  #readLocked<T>(read: (reader: GraphReader) => Promise<T>): Promise<T> {
    return this.#link.retried(async () => {
      const opened = await this.#link.begin(READ_LOCKED_MS);
      try {
        const { commit } = await lockHead(this.#link, opened, LOCK_WAIT_MS);
        this.#commit = commit;
        return await read(this.#readerOver(opened.connection));
      } finally {
        await opened.end();
      }
    });
  }
}
