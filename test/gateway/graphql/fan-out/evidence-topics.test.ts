import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { MAX_QUEUED } from '../../../../gateway/graphql/fan-out/event-queue.ts';
import {
  type BeliefChange,
  beliefTopic,
  ledgerTopic,
} from '../../../../gateway/graphql/fan-out/evidence-topics.ts';
import { FanOut } from '../../../../gateway/graphql/fan-out/fan-out.ts';
import { iterate } from '../../../../gateway/graphql/fan-out/iterate.ts';
import type { Topic } from '../../../../gateway/graphql/fan-out/topic.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import type { LedgerEntry } from '../../../../graph/evidence.ts';
import { substituted } from '../../../../graph/store/by-kind.ts';
import { StoreUnavailable } from '../../../../graph/store/store.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { appendTo, ingestLakes } from './evidence.ts';

/** More than may wait for a subscriber. */
const MANY = MAX_QUEUED + 40;

let opened: OpenedStore;
let engine: Engine;
let fanOut: FanOut;
let faults: unknown[];
let claim: ClaimAddr;

beforeEach(async () => {
  opened = await openEmptyEmbedded();
  engine = createTestEngine(opened.store);
  faults = [];
  fanOut = new FanOut(opened.store, (fault) => faults.push(fault));
  [claim] = await ingestLakes(engine);
});
afterEach(() => opened.dispose());

const seqOf = (value: LedgerEntry | BeliefChange) => ('entry' in value ? value.entry : value).log.seq;

function follow<T extends LedgerEntry | BeliefChange>(topic: Topic<T>, after: number) {
  return iterate(fanOut, { topic, keys: [claim], after });
}

async function take(events: AsyncIterator<LedgerEntry | BeliefChange>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  while (seqs.length < count) {
    const { done, value } = await events.next();
    if (done) break;
    seqs.push(seqOf(value));
  }
  return seqs;
}

async function appendMany(): Promise<number[]> {
  const actors = Array.from({ length: MANY }, (_, n) => `writer-${n}`);
  const seqs = await Promise.all(actors.map((actor) => appendTo(engine, claim, actor)));
  return seqs.toSorted((a, b) => a - b);
}

it('close a reader of entries who stalls, rather than leave out any, and tell it all of them later', async () => {
  const topic = ledgerTopic(opened.store);
  const start = (await engine.store.head()).size - 1;
  const stalled = follow(topic, start);
  const first = take(stalled, 1);
  const begun = await appendTo(engine, claim, 'first');
  expect(await first).toEqual([begun]);
  const seqs = await appendMany();
  await fanOut.flush();
  await expect(stalled.next()).rejects.toMatchObject({
    extensions: { code: 'limited:slow_consumer', last_seq: begun },
  });
  expect(await take(follow(topic, begun), MANY)).toEqual(seqs);
  expect(faults).toEqual([]);
});

it('tell a reader of beliefs who stalls fewer of them, the latest among them', async () => {
  const stalled = follow(beliefTopic(opened.store), (await engine.store.head()).size - 1);
  const first = take(stalled, 1);
  await appendTo(engine, claim, 'first');
  await first;
  const seqs = await appendMany();
  await fanOut.flush();
  const got: number[] = [];
  while (got.at(-1) !== seqs.at(-1)) got.push(...(await take(stalled, 1)));
  expect(got.length).toBeLessThanOrEqual(MAX_QUEUED);
});

it('pass over no entry that is not there to be read yet', async () => {
  let isThere = false;
  const late = substituted(opened.store, {
    records: {
      events: async (ids) => (isThere ? opened.store.records('events', ids) : ids.map(() => null)),
    },
  });
  const start = (await engine.store.head()).size - 1;
  const live = follow(ledgerTopic(late), start);
  const got = take(live, 1);
  const seq = await appendTo(engine, claim, 'first');
  await fanOut.flush();
  isThere = true;
  await fanOut.flush();
  expect(await got).toEqual([seq]);
  for (const fault of faults) expect(fault).toBeInstanceOf(StoreUnavailable);
  expect(faults).not.toEqual([]);
});
