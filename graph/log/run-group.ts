/**
 * Runs the commands of a group in one transaction, each after those before it. Consecutive ones that may be drafted read at once
 * what was there before them, and are written together: the store is asked once for each kind that they read, and saved to once.
 */
import { blake3Hex } from '../digest.ts';
import { nextIteration } from '../event-loop.ts';
import type { StoredEntry } from '../store/log.ts';
import type { GraphTransaction, TransactionReader } from '../store/store.ts';
import { appendEntries, placeEntries } from './append-entries.ts';
import { batchedReads } from './batched-reads.ts';
import type { Command, NamedBlob, Plan } from './command.ts';
import { type Changed, changedBy, notedReads } from './draft-reads.ts';
import type { LogEntry } from './entry.ts';
import { entryBytes } from './leaf.ts';
import { refuseMovedLog } from './log-successor.ts';

export interface GroupMember {
  readonly command: Command<unknown>;
  /** See `AppendOptions`. */
  readonly drafted: boolean;
  resolve(result: unknown): void;
}

/** What a command decided beside others of its group. */
interface Draft {
  readonly plan: PromiseSettledResult<Plan<unknown>>;
  /** The time that it was given. */
  readonly now: string;
  isUntouched(changed: Changed): boolean;
}

/** Gives what acknowledges each command once the transaction is on disk. @param clock RFC 3339 UTC with ms */
export async function runGroup(
  tx: GraphTransaction,
  group: readonly GroupMember[],
  clock: string,
): Promise<(() => void)[]> {
  await refuseMovedLog(tx);
  const { size, at } = await tx.head();
  const run = new GroupRun(tx, size, at !== null && at > clock ? at : clock);
  for (let start = 0; start < group.length; ) {
    const undrafted = group.findIndex(({ drafted }, index) => index >= start && !drafted);
    const end = undrafted === -1 ? group.length : Math.max(undrafted, start + 1);
    await run.members(group.slice(start, end));
    start = end;
  }
  await run.flush();
  return run.acknowledge;
}

/** Entries that are written in one event-loop slice. */
const SLICE = 64;

class GroupRun {
  readonly acknowledge: (() => void)[] = [];
  readonly #tx: GraphTransaction;
  /** Of the log with what is placed. */
  #size: number;
  /** Never earlier than the newest entry: time never runs back within a group either. */
  #now: string;
  /** Entries that are placed and not written yet, and what is done once they are. */
  #placed: LogEntry[] = [];
  #written: ((stored: readonly StoredEntry[]) => void)[] = [];

  constructor(tx: GraphTransaction, size: number, now: string) {
    this.#tx = tx;
    this.#size = size;
    this.#now = now;
  }

  /** Runs members that are drafted together, or one that is not. */
  async members(members: readonly GroupMember[]): Promise<void> {
    const [first] = members;
    if (members.length === 1 && first !== undefined) return this.#run(first);
    await this.flush();
    const drafts = await draftAll(this.#tx, members, this.#now);
    let changed: Changed = new Set();
    for (const [index, member] of members.entries()) {
      const draft = drafts[index];
      const stands = draft !== undefined && draft.now === this.#now && draft.isUntouched(changed);
      const plan = stands ? planOf(draft.plan) : await this.#decide(member);
      await this.#accept(member, plan);
      for (const entry of plan.entries) changed = changedBy(changed, entry);
      if (hasMore(plan)) changed = null;
    }
  }

  /** Writes what is placed. @param blobs that the transaction has saved for it, by hash */
  async flush(blobs: ReadonlyMap<string, Uint8Array> = new Map()): Promise<void> {
    const [placed, written] = [this.#placed, this.#written];
    [this.#placed, this.#written] = [[], []];
    const stored: StoredEntry[] = [];
    for (let start = 0; start < placed.length; start += SLICE) {
      if (start > 0) await nextIteration();
      const entries = placed
        .slice(start, start + SLICE)
        .map((entry) => ({ entry, bytes: entryBytes(entry) }));
      stored.push(...(await appendEntries(this.#tx, await this.#tx.head(), entries, blobs)));
    }
    for (const done of written) done(stored);
  }

  /** In event-loop slices of its own: a document takes some milliseconds. */
  async #run(member: GroupMember): Promise<void> {
    await this.#accept(member, await this.#decide(member));
    await nextIteration();
  }

  /** Sees all that was decided before. */
  async #decide({ command }: GroupMember): Promise<Plan<unknown>> {
    await this.flush();
    return command(this.#tx, this.#now);
  }

  async #accept({ resolve }: GroupMember, plan: Plan<unknown>): Promise<void> {
    if (hasMore(plan)) await this.flush();
    const start = this.#placed.length;
    const placed = placeEntries(plan.entries, this.#size, this.#now);
    this.#placed.push(...placed);
    this.#size += placed.length;
    this.#now = placed.at(-1)?.at ?? this.#now;
    this.#written.push((stored) => {
      const result = plan.result(stored.slice(start, start + placed.length));
      this.acknowledge.push(() => resolve(result));
    });
    if (hasMore(plan)) await this.flush(await writeMore(this.#tx, plan));
  }
}

/** All of them read the state before any of them. */
function draftAll(reader: TransactionReader, members: readonly GroupMember[], now: string): Promise<Draft[]> {
  const batched = batchedReads(reader);
  return Promise.all(
    members.map(async ({ command }) => {
      const noted = notedReads(batched);
      const [plan] = await Promise.allSettled([command(noted.reader, now)]);
      return { plan, now, isUntouched: noted.isUntouched };
    }),
  );
}

function planOf(settled: PromiseSettledResult<Plan<unknown>>): Plan<unknown> {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Whether the plan writes more than entries. */
function hasMore({ blobs = [], removed = [], notes = [] }: Plan<unknown>): boolean {
  return blobs.length > 0 || removed.length > 0 || notes.length > 0;
}

/** Writes what is no entry; gives the blobs by their hashes. */
async function writeMore(
  tx: GraphTransaction,
  { blobs: given = [], removed = [], notes = [] }: Plan<unknown>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const blobs = new Map(given.map(hashed));
  if (blobs.size > 0) await tx.saveBlobs([...blobs].map(([hash, bytes]) => ({ hash, bytes })));
  if (removed.length > 0) await tx.removeBlobs(removed);
  for (const [name, value] of notes) await tx.saveNote(name, value);
  return blobs;
}

function hashed(blob: Uint8Array | NamedBlob): readonly [hash: string, bytes: Uint8Array] {
  return blob instanceof Uint8Array ? [blake3Hex(blob), blob] : [blob.hash, blob.bytes];
}
