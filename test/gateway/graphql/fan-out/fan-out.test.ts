import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { MAX_QUEUED } from '../../../../gateway/graphql/fan-out/event-queue.ts';
import { FanOut } from '../../../../gateway/graphql/fan-out/fan-out.ts';
import { findingsTopic } from '../../../../gateway/graphql/fan-out/findings-topic.ts';
import { iterate } from '../../../../gateway/graphql/fan-out/iterate.ts';
import type { AnswerId } from '../../../../graph/address.ts';
import { forCaller } from '../../../../graph/caller.ts';
import { substituted } from '../../../../graph/store/by-kind.ts';
import type { FindingRecord } from '../../../../graph/store/rows.ts';
import { type GraphStore, StoreUnavailable } from '../../../../graph/store/store.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { eventually } from '../../../eventually.ts';
import { answerId, appendFindings, countListeners } from '../graphql-server.ts';

let opened: OpenedStore;
let engine: Engine;
let fanOut: FanOut;
let faults: unknown[];

const everything = { tenant: 'local', after: -1, answers: null };
const present = { tenant: 'local', after: null, answers: null };

beforeEach(async () => {
  opened = await openEmptyEmbedded();
  engine = createTestEngine(opened.store);
  faults = [];
  fanOut = new FanOut(opened.store, (fault) => faults.push(fault));
});
afterEach(() => opened.dispose());

interface Wanted {
  readonly tenant: string;
  readonly after: number | null;
  readonly answers: readonly AnswerId[] | null;
}

function subscribe(wanted: Wanted, over: FanOut = fanOut, store: GraphStore = opened.store) {
  const { tenant, after, answers } = wanted;
  return iterate(over, { topic: findingsTopic(store, tenant), keys: answers, after });
}

/** Takes as many as there are, up to `count`. */
async function take(subscriber: AsyncIterator<FindingRecord, undefined>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  while (seqs.length < count) {
    const { done, value } = await subscriber.next();
    if (done) break;
    seqs.push(value.seq);
  }
  return seqs;
}

/** Appends `count` transitions, one commit each. */
async function appendOneByOne(count: number, answers = 7): Promise<number[]> {
  const seqs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    seqs.push(...(await appendFindings(engine, [{ answer: `a${index % answers}` }])));
  }
  return seqs;
}

describe('a subscription', () => {
  it('goes on behind the request that began it, for itself and for others', async () => {
    const past = await appendFindings(engine, [{ answer: 'a' }]);
    const request = new AbortController();
    const one = forCaller(request.signal, () => {
      const begun = subscribe(everything);
      return { begun, past: take(begun, 1) };
    });
    const other = subscribe(everything);
    expect(await one.past).toEqual(past);
    request.abort();
    const next = await appendFindings(engine, [{ answer: 'b' }]);
    expect(await forCaller(request.signal, () => take(one.begun, 1))).toEqual(next);
    expect(await take(other, 2)).toEqual([...past, ...next]);
    expect(faults).toEqual([]);
  });

  it('without a position begins with the latest of each answer, by position, then is live', async () => {
    const [, old, b, a] = await appendFindings(engine, [
      { answer: 'a' },
      { answer: 'b' },
      { answer: 'b' },
      { answer: 'a' },
    ]);
    expect(old).toBeDefined();
    const subscriber = subscribe(present);
    expect(await take(subscriber, 2)).toEqual([b, a]);
    const live = take(subscriber, 1);
    expect(await appendFindings(engine, [{ answer: 'a' }])).toEqual(await live);
  });

  it('with a position gives every later one in order, then is live', async () => {
    const past = await appendOneByOne(20);
    const subscriber = subscribe({ ...everything, after: past[4] ?? 0 });
    expect(await take(subscriber, 15)).toEqual(past.slice(5));
    const live = take(subscriber, 3);
    expect(await appendOneByOne(3)).toEqual(await live);
  });

  it('gives only the answers that it names, and nothing for an empty list', async () => {
    await appendOneByOne(14);
    const named = subscribe({ ...everything, answers: [answerId('a3'), answerId('none')] });
    const nothing = subscribe({ ...everything, answers: [] });
    expect(await take(named, 2)).toHaveLength(2);
    const empty = take(nothing, 1);
    const next = take(named, 1);
    const [, mine] = await appendFindings(engine, [{ answer: 'a1' }, { answer: 'a3' }]);
    expect(await next).toEqual([mine]);
    await nothing.return();
    expect(await empty).toEqual([]);
  });

  it('never sees another tenant, though both listen', async () => {
    const [mine, theirs] = ['mine', 'theirs'].map((tenant) => subscribe({ ...everything, tenant }));
    if (mine === undefined || theirs === undefined) throw new Error('two were asked for');
    const both = Promise.all([take(mine, 2), take(theirs, 1)]);
    const seqs = await appendFindings(engine, [
      { answer: 'a', tenant: 'mine' },
      { answer: 'a', tenant: 'theirs' },
      { answer: 'a', tenant: 'mine' },
    ]);
    expect(await both).toEqual([[seqs[0], seqs[2]], [seqs[1]]]);
  });

  it('takes a past of several pages while more is written, without loss or double', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => ({ answer: `a${index}` }));
    const past = await appendFindings(engine, many);
    const subscriber = subscribe(everything);
    const [got, live] = await Promise.all([take(subscriber, 2_560), appendOneByOne(60)]);
    expect(got).toEqual([...past, ...live]);
  });

  it('hands over from past to live at any moment without loss or double', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 5 }),
        fc.array(fc.nat({ max: 3 }), { maxLength: 6 }),
        async (before, pauses) => {
          const first = await appendOneByOne(before);
          const subscriber = subscribe({
            ...everything,
            after: (first[0] ?? (await opened.store.head()).size) - 1,
          });
          const got = take(subscriber, before + pauses.length);
          const live: number[] = [];
          for (const pause of pauses) {
            for (let turn = 0; turn < pause; turn += 1) await new Promise(setImmediate);
            live.push(...(await appendOneByOne(1)));
          }
          expect(await got).toEqual([...first, ...live]);
          await subscriber.return();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is not mistaken for a slow one when thousands come at once', async () => {
    const subscribers = Array.from({ length: 5 }, () => subscribe(everything));
    const got = Promise.all(subscribers.map((one) => take(one, 3_001)));
    await appendFindings(engine, [{ answer: 'first' }]);
    const burst = await appendFindings(
      engine,
      Array.from({ length: 3_000 }, (_, index) => ({ answer: `a${index}` })),
    );
    for (const seqs of await got) expect(seqs.slice(1)).toEqual(burst);
  });
});

