/** Lists by belief of a corpus with more claims than are folded for a list, and how far the projection may be from a view. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MADE_CORPUS } from '../../../bench/made-claims.ts';
import { makeCorpus } from '../../../bench/made-corpus.ts';
import {
  MAX_ENTRIES_BETWEEN,
  MAX_MOVED,
  projectedView,
} from '../../../engine/belief/projection/belief-cut.ts';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import type { Engine } from '../../../engine/engine.ts';
import { MAX_FOLDED } from '../../../engine/explore/list-claims.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import { LISTED_STATES, NEVER_LASTS } from '../../../graph/store/beliefs.ts';
import { ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { ListKey } from '../../../graph/store/selection.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { save, saveBeliefs } from '../../conformance/graph-store/harness.ts';
import { at, CORPUS, claim, corpus, entry } from '../../conformance/graph-store/records.ts';
import { range } from '../../conformance/graph-store/world.ts';
import { viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine, TestClock } from '../test-engine.ts';

const MANY = MAX_FOLDED + 100;
const TIMEOUT_MS = 600_000;

describe('lists by belief of more claims than are folded for one', () => {
  let opened: OpenedStore;
  let engine: Engine;
  const known = new Map<
    ClaimAddr,
    { readonly record: ClaimRecord; readonly state: string; readonly confidence: number }
  >();

  beforeAll(async () => {
    opened = await openEmptyEmbedded();
    const clock = new TestClock('2026-10-01T12:00:00.000Z');
    engine = createTestEngine(opened.store, clock);
    await makeCorpus(opened.store, MANY, clock.now());
    const { view } = await viewOf(engine, MADE_CORPUS);
    const selection = {
      corpus: MADE_CORPUS,
      view,
      filter: ANY_CLAIM,
      prefixes: null,
      closedLicences: [],
      among: null,
    };
    const { addrs } = await opened.store.claimAddrs(selection, MANY);
    const beliefs = await new Beliefs(opened.store, { claims: 1, bytes: 1 }).read(addrs, view);
    for (const record of await opened.store.records('claims', addrs)) {
      if (record === null) throw new Error('every claim has a record');
      const fold = beliefs.get(record.addr)?.fold ?? null;
      known.set(record.addr, { record, state: fold?.state ?? 'none', confidence: fold?.confidence ?? -1 });
    }
  }, TIMEOUT_MS);
  afterAll(() => opened.dispose());

  const listOf = async (
    belief: readonly (typeof LISTED_STATES)[number][] | null,
    text: string | null = null,
  ) => {
    const { view } = await viewOf(engine, MADE_CORPUS);
    const filter = { ...ANY_CLAIM, text };
    return engine.explore.claims({
      corpus: MADE_CORPUS,
      view,
      isAsOf: false,
      filter,
      belief,
      prefixes: null,
    });
  };
  const first = { descending: true, after: null, before: null, limit: 100, isBackward: false } as const;

  it('say that they are bounded until the projection has followed the log', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const list = await listOf(null);
    expect((await list.beliefs()).reduce((sum, { count }) => sum + count, 0)).toBe(MAX_FOLDED);
    expect(await list.isBounded('beliefs')).toBe(true);
    expect((await (await listOf(['settled'])).count()).isExact).toBe(false);
  });

  it('are of every claim then, in each state and in the order of confidence', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await engine.beliefProjection.catchUp();
    const all = [...known.values()];
    const counts = LISTED_STATES.map((key) => ({
      key,
      count: all.filter(({ state }) => state === key).length,
    }));
    const list = await listOf(null);
    expect(await list.beliefs()).toEqual(
      counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
    );
    expect(await list.isBounded('beliefs')).toBe(false);
    const inOrder = all.toSorted(
      (a, b) =>
        b.confidence - a.confidence ||
        byCodeUnit(b.record.claim_cluster_id, a.record.claim_cluster_id) ||
        b.record.seq - a.record.seq,
    );
    let after: ListKey | null = null;
    for (let start = 0; start < 300; start += 100) {
      const page = await list.page({ ...first, by: 'confidence', after });
      expect(page.rows.map(({ id, key }) => [id, key.value])).toEqual(
        inOrder.slice(start, start + 100).map(({ record, confidence }) => [record.addr, confidence]),
      );
      after = page.rows.at(-1)?.key ?? null;
    }
    expect(await list.isBounded('list')).toBe(false);
    for (const { key, count } of counts) {
      const some = await listOf([key]);
      expect(await some.count()).toEqual({ count, isExact: true });
      const page = await some.page({ ...first, by: 'seq' });
      const expected = all
        .filter(({ state }) => state === key)
        .sort((a, b) => b.record.seq - a.record.seq)
        .slice(0, 100);
      expect(page.rows.map(({ id }) => id)).toEqual(expected.map(({ record }) => record.addr));
      expect(await some.isBounded('list')).toBe(false);
    }
    const worded = all.filter(
      ({ record, state }) => state !== 'settled' && record.core.text.includes('tower'),
    );
    const others = LISTED_STATES.filter((state) => state !== 'settled');
    expect(await (await listOf(others, 'tower')).count()).toEqual({ count: worded.length, isExact: true });
  });
});

describe('the projection of beliefs', () => {
  const view = { seq: 10, until: at(86_399), observedUpTo: 10 };
  const DAY = 20_454;
  const position = { seq: 10, pending: 10, revision: 0 };
  const day = { corpus: CORPUS, day: DAY, confidentDay: DAY, passed: null };
  const nothing = { ledgers: [], states: [], tallies: [], verdicts: [] };

  async function viewed(rows: number, entries = 0) {
    const opened = await openEmptyEmbedded();
    const ledgers = range(rows).map((n) => {
      const row = {
        corpus: CORPUS,
        cluster: `cl_c1${n}`,
        state: 'settled' as const,
        confidence: 1,
        day: DAY,
      };
      return { ...row, until: NEVER_LASTS };
    });
    await save(opened.store, {
      corpora: [corpus(CORPUS, { size: 11 + entries, newestEffectiveAt: at(0) })],
      claims: [claim(1)],
      entries: range(entries).map((n) =>
        entry(11 + n, { type: 'artefact.observed', artefact: { hash: 'none' } } as never),
      ),
    });
    await saveBeliefs(opened.store, { position, days: [day], ...nothing, ledgers });
    const asked = { ...view, seq: 10 + entries, observedUpTo: 10 + entries };
    const found = await projectedView(opened.store, CORPUS, asked);
    const later = await projectedView(opened.store, CORPUS, { ...asked, until: at(-1) });
    await opened.dispose();
    return [found?.moved.length, later];
  }

  it('serves a view while the ledgers that differ from it fit one list read', async () => {
    expect(await viewed(MAX_MOVED)).toEqual([MAX_MOVED, null]);
    expect(await viewed(MAX_MOVED + 1)).toEqual([undefined, null]);
  });

  it('serves a view as long as no more entries lie between than one list looks through', async () => {
    expect(await viewed(1, MAX_ENTRIES_BETWEEN - 1)).toEqual([1, null]);
    expect(await viewed(1, MAX_ENTRIES_BETWEEN + 1)).toEqual([undefined, null]);
  });
});
