/**
 * An engine's log as a client knows it: the keys that it trusts and the largest checkpoint that it has verified
 * (docs/adr/0034-…). A log that takes back, forks or changes its key unannounced is refused, and the memory
 * stays as it was.
 */
import { hashOf, hexOf, sameBytes } from '../../graph/bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../../graph/log/checkpoint-note.ts';
import { keyListText, type LogKey, readKeyList, signersOf } from '../../graph/log/key-list.ts';
import { verifyConsistency } from '../../graph/log/merkle.ts';
import type {
  CheckpointResponse,
  ConsistencyQuery,
  ConsistencyResponse,
  LogKeysResponse,
} from '../wire/log.ts';
import { AdduceError } from './adduce-error.ts';
import {
  type CheckpointMemory,
  createMemory,
  type LogOptions,
  type RememberedLog,
} from './checkpoint-memory.ts';
import { isSame } from './known-receipts.ts';
import { endorsedKeys, listedKeys } from './log-keys.ts';
import type { CallOptions } from './transport.ts';

/** What a verification asks of the engine. */
export interface LogCalls {
  checkpoint(options: CallOptions): Promise<CheckpointResponse>;
  keys(options: CallOptions): Promise<LogKeysResponse>;
  consistency(query: ConsistencyQuery, options: CallOptions): Promise<ConsistencyResponse>;
}

export type LogFault = 'keys_unreadable' | 'key_unknown' | 'forked' | 'shrunk' | 'memory_unreadable';

/** Trees that are known to be beginnings of the stored one, so that an answer that is read often is not proved anew; and signed notes. */
const MAX_PROVED = 1_000;
/** UTF-16 code units: a note with more, such as signatures of strangers, is read each time. */
const MAX_NOTE_LENGTH = 4_096;

/** So long after its head was verified, a log counts as verified (docs/adr/0065-…). */
const CURRENT_MS = 1_000;

interface KeyList {
  readonly text: string;
  readonly keys: readonly LogKey[];
}

/** A note that a trusted key has signed. */
interface SignedNote {
  /** Those that were trusted. */
  readonly keys: readonly LogKey[];
  readonly checkpoint: Checkpoint;
}

/** The head of the log, when it was last verified. */
interface VerifiedHead {
  readonly keys: readonly LogKey[];
  /** When it was asked for, of `performance.now()`: the wall clock jumps. */
  readonly at: number;
}

/** A head that was verified, and the keys that are trusted. */
interface Verified {
  readonly reply: CheckpointResponse;
  readonly keys: readonly LogKey[];
}

export class KnownLog {
  readonly #engine: string;
  readonly #pinned: readonly LogKey[] | null;
  readonly #memory: CheckpointMemory;
  readonly #calls: LogCalls;
  readonly #onForgotten: () => void;
  readonly #proved = new Set<string>();
  /** By the note: whether a signature is valid depends on the note and the keys alone. */
  readonly #signed = new Map<string, SignedNote>();
  /** Keys that a pinned one has endorsed; for this process, since what is pinned may be changed for the next. */
  #endorsed: readonly LogKey[] = [];
  #parsed: KeyList = { text: '', keys: [] };
  #written: KeyList = { text: '', keys: [] };
  /** Null also after any verification that failed. */
  #head: VerifiedHead | null = null;
  /** Verifications that failed. */
  #failed = 0;
  /** The write under way: each compares and writes before the next one reads. */
  #writing: Promise<unknown> = Promise.resolve();

  /**
   * @param onForgotten called where nothing is stored of the log: what was verified in another one shows nothing of this one
   * @throws {Error} for `keys` that are no verifier keys
   */
  constructor(
    engine: string,
    { keys, checkpoints }: LogOptions,
    calls: LogCalls,
    onForgotten: () => void = () => {},
  ) {
    this.#engine = engine;
    this.#pinned = keys === undefined ? null : pinnedKeys(keys);
    this.#memory = checkpoints ?? createMemory();
    this.#calls = calls;
    this.#onForgotten = onForgotten;
  }

