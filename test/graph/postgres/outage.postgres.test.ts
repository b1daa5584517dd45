import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../../graph/postgres/open.ts';
import type { SharedLog } from '../../../graph/shared-log/shared-log.ts';
import { hash } from '../../conformance/graph-store/records.ts';
import { describePostgres } from '../../setup/describe-engine.ts';
import { FaultyProxy } from '../neo4j/proxy.ts';
import { append, range, storedSeqs } from './append.ts';
import { newSchema, type TestSchema } from './empty-schema.ts';

/** What the port promises. */
const VERDICT_MS = 5_000;
const HEALTHY_MS = 10_000;
const UNAVAILABLE = { code: 'store_unavailable' };
/** The text of a simple query, as the protocol sends it. */
const COMMIT = Buffer.from('COMMIT\0');

async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  const began = performance.now();
  await expect(work).rejects.toMatchObject(UNAVAILABLE);
  expect(performance.now() - began).toBeLessThan(VERDICT_MS);
}

/** A read and a write succeed in time, without the store being opened again. */
async function expectHealthy(store: SharedLog, size: number): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      expect(await store.transact(append)).toBe(size);
      break;
    } catch (error) {
      if (performance.now() - began > HEALTHY_MS) throw error;
      expect(error).toMatchObject(UNAVAILABLE);
      await sleep(100);
    }
  }
  expect(await storedSeqs(store)).toEqual(range(size + 1));
}

describePostgres('a PostgreSQL store in an outage', (server) => {
  let schema: TestSchema;
  let proxy: FaultyProxy;
  let store: SharedLog;

  beforeEach(async () => {
    schema = newSchema(server());
    proxy = new FaultyProxy(server().url, COMMIT);
    await proxy.listen();
    const url = new URL(server().url);
    url.port = new URL(proxy.url).port;
    store = await openPostgres({ ...schema, url: url.href });
    await store.transact(append);
  });

  afterEach(async () => {
    proxy.unsilence();
    await store[Symbol.asyncDispose]();
    await proxy.stop();
    await schema.drop();
  });

  test('reports unavailable within 5 s when the server is stopped, and works again once it is back', async () => {
    await proxy.stop();
    await Promise.all([
      expectUnavailable(store.head()),
      expectUnavailable(storedSeqs(store)),
      ...range(8).map(() => expectUnavailable(store.transact(append))),
    ]);
    expect(await store.writeRefusal()).toBe('the store took no write when one was last tried');
    await proxy.listen();
    await expectHealthy(store, 1);
    expect(await store.writeRefusal()).toBeNull();
  });

  test('completes what was asked during a restart that is shorter than its retries', async () => {
    await proxy.stop();
    const [read, write] = [storedSeqs(store), store.transact(append)];
    await sleep(300);
    await proxy.listen();
    // Tried again, either may come first.
    expect([[0], [0, 1]]).toContainEqual(await read);
    expect(await write).toBe(1);
    expect(await storedSeqs(store)).toEqual([0, 1]);
  });

  test('reports unavailable within 5 s when the server stops answering, and works again once it answers', async () => {
    proxy.silence();
    await Promise.all([expectUnavailable(store.head()), expectUnavailable(store.transact(append))]);
    proxy.unsilence();
    await expectHealthy(store, 1);
  });

  test('runs the work again whose commit did not reach the server', async () => {
    proxy.failNextCommit('is lost');
    expect(await store.transact(append)).toBe(1);
    expect(await storedSeqs(store)).toEqual([0, 1]);
  });

  test('finds that a commit stands whose answer was lost', async () => {
    proxy.failNextCommit('loses its answer');
    expect(await store.transact(append)).toBe(1);
    expect(await storedSeqs(store)).toEqual([0, 1]);
  });

  test('finds it also where others have committed since, and doubles nothing', async () => {
    const beside = await openPostgres(schema);
    for (const round of range(4)) {
      proxy.failNextCommit('loses its answer');
      await Promise.all([store.transact(append), ...range(5).map(() => beside.transact(append))]);
      expect(await storedSeqs(beside)).toEqual(range(1 + 6 * (round + 1)));
    }
    await beside[Symbol.asyncDispose]();
  });

  test('saves blobs that are larger than a batch together, and one that is larger by itself', async () => {
    const blobs = [3, 3, 3, 10].map((mebibytes, n) => {
      return { hash: hash(`blob ${n}`), bytes: new Uint8Array(mebibytes * 2 ** 20).fill(n) };
    });
    await store.transact((tx) => tx.saveBlobs(blobs));
    const saved = (await Promise.all(blobs.map((blob) => store.blobs([blob.hash])))).flat();
    expect(saved.map((bytes) => bytes?.length)).toEqual(blobs.map(({ bytes }) => bytes.length));
  });

  test('commits nothing of a transaction whose session the server ended', async () => {
    let runs = 0;
    const seq = await store.transact(async (tx) => {
      runs += 1;
      if (runs === 1) {
        await schema.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE state = 'idle in transaction' AND query LIKE '%FOR UPDATE' AND pid <> pg_backend_pid()`,
        );
      }
      return append(tx);
    });
    expect([runs, seq]).toEqual([2, 1]);
    expect(await storedSeqs(store)).toEqual([0, 1]);
  });

  test('reads from a server that only reads, and refuses writes', async () => {
    const url = new URL(server().url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const reading = await openPostgres({ ...schema, url: url.href });
    expect(await storedSeqs(reading)).toEqual([0]);
    await expectUnavailable(reading.transact(append));
    expect(await reading.writeRefusal()).not.toBeNull();
    await reading[Symbol.asyncDispose]();
    await expectHealthy(store, 1);
  });
});
