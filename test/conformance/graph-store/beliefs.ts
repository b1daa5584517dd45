/** Conformance: the projection of beliefs in a store, its rows and steps. */
import { expect } from 'vitest';
import { utcDay } from '../../../graph/belief/utc-day.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import {
  type LedgerBelief,
  NEVER_LASTS,
  NO_BELIEF_CHANGES,
  type VerdictDay,
} from '../../../graph/store/beliefs.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { WORLD } from './belief-world.ts';
import { type StoreTest, save, saveBeliefs } from './harness.ts';
import {
  answer,
  answerId,
  at,
  CORPUS,
  claim,
  claimAddr,
  hash,
  ledgerEntry,
  observation,
  occurrence,
} from './records.ts';
import { range } from './world.ts';

export function describeBeliefs(test: StoreTest): void {
  test('holds what a step of the projection says, and forgets it with the projections', async ({
    store,
    reopen,
  }) => {
    await save(store, { claims: [claim(1), claim(2)], occurrences: [occurrence(1, 1, 1)] });
    const ledgers: LedgerBelief[] = [
      {
        corpus: CORPUS,
        cluster: 'cl_c11',
        state: 'settled',
        confidence: 700_000,
        day: 20_000,
        until: 20_090,
      },
      { corpus: CORPUS, cluster: 'cl_c12', state: 'stale', confidence: 5, day: 20_000, until: null },
      {
        corpus: CORPUS,
        cluster: 'cl_c13',
        state: 'disputed',
        confidence: 6,
        day: 20_000,
        until: NEVER_LASTS,
      },
      { corpus: 'other', cluster: 'cl_c11', state: 'none', confidence: -1, day: 1, until: 2 },
    ];
    const position = { seq: 5, pending: 7, revision: 3 };
    const day = { corpus: CORPUS, day: 20_000, confidentDay: -1, passed: 'cl_c1' };
    const tallies = [
      { corpus: CORPUS, state: 'settled' as const, claims: 1 },
      { corpus: 'other', state: 'none' as const, claims: 4 },
    ];
    const states = [{ addr: claimAddr(1), state: 'settled' as const }];
    await saveBeliefs(store, { position, days: [day], ledgers, states, tallies, verdicts: [] });
    const again = await reopen();
    expect(await again.beliefs('position', {})).toEqual([position]);
    expect(await again.beliefs('day', { corpus: CORPUS })).toEqual([day]);
    expect(await again.beliefs('day', { corpus: 'other' })).toEqual([]);
    expect(await again.beliefs('tallies', { corpus: 'other' })).toEqual(tallies.slice(1));
    const due = (before: number, from: number) =>
      again.beliefs('due', { corpus: CORPUS, before, from, limit: 5 });
    expect(await due(20_090, 0)).toEqual([]);
    expect(await due(20_091, 0)).toEqual(ledgers.slice(0, 1));
    expect((await due(20_091, NEVER_LASTS)).map(({ cluster }) => cluster)).toEqual(['cl_c13', 'cl_c11']);
    const after = await again.beliefs('after', { corpus: CORPUS, after: 'cl_c11', limit: 1 });
    expect(after).toEqual(ledgers.slice(1, 2));
    const by = [
      { corpus: 'other', cluster: 'cl_c11' },
      { corpus: CORPUS, cluster: 'cl_none' },
    ];
    expect(await again.beliefs('ledgers', { by })).toEqual(ledgers.slice(3));
    expect(await again.beliefs('ledgers', { by: [] })).toEqual([]);
    const [one, two] = await again.beliefs('claims', { by: [claimAddr(1), claimAddr(9)] });
    expect(two).toBeUndefined();
    expect(one).toEqual({ addr: claimAddr(1), corpus: CORPUS, cluster: 'cl_c11', seq: 1, state: 'settled' });
    await saveBeliefs(again, {
      ...NO_BELIEF_CHANGES,
      days: [{ ...day, confidentDay: 20_000, passed: null }],
    });
    const [later] = await again.beliefs('day', { corpus: CORPUS });
    expect(later).toEqual({ ...day, confidentDay: 20_000, passed: null });
    await again.transact((tx) => tx.clearProjections());
    expect(await again.beliefs('position', {})).toEqual([]);
    expect(await again.beliefs('after', { corpus: CORPUS, after: '', limit: 9 })).toEqual([]);
    expect(await again.beliefs('tallies', { corpus: CORPUS })).toEqual([]);
  });

  test('has the day up to which each verdict lasts, from the entry of an answer that follows the present', async ({
    store,
    reopen,
  }) => {
    const past = '2025-06-01T00:00:00.000Z';
    const says = { claims: [claimAddr(1)], effective_until: '2026-01-01T23:59:59.999Z' };
    const first = utcDay(Date.parse(says.effective_until));
    const answers = [
      ...range(3).map((n) => answer(n, says)),
      answer(3, { ...says, as_of: past, effective_until: past }),
      answer(4, { ...says, claims: [] }),
      answer(5, says, { corpus: 'other' }),
      answer(6, { ...says, as_of: '2026-01-01T23:59:59.999Z' }, { at: '2026-01-01T08:00:00.000Z' }),
    ];
    await save(store, { answers });
    const row = (n: number, until: number, corpus = CORPUS, seq = 0) => ({
      answer: answerId(n),
      corpus,
      until,
      seq,
    });
    const rows = async (from: GraphStore) =>
      (await from.beliefs('verdicts', { by: [...range(7).map(answerId), 'ans_none'] })).toSorted((a, b) =>
        byCodeUnit(a.answer, b.answer),
      );
    const assembled = [...range(3).map((n) => row(n, first)), row(5, first, 'other'), row(6, first)];
    expect(await rows(store)).toEqual(assembled);
    expect(await store.beliefs('verdicts', { by: [] })).toEqual([]);

    const verdicts = [row(0, first + 90, CORPUS, 7), row(1, first + 1), row(3, first + 1)];
    await saveBeliefs(store, { ...NO_BELIEF_CHANGES, verdicts });
    await save(store, { answers: answers.slice(0, 1) });
    const again = await reopen();
    expect(await rows(again)).toEqual([...verdicts.slice(0, 2), ...assembled.slice(2)]);
    const due = (before: number, after: Pick<VerdictDay, 'until' | 'answer'> | null, limit = 5) =>
      again.beliefs('dueVerdicts', { corpus: CORPUS, before, after, limit });
    expect(await due(first, null)).toEqual([]);
    expect(await due(first + 1, null)).toEqual([row(2, first), row(6, first)]);
    expect(await due(first + 90, null)).toEqual([row(2, first), row(6, first), row(1, first + 1)]);
    expect(await due(first + 91, null, 2)).toEqual([row(2, first), row(6, first)]);
    expect(await due(first + 91, row(1, first + 1), 2)).toEqual(verdicts.slice(0, 1));
    expect(await due(first + 91, row(0, first + 1))).toEqual([row(1, first + 1), ...verdicts.slice(0, 1)]);
    await again.transact((tx) => tx.clearProjections());
    expect(await rows(again)).toEqual([]);
    expect(await due(first + 91, null)).toEqual([]);
  });

  test('reads in a step what it saves, and keeps nothing of one that fails, nor writes behind its end', async ({
    store,
  }) => {
    await save(store, { claims: [claim(1)] });
    const states = [{ addr: claimAddr(1), state: 'stale' as const }];
    const position = { seq: 1, pending: 1, revision: 1 };
    const failed = store.moveBeliefs(async (tx) => {
      expect((await tx.head()).size).toBe((await store.head()).size);
      await tx.save({ ...NO_BELIEF_CHANGES, position, states });
      expect(await tx.beliefs('position', {})).toEqual([position]);
      expect(await tx.beliefs('claims', { by: [claimAddr(1)] })).toMatchObject([{ state: 'stale' }]);
      throw new Error('ended');
    });
    await expect(failed).rejects.toThrow('ended');
    expect(await store.beliefs('position', {})).toEqual([]);
    expect(await store.beliefs('claims', { by: [claimAddr(1)] })).toMatchObject([{ state: null }]);
    const ended = await store.moveBeliefs(async (tx) => tx);
    await expect(ended.save({ ...NO_BELIEF_CHANGES, position })).rejects.toThrow('the transaction has ended');
  });

  test('finds the claims of a cluster by position, and the ledgers that cite a hash', async ({ store }) => {
    const cited = (ofClaim: number, seq: number, artefact: number | null, bytes: string) =>
      ledgerEntry(ofClaim, seq, {
        log: { seq: 50 + ofClaim, tree_size: 51 + ofClaim, root: hash('root') },
        evidence: [
          {
            ref: 'https://example.org/',
            hash: hash(bytes),
            kind: 'source',
            check: artefact === null ? 'unknown' : 'match',
            domain: 'example.org',
            ...(artefact !== null && { artefact: `a1${artefact}` as const }),
          },
        ],
      });
    await save(store, {
      claims: WORLD,
      occurrences: [],
      observations: [observation(3, 3, at(3)), { ...observation(4, 4, at(4)), hash: hash('bytes 3') }],
      ledger: [
        cited(1, 0, 3, 'bytes 3'),
        cited(2, 0, null, 'bytes 3'),
        cited(3, 0, 4, 'bytes 3'),
        cited(4, 0, 5, 'bytes 5'),
      ],
    });
    const members = (after: number, limit: number) =>
      store.beliefs('members', { corpus: CORPUS, cluster: 'cl_many', after, limit });
    expect((await members(-1, 3)).map(({ seq, state }) => [seq, state])).toEqual([
      [0, null],
      [4, null],
      [8, null],
    ]);
    expect((await members(20, 9)).map(({ seq }) => seq)).toEqual([24, 28]);
    const citing = async (after: string, limit: number) =>
      (await store.beliefs('citing', { hashes: [hash('bytes 3'), hash('none')], after, limit })).map(
        (one) => one.claim,
      );
    expect(await citing('', 9)).toEqual([1, 2, 3].map(claimAddr));
    expect(await citing('', 2)).toEqual([1, 2].map(claimAddr));
    expect(await citing(claimAddr(2), 2)).toEqual([claimAddr(3)]);
    expect(await store.beliefs('citing', { hashes: [], after: '', limit: 9 })).toEqual([]);
  });
}