  /**
   * Verifies that a checkpoint is the log's: a trusted key has signed it, and one of it and the stored one is a
   * beginning of the other. Stores the larger one. Gives the keys that are trusted, newest first.
   * @param options of each call that it makes, when it makes it
   * @param isHead whether the log says that it ends there: where it was larger before, it has to prove that it still is
   * @throws {AdduceError} `client:log_…`
   */
  async verify(note: string, options: () => CallOptions, isHead = false): Promise<readonly LogKey[]> {
    try {
      return await this.#verify(note, options, isHead);
    } catch (error) {
      this.#head = null;
      this.#failed += 1;
      throw error;
    }
  }

  /** Reads the log's head, and verifies it. @throws as `verify` */
  async verifyHead(options: () => CallOptions): Promise<Verified> {
    const at = performance.now();
    const failed = this.#failed;
    const reply = await this.#calls.checkpoint(options());
    const keys = await this.verify(reply.checkpoint.note, options, true);
    // The head may have been read before the fault that another verification has found meanwhile.
    if (failed === this.#failed) this.#head = { keys, at };
    return { reply, keys };
  }

  /** The keys that are trusted of a log whose head was verified within the last second: now, if need be. @throws as `verify` */
  async currentKeys(options: () => CallOptions): Promise<readonly LogKey[]> {
    const head = this.#head;
    if (head !== null && performance.now() - head.at < CURRENT_MS) return head.keys;
    return (await this.verifyHead(options)).keys;
  }

  async #verify(note: string, options: () => CallOptions, isHead: boolean): Promise<readonly LogKey[]> {
    for (;;) {
      const before = await this.#memory.read(this.#engine);
      if (before === null) this.#forget();
      const { keys, checkpoint } = await this.#read(note, before, options);
      const known = before && rememberedTree(before);
      if (known !== null && (isHead || !this.#isProved(checkpoint, known))) {
        await this.#connect(known, checkpoint, options);
        if (checkpoint.size < known.size) this.#addProved(checkpoint);
      }
      const larger = known === null || known.size < checkpoint.size;
      const after = { note: larger || before === null ? note : before.note, keys: this.#textOf(keys) };
      if (await this.#replace(before, after)) {
        if (larger) this.#addProved(checkpoint);
        return keys;
      }
      // Another verification has stored a checkpoint meanwhile: this one must agree with that too.
    }
  }

  /** What was verified was of a log that an operator has since made the client forget. */
  #forget(): void {
    this.#proved.clear();
    this.#onForgotten();
  }

  /** A tree that is larger than the stored one was proved of an earlier one at most. */
  #isProved(found: Checkpoint, known: Checkpoint): boolean {
    return found.size < known.size && this.#proved.has(nameOf(found));
  }

