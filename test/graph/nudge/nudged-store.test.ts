import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import { nudgedStore } from '../../../graph/nudge/nudged-store.ts';
import type { Nudges } from '../../../graph/nudge/nudges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { describeGraphStore } from '../../conformance/graph-store.ts';
import { until } from '../../eventually.ts';
import { append } from '../embedded/append.ts';
import { openForTest, testFolder } from '../embedded/folder.ts';

/** Carries nudges between the stores of this process. */
class Exchange {
  readonly listeners = new Set<(size: number) => void>();
  readonly sent: number[] = [];
  isLossy = false;

  member(): Nudges {
    return {
      publish: async (size) => {
        this.sent.push(size);
        if (!this.isLossy) for (const listener of this.listeners) listener(size);
      },
      subscribe: (listener) => {
        this.listeners.add(listener);
        return () => void this.listeners.delete(listener);
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
}

/** Two processes on one store. @param looks whether each also looks at the store by itself */
async function pair(exchange: Exchange, looks: boolean): Promise<readonly [GraphStore, GraphStore]> {
  const path = await testFolder();
  const open = async () => {
    const store = await openForTest({ path });
    const own = looks ? store : { ...store, onCommit: () => () => undefined };
    return nudgedStore(own, exchange.member());
  };
  return [await open(), await open()];
}

const QUIET_MS = 400;

describe('stores that nudge each other', () => {
  it('notify listeners of a commit elsewhere that they have not seen themselves', async () => {
    const [one, other] = await pair(new Exchange(), false);
    const sizes: number[] = [];
    other.onCommit((size) => sizes.push(size));
    await append(one);
    await append(one);
    await until(() => sizes.at(-1) === 2);
  });

  it('notice commits by their own looks where every nudge is lost', async () => {
    const exchange = new Exchange();
    exchange.isLossy = true;
    const [one, other] = await pair(exchange, true);
    const sizes: number[] = [];
    other.onCommit((size) => sizes.push(size));
    await append(one);
    await until(() => sizes.at(-1) === 1);
    expect(exchange.sent).toEqual([1]);
  });

  it('publish nothing of a transaction that saved no entry or was rolled back', async () => {
    const exchange = new Exchange();
    const [one] = await pair(exchange, true);
    await one.transact(async (tx) => tx.saveNote('a', 'b'));
    await one.transact(async () => Promise.reject(new Error('no'))).catch(() => undefined);
    expect(exchange.sent).toEqual([]);
  });

  it('do not believe a size that the store does not have', async () => {
    const exchange = new Exchange();
    const [one, other] = await pair(exchange, false);
    const sizes: number[] = [];
    other.onCommit((size) => sizes.push(size));
    for (const listener of exchange.listeners) listener(1_000_000);
    await sleep(QUIET_MS);
    expect(sizes).toEqual([]);
    await append(one);
    await until(() => sizes.at(-1) === 1);
  });

  it('read the head once for many nudges that come at once', async () => {
    const exchange = new Exchange();
    const store = await openForTest({ path: await testFolder() });
    let reads = 0;
    const counted: GraphStore = {
      ...store,
      head: async () => {
        reads += 1;
        await sleep(20);
        return store.head();
      },
    };
    const nudged = nudgedStore(counted, exchange.member());
    nudged.onCommit(() => undefined);
    for (let size = 1; size <= 1_000; size += 1) for (const listener of exchange.listeners) listener(size);
    await sleep(QUIET_MS);
    expect(reads).toBe(2);
  });

  it('have one message under way, and the newest size next, where the server does not answer', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const sent: number[] = [];
    const store = nudgedStore(await openForTest({ path: await testFolder() }), {
      publish: async (size) => {
        sent.push(size);
        await answered;
      },
      subscribe: () => () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    });
    for (let n = 0; n < 20; n += 1) await append(store);
    expect(sent).toEqual([1]);
    answer();
    await until(() => sent.length === 2);
    expect(sent).toEqual([1, 20]);
  });

  it('commit as before where publishing fails', async () => {
    const store = nudgedStore(await openForTest({ path: await testFolder() }), {
      publish: () => Promise.reject(new Error('away')),
      subscribe: () => () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    });
    expect([await append(store), await append(store)]).toEqual([0, 1]);
  });
});

describeGraphStore('embedded, with nudges', openNudged, {
  groups: ['log', 'kinds', 'transactions', 'callers'],
});

async function openNudged(): Promise<OpenedStore> {
  const path = await mkdtemp(join(tmpdir(), 'adduce-graph-'));
  const open = async () => nudgedStore(await openEmbedded({ path }), new Exchange().member());
  let store = await open();
  return {
    store,
    reopen: async () => {
      await store[Symbol.asyncDispose]();
      store = await open();
      return store;
    },
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await rm(path, { recursive: true });
    },
  };
}
