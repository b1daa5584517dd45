/** Several processes on one store: nothing lost, nothing doubled, also when one is killed or stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../graph/postgres/open.ts';
import type { SharedLog } from '../../../graph/shared-log/shared-log.ts';
import { hash } from '../../conformance/graph-store/records.ts';
import { eventually } from '../../eventually.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { append, range, storedSeqs } from './append.ts';
import { newSchema, type TestSchema } from './empty-schema.ts';

const SCRIPT = fileURLToPath(new URL('append-process.ts', import.meta.url));
const FOREVER = 1_000_000;
/** What the port promises of a write. */
const VERDICT_MS = 5_000;
/** Longer than the server waits for a stopped process. */
const STOPPED_MS = 7_000;
/** A read under the lock has begun by then; it is kept for much longer. */
const BEGUN_MS = 20;
const BIG_BLOB_BYTES = 64 * 1024 * 1024;

interface Writer {
  readonly child: ChildProcess;
  /** What it has printed so far, line by line. */
  readonly lines: string[];
  /** Resolves with the first transaction that has the lock: at once, since it keeps it for a moment only. */
  readonly locked: Promise<void>;
  /** Resolves when it has ended and everything that it printed has been read. */
  readonly ended: Promise<void>;
}

function start({ url, schema }: TestSchema, ...args: readonly (number | string)[]): Writer {
  const child = spawn(process.execPath, [SCRIPT, url, schema, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  const { promise: locked, resolve } = Promise.withResolvers<void>();
  output.on('line', (line) => {
    lines.push(line);
    if (line === 'locked') resolve();
  });
  const ended = Promise.all([once(child, 'exit'), once(output, 'close')]).then(() => undefined);
  return { child, lines, locked, ended };
}

function acknowledgedBy({ lines }: Writer): number[] {
  return lines.filter((line) => /^\d+$/.test(line)).map(Number);
}

describePostgres('several processes on one PostgreSQL store', (server) => {
  let schema: TestSchema;
  let store: SharedLog;

  beforeEach(async () => {
    schema = newSchema(server());
    store = await openPostgres(schema);
  });

  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await schema.drop();
  });

  /** How long a write of this process takes while another is stopped under the lock; then the other goes on and ends. */
  async function writeWhileStopped(writer: Writer): Promise<number> {
    await writer.locked;
    await sleep(BEGUN_MS);
    writer.child.kill('SIGSTOP');
    const began = performance.now();
    await store.transact(append);
    const took = performance.now() - began;
    await sleep(STOPPED_MS - took);
    writer.child.kill('SIGCONT');
    await writer.ended;
    return took;
  }

  test('lose and double nothing when they write at once', async () => {
    const writers = range(3).map(() => start(schema, 60));
    await Promise.all(writers.map(({ ended }) => ended));
    expect(writers.flatMap(acknowledgedBy).sort((a, b) => a - b)).toEqual(range(180));
    expect(await storedSeqs(store)).toEqual(range(180));
  });

  test('lose no acknowledged entry of one that is killed, and leave none in part', async () => {
    const acknowledged: number[] = [];
    for (const round of range(3)) {
      const writer = start(schema, FOREVER);
      await eventually(() => expect(writer.lines.length).toBeGreaterThan(20 * (round + 1)));
      writer.child.kill('SIGKILL');
      await writer.ended;
      acknowledged.push(...acknowledgedBy(writer), await store.transact(append));
    }
    const stored = await storedSeqs(store);
    expect(stored).toEqual(range((await store.head()).size));
    expect(acknowledged.filter((seq) => !stored.includes(seq))).toEqual([]);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
  });

  test('wait 5 s at most for one that is stopped under the lock, which commits nothing when it goes on', async () => {
    const writer = start(schema, 3, 500);
    const took = await writeWhileStopped(writer);
    expect(took).toBeLessThan(VERDICT_MS);
    const stored = await storedSeqs(store);
    expect(stored).toEqual(range((await store.head()).size));
    // One of its three was under way when it was stopped: it ran again, or was refused.
    const refused = writer.lines.filter((line) => line === 'store_unavailable').length;
    expect(acknowledgedBy(writer).length + refused).toBe(3);
    expect(stored).toHaveLength(1 + acknowledgedBy(writer).length);
  });

  test('wait 5 s at most for one that is stopped while it is sent a large answer under the lock', async () => {
    const bytes = new Uint8Array(BIG_BLOB_BYTES).fill(7);
    await store.transact((tx) => tx.saveBlobs([{ hash: hash('big'), bytes }]));
    const writer = start(schema, 1, 500, hash('big'));
    const took = await writeWhileStopped(writer);
    expect(took).toBeLessThan(VERDICT_MS);
    expect(await storedSeqs(store)).toEqual(range(1 + acknowledgedBy(writer).length));
  });

  test('wait 5 s at most for one that is stopped in the middle of a statement under the lock', async () => {
    await store.transact(append);
    const client = new Client({ connectionString: schema.url, options: `-c search_path=${schema.schema}` });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('SET idle_in_transaction_session_timeout = 2000');
    await client.query('BEGIN');
    await client.query('SELECT size FROM head FOR UPDATE');
    // The first message of a statement, whose rest never comes: the session is active, and waits for its client.
    (client as unknown as { connection: { parse(statement: object): void } }).connection.parse({
      text: 'SELECT 1',
    });
    const began = performance.now();
    expect(await store.transact(append)).toBe(1);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(1_000);
    expect(took).toBeLessThan(VERDICT_MS);
    await expect(client.query('COMMIT')).rejects.toThrow();
  });

  test('let one that works under the lock go on, however many wait', async () => {
    const work = store.transact(async (tx) => {
      for (let n = 0; n < 30; n += 1) {
        await sleep(100);
        await tx.note('none');
      }
      return append(tx);
    });
    const writer = start(schema, 1);
    expect(await work).toBe(0);
    await writer.ended;
    expect(acknowledgedBy(writer)).toEqual([1]);
  });

  test('are notified of what was committed between the opening of the store and their first look', async () => {
    const writer = start(schema, 1);
    await writer.ended;
    const sizes: number[] = [];
    store.onCommit((size) => sizes.push(size));
    await eventually(() => expect(sizes).toEqual([1]));
    await sleep(500);
    expect(sizes).toEqual([1]);
  });

  test('are notified of each other’s commits, also after the connection that listens was lost', async () => {
    const sizes: number[] = [];
    store.onCommit((size) => sizes.push(size));
    const first = start(schema, 2);
    await first.ended;
    await eventually(() => expect(sizes.at(-1)).toBe(2));
    await schema.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN ${schema.schema}%' OR query LIKE '%size FROM head'`,
    );
    const second = start(schema, 2);
    await second.ended;
    await eventually(() => expect(sizes.at(-1)).toBe(4));
  });
});