  #addProved(checkpoint: Checkpoint): void {
    const name = nameOf(checkpoint);
    if (this.#proved.has(name)) return;
    const [oldest] = this.#proved;
    if (this.#proved.size >= MAX_PROVED && oldest !== undefined) this.#proved.delete(oldest);
    this.#proved.add(name);
  }

  async #read(note: string, before: RememberedLog | null, options: () => CallOptions): Promise<SignedNote> {
    const trusted = await this.#trusted(before, options);
    const known = this.#signed.get(note);
    if (known !== undefined && isSame(known.keys, trusted)) return known;
    const signed = signersOf(note, trusted);
    if (signed.ok) return this.#store(note, { keys: trusted, checkpoint: signed.checkpoint });
    const listed = listedKeys(await this.#calls.keys(options())) ?? [];
    const endorsed = endorsedKeys(trusted, listed);
    const keys = [...endorsed.toReversed(), ...trusted];
    const later = signersOf(note, keys);
    if (!later.ok) throw logFault('key_unknown', `no trusted key has signed the checkpoint: ${signed.fault}`);
    if (this.#pinned !== null) this.#endorsed = keys.slice(0, keys.length - this.#pinned.length);
    return { keys, checkpoint: later.checkpoint };
  }

  #store(note: string, signed: SignedNote): SignedNote {
    if (note.length > MAX_NOTE_LENGTH) return signed;
    const [oldest] = this.#signed.keys();
    if (this.#signed.size >= MAX_PROVED && oldest !== undefined) this.#signed.delete(oldest);
    this.#signed.set(note, signed);
    return signed;
  }

  #textOf(keys: readonly LogKey[]): string {
    if (!isSame(this.#written.keys, keys)) this.#written = { keys, text: keyListText(keys.toReversed()) };
    return this.#written.text;
  }

  async #trusted(before: RememberedLog | null, options: () => CallOptions): Promise<readonly LogKey[]> {
    if (this.#pinned !== null) return [...this.#endorsed, ...this.#pinned];
    if (before !== null) return this.#parse(before.keys);
    const listed = listedKeys(await this.#calls.keys(options()));
    if (listed !== null) return listed.map(({ key }) => key);
    throw logFault('keys_unreadable', 'the engine lists no key that can be read');
  }

  #parse(text: string): readonly LogKey[] {
    if (this.#parsed.text !== text) {
      const read = readKeyList(text);
      if (!read.ok) throw logFault('memory_unreadable', `the remembered keys cannot be read: ${read.fault}`);
      this.#parsed = { text, keys: read.keys };
    }
    return this.#parsed.keys;
  }

  /** @throws {AdduceError} where neither tree is proved to be a beginning of the other */
  async #connect(known: Checkpoint, found: Checkpoint, options: () => CallOptions): Promise<void> {
    if (known.origin !== found.origin)
      throw logFault('forked', `the log was ${known.origin}, and is ${found.origin} now`);
    if (known.size === found.size) {
      if (sameBytes(known.root, found.root)) return;
      throw logFault('forked', `two trees of ${known.size} entries are signed`);
    }
    const [earlier, later] = known.size < found.size ? [known, found] : [found, known];
    const proof = await this.#proof(earlier, later, options);
    if (!verifyConsistency(earlier, later, proof))
      throw logFault('forked', `the tree of ${later.size} does not begin with that of ${earlier.size}`);
  }

  async #proof(earlier: Checkpoint, later: Checkpoint, options: () => CallOptions): Promise<Uint8Array[]> {
    const query = { old_size: earlier.size, size: later.size };
    try {
      const { consistency } = await this.#calls.consistency(query, options());
      return consistency.hashes.map((text) => hashOf(text) ?? new Uint8Array());
    } catch (error) {
      if (!(error instanceof AdduceError) || error.reason !== 'missing:entry') throw error;
      const message = `a tree of ${later.size} entries was signed, and the log does not have it`;
      throw logFault('shrunk', message, error);
    }
  }

  /** False, and nothing is written, where the memory is no longer what it was. */
  #replace(before: RememberedLog | null, after: RememberedLog): Promise<boolean> {
    // Nothing is written: what another one stores meanwhile continues the same memory.
    if (before?.note === after.note && before.keys === after.keys) return Promise.resolve(true);
    const written = this.#writing.then(async () => {
      const now = await this.#memory.read(this.#engine);
      if (now?.note !== before?.note || now?.keys !== before?.keys) return false;
      if (now?.note !== after.note || now.keys !== after.keys) await this.#memory.write(this.#engine, after);
      return true;
    });
    this.#writing = written.catch(() => {});
    return written;
  }
}

function pinnedKeys(text: string): readonly LogKey[] {
  const read = readKeyList(text);
  if (!read.ok) throw new Error(`the log keys to pin cannot be read: ${read.fault}`);
  return read.keys;
}

function nameOf({ size, root }: Checkpoint): string {
  return `${size} ${hexOf(root)}`;
}

function rememberedTree({ note }: RememberedLog): Checkpoint {
  const parsed = parseCheckpoint(note);
  if (parsed !== null) return parsed;
  throw logFault('memory_unreadable', 'the remembered checkpoint cannot be read');
}

function logFault(fault: LogFault, message: string, cause?: unknown): AdduceError {
  return new AdduceError({ status: 200, kind: 'Upstream', reason: `client:log_${fault}`, message, cause });
}
