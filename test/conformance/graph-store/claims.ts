/** Conformance: claims, occurrences and rivals. */
import { expect } from 'vitest';
import type { ClaimForm } from '../../../graph/claim.ts';
import { allPlaces, NO_LIMIT, type RangeQuery } from '../../../graph/store/ranges.ts';
import type { View } from '../../../graph/store/rows.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactId, at, CORPUS, claim, claimAddr, DEFINITION, occurrence } from './records.ts';

const FORM: ClaimForm = {
  subject: { key: 'saturn', surface: 'Saturn', how: 'explicit' },
  attribute: { head: 'moon', modifiers: [], predicate: 'have', dimension: 'count' },
  value: { kind: 'quantity', min: '274', max: null, unit: '', precision: 0 },
  scope: { valid_from: null, valid_to: null, place: null, qualifiers: ['known'] },
  role: 'current',
  polarity: 'affirmed',
  modality: 'asserted',
};

function inSlots(by: readonly string[]): RangeQuery<'claimsOfSlot'> {
  return { corpus: CORPUS, by, upTo: 1_000, limit: 100 };
}

export function describeClaims(test: StoreTest): void {
  test('gives claims in the order asked for, null for unknown ones', async ({ store }) => {
    const formed = claim(2, { core: { v: 1, corpus: CORPUS, lang: 'en', text: 'Saturn', form: FORM } });
    await save(store, { claims: [claim(1), formed] });
    const addrs = [claimAddr(2), claimAddr(9), claimAddr(1), claimAddr(2)];
    expect(await store.records('claims', addrs)).toEqual([formed, null, claim(1), formed]);
    expect(await store.records('claims', [])).toEqual([]);
  });

  test('finds the claims of a slot by seq, of that corpus only', async ({ store }) => {
    const late = claim(7, { slot: 's' });
    const early = claim(2, { slot: 's' });
    const foreign = claim(3, { slot: 's', core: { v: 1, corpus: 'other', lang: 'en', text: 'x' } });
    await save(store, { claims: [late, early, foreign, claim(4)] });
    expect(await store.ranges('claimsOfSlot', inSlots(['s', 'none', 's']))).toEqual([
      [early, late],
      [],
      [early, late],
    ]);
  });

  test('finds the newest claims of a slot up to a position, and of each cluster the first alone', async ({
    store,
  }) => {
    const claims = [1, 2, 3, 4].map((n) => claim(n, { slot: 's', seq: n }));
    const alias = claim(5, { slot: 's', seq: 5, claim_cluster_id: 'cl_c12' });
    await save(store, { claims: [...claims, alias] });
    const addrs = async (parts: Partial<RangeQuery<'claimsOfSlot'>>) =>
      (await store.ranges('claimsOfSlot', { ...inSlots(['s']), ...parts })).flat().map(({ addr }) => addr);
    expect(await addrs({})).toEqual([1, 2, 3, 4].map(claimAddr));
    expect(await addrs({ limit: 4 })).toEqual([1, 2, 3, 4].map(claimAddr));
    expect(await addrs({ limit: 3 })).toEqual([2, 3, 4].map(claimAddr));
    expect(await addrs({ upTo: 3, limit: 2 })).toEqual([2, 3].map(claimAddr));
    expect(await addrs({ upTo: 0 })).toEqual([]);
  });

  test('never finds a claim without a slot by one', async ({ store }) => {
    await save(store, { claims: [claim(1)] });
    expect(await store.ranges('claimsOfSlot', inSlots(['', 'null']))).toEqual([[], []]);
  });

  test('finds the earliest claims that say what something is, up to a position and of that corpus only', async ({
    store,
  }) => {
    const said = (n: number, parts: Partial<ClaimForm> = {}, corpus = CORPUS) => {
      const form = { ...DEFINITION, ...parts };
      return claim(n, { seq: n, core: { v: 1, corpus, lang: 'en', text: `${n}`, form } });
    };
    const { attribute, subject } = DEFINITION;
    const others = [
      said(5, { polarity: 'negated' }),
      said(6, { modality: 'planned' }),
      said(7, { attribute: { ...attribute, predicate: 'have' } }),
      said(8, { attribute: { ...attribute, dimension: 'count' } }),
      said(9, { subject: { ...subject, how: 'title' } }),
      said(10, { subject: { ...subject, key: 'vite 2' } }),
      said(11, {}, 'other'),
    ];
    await save(store, { claims: [said(3), said(1), said(2), ...others, claim(12)] });
    const addrs = async (parts: Partial<RangeQuery<'definitions'>> = {}) => {
      const query = { corpus: CORPUS, by: ['vite', 'none', ''], upTo: 100, limit: 10, ...parts };
      return (await store.ranges('definitions', query)).map((found) => found.map(({ addr }) => addr));
    };
    expect(await addrs()).toEqual([[1, 2, 3].map(claimAddr), [], []]);
    expect(await addrs({ limit: 2 })).toEqual([[1, 2].map(claimAddr), [], []]);
    expect(await addrs({ upTo: 1 })).toEqual([[claimAddr(1)], [], []]);
    expect(await addrs({ upTo: 0 })).toEqual([[], [], []]);
  });

  test('finds the claims of a cluster by seq', async ({ store }) => {
    const late = claim(7, { claim_cluster_id: 'k' });
    const early = claim(2, { claim_cluster_id: 'k' });
    await save(store, { claims: [late, early, claim(4)] });
    const found = (limit: number) => store.ranges('claimsOfCluster', { by: ['none', 'k', 'cl_c14'], limit });
    expect(await found(NO_LIMIT)).toEqual([[], [early, late], [claim(4)]]);
    expect(await found(2)).toEqual([[], [early, late], [claim(4)]]);
    expect(await found(1)).toEqual([[], [early], [claim(4)]]);
  });

  test('lists the occurrences of a claim and those in an artefact by seq', async ({ store }) => {
    const [first, second, third] = [occurrence(1, 1, 1), occurrence(2, 1, 2), occurrence(3, 2, 1)];
    await save(store, { occurrences: [third, second, first] });
    expect(await store.ranges('occurrences', allPlaces([claimAddr(1), claimAddr(9), claimAddr(2)]))).toEqual([
      [first, second],
      [],
      [third],
    ]);
    expect(await store.ranges('occurrencesIn', { by: [artefactId(9), artefactId(1)] })).toEqual([
      [],
      [first, third],
    ]);
  });

  test('keeps every place where one artefact states a claim', async ({ store }) => {
    await save(store, { occurrences: [occurrence(1, 1, 1), occurrence(2, 1, 1)] });
    await save(store, { occurrences: [occurrence(2, 1, 1)] });
    expect(await store.ranges('occurrences', allPlaces([claimAddr(1)]))).toEqual([
      [occurrence(1, 1, 1), occurrence(2, 1, 1)],
    ]);
  });

  test('gives no more places of each claim than asked for, the first or the newest of the log', async ({
    store,
  }) => {
    const seqs = async (parts: Partial<RangeQuery<'occurrences'>>) => {
      const query = { ...allPlaces([claimAddr(1), claimAddr(9), claimAddr(2)]), ...parts };
      return (await store.ranges('occurrences', query)).map((places) => places.map(({ seq }) => seq));
    };
    await save(store, {
      occurrences: [7, 3, 5, 1].map((seq) => occurrence(seq, 1, seq)).concat(occurrence(4, 2, 1)),
    });
    expect(await seqs({ limit: 3 })).toEqual([[1, 3, 5], [], [4]]);
    expect(await seqs({ limit: 4 })).toEqual([[1, 3, 5, 7], [], [4]]);
    expect(await seqs({ limit: 1 })).toEqual([[1], [], [4]]);
    expect(await seqs({ limit: 3, newestFirst: true })).toEqual([[7, 5, 3], [], [4]]);
    expect(await seqs({ limit: 2, after: 1 })).toEqual([[3, 5], [], [4]]);
    expect(await seqs({ after: 4 })).toEqual([[5, 7], [], []]);
    expect(await seqs({ limit: 1, after: 4, newestFirst: true })).toEqual([[7], [], []]);
  });

  test('counts only places in the view, by position and by time, towards a limit', async ({ store }) => {
    const late = { ...occurrence(2, 1, 2), effective_at: at(9) };
    const places = [occurrence(1, 1, 1), late, occurrence(3, 1, 3), occurrence(4, 1, 4)];
    await save(store, { occurrences: places });
    const [first, , third, fourth] = places;
    const read = (view: View, parts: Partial<RangeQuery<'occurrences'>> = {}) =>
      store.ranges('occurrences', { ...allPlaces([claimAddr(1)]), limit: 2, view, ...parts });
    expect(await read({ seq: 9, until: at(8) })).toEqual([[first, third]]);
    expect(await read({ seq: 9, until: at(9) })).toEqual([[first, late]]);
    expect(await read({ seq: 2, until: at(8) })).toEqual([[first]]);
    expect(await read({ seq: 3, until: at(3) }, { newestFirst: true })).toEqual([[third, first]]);
    expect(await read({ seq: 9, until: at(4) }, { newestFirst: true })).toEqual([[fourth, third]]);
    expect(await read({ seq: 0, until: at(9) })).toEqual([[]]);
  });

  test('finds rivals from either side, by seq', async ({ store }) => {
    const older = { claim: claimAddr(2), rival: claimAddr(1), seq: 2 };
    const newer = { claim: claimAddr(1), rival: claimAddr(3), seq: 5 };
    await save(store, { rivals: [newer, older] });
    const found = await store.ranges('rivals', {
      by: [claimAddr(1), claimAddr(2), claimAddr(3), claimAddr(9)],
    });
    expect(found).toEqual([[older, newer], [older], [newer], []]);
  });

  test('keeps the seq at which a rivalry was first found', async ({ store }) => {
    const first = { claim: claimAddr(1), rival: claimAddr(2), seq: 1 };
    await save(store, { rivals: [first, { ...first, seq: 2 }] });
    await save(store, { rivals: [{ ...first, seq: 3 }] });
    expect(await store.ranges('rivals', { by: [claimAddr(2)] })).toEqual([[first]]);
  });

  test('lists both rivalries of a pair that was found from both sides', async ({ store }) => {
    const there = { claim: claimAddr(1), rival: claimAddr(2), seq: 1 };
    const back = { claim: claimAddr(2), rival: claimAddr(1), seq: 2 };
    await save(store, { rivals: [there, back] });
    expect(await store.ranges('rivals', { by: [claimAddr(1), claimAddr(2)] })).toEqual([
      [there, back],
      [there, back],
    ]);
  });
}