describe('a subscriber that stalls', () => {
  it('gets fewer of them, the latest of each answer among them, and the others get every one, in time', async () => {
    const stalled = subscribe(present);
    const other = subscribe(present);
    const first = Promise.all([take(stalled, 1), take(other, 1)]);
    await appendFindings(engine, [{ answer: 'a0' }]);
    await first;
    const taken = take(other, 1_000);
    const seqs = await appendFindings(
      engine,
      Array.from({ length: 1_000 }, (_, index) => ({ answer: `a${index % 9}` })),
    );
    expect(await taken).toEqual(seqs);
    const late: number[] = [];
    while (late.at(-1) !== seqs.at(-1)) late.push(...(await take(stalled, 1)));
    expect(late.length).toBeLessThanOrEqual(MAX_QUEUED);
    expect(late).toEqual([...new Set(late)].sort((a, b) => a - b));
    expect(late.slice(-9)).toEqual(seqs.slice(-9));
  });

  it('is waited for while it takes, however slowly', async () => {
    const slow = subscribe(present);
    const first = take(slow, 1);
    await appendFindings(engine, [{ answer: 'first' }]);
    await first;
    const burst = await appendFindings(
      engine,
      Array.from({ length: 600 }, (_, index) => ({ answer: `a${index}` })),
    );
    const got: number[] = [];
    while (got.length < burst.length) {
      got.push(...(await take(slow, 1)));
      // Longer in all than a subscriber that takes nothing may stall, shorter each time.
      if (got.length % 32 === 0) await sleep(100);
    }
    expect(got).toEqual(burst);
  });

  it('is closed with its last position when even that is too much', async () => {
    const stalled = subscribe(present);
    const first = take(stalled, 1);
    const [start] = await appendFindings(engine, [{ answer: 'first' }]);
    await first;
    await appendFindings(
      engine,
      Array.from({ length: MAX_QUEUED + 1 }, (_, index) => ({ answer: `a${index}` })),
    );
    await fanOut.flush();
    const ended = stalled.next();
    await expect(ended).rejects.toMatchObject({
      extensions: { code: 'limited:slow_consumer', last_seq: start },
    });
    expect(await stalled.next()).toEqual({ done: true, value: undefined });
  });
});

