import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNeo4j } from '../../../graph/neo4j/open.ts';
import type { GraphStore, GraphTransaction } from '../../../graph/store/store.ts';
import { at, changes, entry } from '../../conformance/graph-store/records.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { emptyServer } from './empty-server.ts';
import { FaultyProxy } from './proxy.ts';

/** What the port promises. */
const VERDICT_MS = 5_000;
const HEALTHY_MS = 10_000;
const UNAVAILABLE = { code: 'store_unavailable' };

async function append(tx: GraphTransaction): Promise<number> {
  const { size } = await tx.head();
  await tx.save(changes({ head: { size: size + 1, frontier: [], at: at(size) }, entries: [entry(size)] }));
  return size;
}

async function seqs(store: GraphStore): Promise<number[]> {
  return (await store.entries({ after: -1, limit: 100, types: null })).map((one) => one.entry.seq);
}

async function expectUnavailable(work: Promise<unknown>): Promise<void> {
  const began = performance.now();
  await expect(work).rejects.toMatchObject(UNAVAILABLE);
  expect(performance.now() - began).toBeLessThan(VERDICT_MS);
}

/** A read and a write succeed in time, without the store being opened again. */
async function expectHealthy(store: GraphStore, size: number): Promise<void> {
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
  expect(await seqs(store)).toHaveLength(size + 1);
  expect(performance.now() - began).toBeLessThan(HEALTHY_MS);
}

describeNeo4j('the Neo4j store in an outage', (server) => {
  let proxy: FaultyProxy;
  let store: GraphStore;

  beforeEach(async () => {
    await emptyServer(server());
    proxy = new FaultyProxy(server().url);
    await proxy.listen();
    store = await openNeo4j({ ...server(), url: proxy.url });
    await store.transact(append);
  });

  afterEach(async () => {
    proxy.unsilence();
    await store[Symbol.asyncDispose]();
    await proxy.stop();
  });

  test('says unavailable within 5 s when the server is stopped, and works again once it is back', async () => {
    await proxy.stop();
    await Promise.all([
      expectUnavailable(store.head()),
      expectUnavailable(seqs(store)),
      ...Array.from({ length: 8 }, () => expectUnavailable(store.transact(append))),
    ]);
    await proxy.listen();
    await expectHealthy(store, 1);
  });

  test('rides over a restart that is shorter than its patience', async () => {
    await proxy.stop();
    const [read, write] = [seqs(store), store.transact(append)];
    await sleep(300);
    await proxy.listen();
    expect((await read).length).toBeGreaterThanOrEqual(1);
    expect(await write).toBe(1);
  });

  test('says unavailable within 5 s when nothing passes any more, and works again once it does', async () => {
    proxy.silence();
    await Promise.all([
      expectUnavailable(store.head()),
      expectUnavailable(seqs(store)),
      ...Array.from({ length: 8 }, () => expectUnavailable(store.transact(append))),
    ]);
    proxy.unsilence();
    await expectHealthy(store, 1);
  });

  test('leaves nothing of a transaction that was cut off, nor its lock', async () => {
    const cut = store.transact(async (tx) => {
      await append(tx);
      proxy.silence();
      await tx.note('any');
    });
    await expectUnavailable(cut);
    proxy.unsilence();
    await expectHealthy(store, 1);
  });

  test.each([
    ['loses its answer', 1],
    ['is lost', 2],
  ] as const)('commits once when the commit %s (runs of the work: %i)', async (fate, expected) => {
    let runs = 0;
    const told: number[] = [];
    store.onCommit((size) => told.push(size));
    proxy.failNextCommit(fate);
    const seq = await store.transact((tx) => {
      runs += 1;
      return append(tx);
    });
    expect([seq, runs]).toEqual([1, expected]);
    expect(await seqs(store)).toEqual([0, 1]);
    await sleep(0);
    expect(told).toEqual([2]);
  });

  test('does not take a stopped server for one to open', async () => {
    await proxy.stop();
    await expectUnavailable(openNeo4j({ ...server(), url: proxy.url }));
  });

  test('does not open with a wrong password', async () => {
    await expectUnavailable(openNeo4j({ ...server(), url: proxy.url, password: 'wrong' }));
  });
});
