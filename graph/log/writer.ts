/**
 * The log's writer: group commit. Appends that wait together commit in one durable transaction and are
 * acknowledged after it (docs/spec/decisions.md#1-group-commit).
 */
import { blake3Hex } from '../digest.ts';
import { project } from '../project.ts';
import type { LogHead, StoredEntry } from '../store/log.ts';
import type { GraphReader, GraphStore, GraphTransaction } from '../store/store.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { EntryBody, LogEntry } from './entry.ts';
import { entryBytes, leafHash } from './leaf.ts';
import { loadForProjection } from './load-for-projection.ts';
import { refuseMovedLog } from './log-successor.ts';
import { appendLeaves } from './merkle.ts';
import { replaying } from './replay.ts';

/** An entry before it has its place in the log. */
export interface NewEntry {
  readonly corpus: string | null;
  readonly tenant: string | null;
  /** Null: the time of the append. A later time than that is cut to it: `effective_at` is never later than `at`. */
  readonly effectiveAt: string | null;
  readonly body: EntryBody;
}

/** Bytes under the BLAKE3-256 that their producer has computed: a large blob's hash takes longer than its writing. */
export interface NamedBlob {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** What a command decided to write. Nothing has happened yet: a command has no other effect. */
export interface Plan<R> {
  readonly entries: readonly NewEntry[];
  readonly blobs?: readonly (Uint8Array | NamedBlob)[];
  /** Hashes of blobs that go. */
  readonly removed?: readonly string[];
  readonly notes?: readonly (readonly [name: string, value: string])[];
  /** Turns what was written into the command's result; runs before the acknowledgement. */
  readonly result: (stored: readonly StoredEntry[]) => R;
}

/** Decides under the log's lock what to write. `now` is RFC 3339 UTC with ms and never earlier than the newest entry. */
export type Command<R> = (state: GraphReader, now: string) => Promise<Plan<R>>;

/** Takes commands: the writer, or one whose commands a fence precedes. */
export type Appender = Pick<LogWriter, 'append'>;

/** More appends wait than the writer accepts; the caller answers 503 with Retry-After. */
export class WriterOverloaded extends Error {
  readonly code = 'writer_overloaded';
}

const MAX_WAITING = 4_096;
const MAX_GROUP = 32;

interface Waiting {
  run(tx: GraphTransaction, now: string): Promise<Ran>;
  reject(fault: unknown): void;
}

interface Ran {
  readonly acknowledge: () => void;
  /** `at` of the newest entry, from which the next command goes on: time never runs back within a group either. */
  readonly at: string;
}

export class LogWriter {
  readonly #store: GraphStore;
  readonly #now: () => string;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | null = null;

  /** @param now the service's clock: RFC 3339 UTC with ms. */
  constructor(store: GraphStore, now: () => string) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Runs `command` and writes its plan. Resolves when the group is on disk. A command that throws writes nothing
   * and rejects alone; a fault of the store rejects the whole group and leaves nothing of it.
   */
  append<R>(command: Command<R>): Promise<R> {
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new WriterOverloaded('too many appends wait'));
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const run = async (tx: GraphTransaction, now: string) => {
      const plan = await command(tx, now);
      const stored = await write(tx, plan, now);
      const result = plan.result(stored);
      return { acknowledge: () => resolve(result), at: stored.at(-1)?.entry.at ?? now };
    };
    this.#waiting.push({ run, reject });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#draining !== null) await this.#draining;
  }

  async #drain(): Promise<void> {
    // One event-loop slice lets appends that arrive together share a group.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, MAX_GROUP));
    this.#draining = null;
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const acknowledge = await this.#store.transact((tx) => runGroup(tx, group, this.#now()));
      for (const one of acknowledge) one();
    } catch (fault) {
      if (group.length === 1 || fault instanceof StoreUnavailable) {
        for (const one of group) one.reject(fault);
        // Those who waited behind have waited as long, and their turn would last as long again.
        if (fault instanceof StoreUnavailable) for (const one of this.#waiting.splice(0)) one.reject(fault);
        return;
      }
      // One command's fault must not fail its neighbours: each runs again by itself.
      for (const one of group) await this.#commit([one]);
    }
  }
}

async function runGroup(
  tx: GraphTransaction,
  group: readonly Waiting[],
  clock: string,
): Promise<(() => void)[]> {
  await refuseMovedLog(tx);
  const acknowledge: (() => void)[] = [];
  const { at } = await tx.head();
  let now = at !== null && at > clock ? at : clock;
  for (const one of group) {
    const ran = await one.run(tx, now);
    acknowledge.push(ran.acknowledge);
    now = ran.at;
  }
  return acknowledge;
}

function hashed(blob: Uint8Array | NamedBlob): readonly [hash: string, bytes: Uint8Array] {
  return blob instanceof Uint8Array ? [blake3Hex(blob), blob] : [blob.hash, blob.bytes];
}

async function write<R>(tx: GraphTransaction, plan: Plan<R>, now: string): Promise<readonly StoredEntry[]> {
  const blobs = new Map((plan.blobs ?? []).map(hashed));
  if (blobs.size > 0) await tx.saveBlobs([...blobs].map(([hash, bytes]) => ({ hash, bytes })));
  if (plan.removed !== undefined && plan.removed.length > 0) await tx.removeBlobs(plan.removed);
  for (const [name, value] of plan.notes ?? []) await tx.saveNote(name, value);
  if (plan.entries.length === 0) return [];
  const head = await tx.head();
  const entries = placeEntries(plan.entries, head.size, now);
  return appendEntries(
    tx,
    head,
    entries.map((entry) => ({ entry, bytes: entryBytes(entry) })),
    blobs,
  );
}

/**
 * Appends entries that already have their place: the end of every append, and the whole of a rebuild into
 * another store.
 */
export async function appendEntries(
  tx: GraphTransaction,
  head: LogHead,
  entries: readonly { readonly entry: LogEntry; readonly bytes: Uint8Array }[],
  blobs: ReadonlyMap<string, Uint8Array>,
): Promise<readonly StoredEntry[]> {
  if (head.replayedTo !== undefined) {
    throw new StoreUnavailable(replaying({ entries: head.replayedTo, of: head.size }));
  }
  const tree = appendLeaves(
    head,
    entries.map(({ bytes }) => leafHash(bytes)),
  );
  const stored = entries.map((one, index) => ({ ...one, root: toHex(tree.roots[index]) }));
  const base = await loadForProjection(tx, stored, blobs);
  await tx.save({
    head: { ...tree.edge, at: entries.at(-1)?.entry.at ?? head.at },
    entries: stored,
    merkleNodes: tree.nodes,
    ...project(base, stored),
  });
  return stored;
}

/** Entries as the log would hold them after `size` others. @param now not earlier than the newest entry */
export function placeEntries(entries: readonly NewEntry[], size: number, now: string): LogEntry[] {
  let at = now;
  return entries.map(({ corpus, tenant, effectiveAt, body }, index) => {
    if (body.type === 'evidence.appended' && body.entry.at > at) at = body.entry.at;
    const effective_at = effectiveAt === null || effectiveAt > at ? at : effectiveAt;
    return { v: 1, seq: size + index, at, effective_at, corpus, tenant, body };
  });
}

function toHex(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) throw new RangeError('the tree gave fewer roots than leaves');
  return Buffer.from(bytes).toString('hex');
}