describe('many topics', () => {
  const TENANTS = 40;
  const tenantOf = (n: number) => `tenant-${n}`;

  /** Counts the reads of findings of all topics. */
  function counting() {
    const count = { reads: 0 };
    const store = substituted(opened.store, {
      ranges: {
        findings: (query) => {
          count.reads += 1;
          return opened.store.ranges('findings', query);
        },
      },
    });
    return { count, store };
  }

  it('are read only where a commit concerns them', async () => {
    const { count, store } = counting();
    const subscribers = Array.from({ length: TENANTS }, (_, n) =>
      subscribe({ tenant: tenantOf(n), after: -1, answers: null }, fanOut, store),
    );
    const first = subscribers.map((one) => one.next());
    await appendFindings(
      engine,
      Array.from({ length: TENANTS }, (_, n) => ({ answer: `${n}`, tenant: tenantOf(n) })),
    );
    await Promise.all(first);
    await fanOut.flush();
    count.reads = 0;
    const second = subscribers[7]?.next();
    await appendFindings(engine, [{ answer: 'later', tenant: tenantOf(7) }]);
    expect((await second)?.done).toBe(false);
    expect(count.reads).toBeLessThanOrEqual(3);
    await Promise.all(subscribers.map((one) => one.return()));
  });

  it('are all read where the log cannot be looked at', async () => {
    let isDown = false;
    const flaky: GraphStore = {
      ...opened.store,
      entries: (query) =>
        isDown ? Promise.reject(new StoreUnavailable('gone')) : opened.store.entries(query),
    };
    const over = new FanOut(flaky, (fault) => faults.push(fault));
    const subscribers = [0, 1, 2].map((n) =>
      subscribe({ tenant: tenantOf(n), after: -1, answers: null }, over),
    );
    const first = subscribers.map((one) => one.next());
    await appendFindings(
      engine,
      [0, 1, 2].map((n) => ({ answer: `${n}`, tenant: tenantOf(n) })),
    );
    await Promise.all(first);
    isDown = true;
    const second = subscribers.map((one) => one.next());
    await appendFindings(
      engine,
      [0, 1, 2].map((n) => ({ answer: `${n + 10}`, tenant: tenantOf(n) })),
    );
    expect((await Promise.all(second)).map(({ done }) => done)).toEqual([false, false, false]);
    await Promise.all(subscribers.map((one) => one.return()));
  });
});

describe('the end of a subscription', () => {
  it('comes at once when it is left while it waits', async () => {
    const subscriber = subscribe(present);
    const waiting = subscriber.next();
    await sleep(20);
    await subscriber.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('leaves no listener behind', async () => {
    const { count, around } = countListeners();
    const counted = new FanOut(around(engine).store, () => undefined);
    const subscribers = Array.from({ length: 10 }, () => subscribe(present, counted));
    const waiting = subscribers.map((one) => one.next());
    await eventually(() => expect(count.listeners).toBe(1));
    await Promise.all(subscribers.map((one) => one.return()));
    await Promise.all(waiting);
    expect(count.listeners).toBe(0);
  });

  it('does not join when it was left during its first read', async () => {
    const reads = Promise.withResolvers<void>();
    const { count, around } = countListeners();
    const counted = new FanOut(around(engine).store, (fault) => faults.push(fault));
    const findings = () => reads.promise.then(() => [[]]);
    const slow = substituted(opened.store, { ranges: { findings } });
    const subscriber = subscribe({ ...everything, after: -1 }, counted, slow);
    const waiting = subscriber.next();
    await subscriber.return();
    reads.resolve();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await sleep(20);
    expect(count.listeners).toBe(0);
  });

  it('gives a fault of the store to the subscriber that met it, once', async () => {
    const failing = {
      ...opened.store,
      currentFindings: () => Promise.reject(new StoreUnavailable('gone')),
    };
    const subscriber = subscribe(present, fanOut, failing);
    await expect(subscriber.next()).rejects.toThrow('gone');
    expect(await subscriber.next()).toEqual({ done: true, value: undefined });
  });

  it('reads again after a fault of the store, and loses nothing', async () => {
    let failures = 2;
    const flaky = substituted(opened.store, {
      ranges: {
        findings: (query) => {
          failures -= 1;
          if (failures >= 0) return Promise.reject(new StoreUnavailable('gone'));
          return opened.store.ranges('findings', query);
        },
      },
    });
    const subscriber = subscribe(present, fanOut, flaky);
    const got = take(subscriber, 3);
    await sleep(20);
    const seqs = await appendOneByOne(3);
    expect(await got).toEqual(seqs);
    expect(faults).not.toHaveLength(0);
  });
});
