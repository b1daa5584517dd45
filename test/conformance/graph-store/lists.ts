/** Conformance: lists of claims and artefacts, held against a plain reading of the same world. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ClaimAddr } from '../../../graph/address.ts';
import { claimFacets } from '../../../graph/claim-facets.ts';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ArtefactFilter,
  type ClaimFilter,
} from '../../../graph/store/filters.ts';
import { MAX_COUNTED, MAX_LISTED } from '../../../graph/store/lists.ts';
import type {
  ArtefactSelection,
  ClaimSelection,
  ListOrder,
  ListPage,
} from '../../../graph/store/selection.ts';
import { days, joinedOf, numbers, oneOf, positions, times } from './drawn-filters.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactKey, claimKey, inOrder, walk, whole } from './list-pages.ts';
import { groups, isTold, plainArtefacts, plainClaims, WORLD } from './plain-lists.ts';
import { artefact, at, CORPUS, claim, claimAddr, formOf, occurrence } from './records.ts';
import { statedIn, worldChanges } from './world.ts';

const SAVED_TOGETHER = 2_000;
const ALL = { seq: 1_000, until: at(1_000) };
/** A server plans every statement that it has not seen, so that each run costs it seconds on a busy machine. */
export const RUNS = { embedded: { numRuns: 80 }, neo4j: { numRuns: 5 } };

const view = fc.record({
  seq: fc.integer({ min: -1, max: 130 }),
  until: fc.integer({ min: -1, max: 70 }).map(at),
});
const orNull = <T>(...values: T[]) => fc.constantFrom(null, null, null, ...values);
const NO_JOINS = { and: fc.constant([]), or: fc.constant([]), not: fc.constant(null) };

export const page = fc.record({
  by: fc.constantFrom<ListOrder>('seq', 'effective_at', 'id'),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 5 }),
  lookAt: fc.constantFrom(undefined, 1, 7),
});

const claimFields = fc.record({
  text: orNull('saturn', 'GRÖSSE', 'größe', '%', 'no such words'),
  addr: orNull<readonly string[]>([claimAddr(4), claimAddr(9)], [], [claimAddr(1), 'wx:']),
  subject: oneOf('saturn', 'Straße'),
  entity: oneOf('Jupiter', 'straße'),
  attribute: oneOf('Moon', 'ring'),
  dimension: oneOf('entity', 'quantity'),
  number: numbers,
  date: days,
  cluster: oneOf('cluster-2', 'cluster-3'),
  licence: oneOf('CC-BY-4.0', 'All rights reserved'),
  domain: oneOf('d1.p1.org', 'd0.p2.org', 'd9.p0.org'),
  publisher: oneOf('p0.org', 'p1.org'),
  sources: orNull('one' as const, 'several' as const),
  belief: fc.constant(null),
  confidence: fc.constant(null),
  effectiveAt: times,
  seq: positions,
  ...NO_JOINS,
});
const claimFilter = joinedOf<ClaimFilter>(claimFields, ANY_CLAIM);
export const claimSelection: fc.Arbitrary<ClaimSelection> = fc.record({
  corpus: fc.constant(CORPUS),
  view,
  filter: fc.oneof(fc.constant(ANY_CLAIM), claimFilter),
  prefixes: orNull<readonly string[]>([], [`wx://${CORPUS}/claim/c11`, 'wx://other/']),
  closedLicences: fc.constantFrom<readonly string[]>([], ['All rights reserved']),
  firstOfCluster: fc.constantFrom(
    undefined,
    undefined,
    { several: null },
    { several: true },
    { several: false },
  ),
  among: orNull<readonly ClaimAddr[]>([claimAddr(4), claimAddr(9), claimAddr(1)]),
});

const artefactFilter = joinedOf<ArtefactFilter>(
  fc.record({
    text: orNull('ÜBER', 'moons'),
    licence: oneOf('CC0-1.0', 'CC-BY-4.0'),
    domain: oneOf('d1.p1.org', 'd0.p2.org', 'd9.p0.org'),
    publisher: oneOf('p0.org', 'p1.org'),
    lang: oneOf('de', 'en'),
    mediaType: oneOf('text/plain', 'text/html'),
    withdrawn: orNull(true, false),
    effectiveAt: times,
    seq: positions,
    ...NO_JOINS,
  }),
  ANY_ARTEFACT,
);
export const artefactSelection: fc.Arbitrary<ArtefactSelection> = fc.record({
  corpus: fc.constant(CORPUS),
  view,
  filter: fc.oneof(fc.constant(ANY_ARTEFACT), artefactFilter),
});

export function describeLists(test: StoreTest): void {
  test('lists, counts and groups claims as a plain reading does', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    await fc.assert(
      fc.asyncProperty(claimSelection, page, async (selection, paging) => {
        const expected = plainClaims(selection);
        const rows = inOrder(expected, paging, claimKey);
        const first = { ...paging, after: null, before: null, lookAt: 1_000 };
        expect(await store.list('claims', selection, first)).toEqual(whole(rows.slice(0, paging.limit)));
        expect(await walk(paging, (one) => store.list('claims', selection, one), claimKey)).toEqual(rows);
        expect(await store.count('claims', selection)).toEqual({ count: expected.length, isExact: true });
        expect(await store.claimAddrs(selection, 3)).toEqual({
          addrs: expected.slice(0, 3).map(({ addr }) => addr),
          isCut: false,
        });
        for (const by of ['licence', 'domain', 'publisher'] as const) {
          const keys = expected.map(({ addr }) =>
            statedIn(WORLD, addr, selection.view).map(({ record }) => record[by]),
          );
          expect(await store.groups('claims', selection, by)).toEqual(groups(keys));
        }
        for (const by of ['attribute', 'dimension'] as const) {
          const keys = expected.map((one) => [isTold(one, selection) ? claimFacets(one)[by] : null]);
          expect(await store.groups('claims', selection, by)).toEqual(groups(keys));
        }
      }),
      RUNS[store.capabilities.engine],
    );
  });

  test('tells claims of one publisher from those of several, in each view', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    for (const sources of ['one', 'several'] as const) {
      for (const seen of [ALL, { seq: 100, until: at(50) }, { seq: 60, until: at(40) }]) {
        const selection = { ...everything(), view: seen, filter: { ...ANY_CLAIM, sources } };
        const expected = plainClaims(selection);
        if (seen === ALL) expect(expected.length).toBeGreaterThan(0);
        const page = { by: 'seq', descending: false, after: null, before: null, limit: 1_000 } as const;
        expect(await store.list('claims', selection, page)).toEqual(whole(expected));
        expect(await store.count('claims', selection)).toEqual({ count: expected.length, isExact: true });
      }
    }
  });

  test('tells them too where places, artefacts and claims of own clusters are saved one by one', async ({
    store,
  }) => {
    const { artefacts, occurrences, claims } = WORLD;
    for (const one of occurrences.slice(0, 9)) await save(store, { occurrences: [one] });
    for (const one of artefacts) await save(store, { artefacts: [one] });
    for (const one of claims) await save(store, { claims: [{ ...one, claim_cluster_id: one.addr }] });
    for (const one of occurrences.slice(9)) await save(store, { occurrences: [one] });
    for (const sources of ['one', 'several'] as const) {
      const selection = { ...everything(), filter: { ...ANY_CLAIM, sources } };
      const page = { by: 'seq', descending: false, after: null, before: null, limit: 1_000 } as const;
      const { rows } = await store.list('claims', selection, page);
      expect(rows.map(({ addr }) => addr)).toEqual(plainClaims(selection).map(({ addr }) => addr));
    }
  });

  test('lists, counts and groups artefacts as a plain reading does', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    await fc.assert(
      fc.asyncProperty(artefactSelection, page, async (selection, paging) => {
        const expected = plainArtefacts(selection);
        const rows = inOrder(expected, paging, artefactKey);
        expect(await walk(paging, (one) => store.list('artefacts', selection, one), artefactKey)).toEqual(
          rows,
        );
        expect(await store.count('artefacts', selection)).toEqual({ count: expected.length, isExact: true });
        for (const by of ['licence', 'domain', 'publisher', 'lang'] as const) {
          const keys = expected.map(({ record }) => [record[by]]);
          expect(await store.groups('artefacts', selection, by)).toEqual(groups(keys));
        }
        const mediaTypes = expected.map(({ record }) => [record.media_type]);
        expect(await store.groups('artefacts', selection, 'mediaType')).toEqual(groups(mediaTypes));
      }),
      RUNS[store.capabilities.engine],
    );
  });

  test('gives a page between two rows, of which neither is there any more', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const rows = { by: 'seq', descending: false, limit: 9 } as const;
    const between = { ...rows, after: { value: 3, id: `${claimAddr(3)}x` }, before: { value: 6, id: 'wx:' } };
    const { rows: found } = await store.list('claims', everything(), between);
    expect(found.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  test('gives each claim of an earlier page once while others are appended before and behind it', async ({
    store,
  }) => {
    await save(store, worldChanges(WORLD));
    const rows = { by: 'effective_at', descending: true, limit: 4 } as const;
    const selection = everything();
    const before = await walk(
      { ...rows, limit: 99 },
      (one) => store.list('claims', selection, one),
      claimKey,
    );
    let n = 500;
    const seen = await walk(
      rows,
      async (one) => {
        const added = [n, n + 1].map((seq) => claim(seq, { effective_at: at(seq === n ? 0 : 60) }));
        const places = added.map(({ seq }) => occurrence(seq, seq, 1));
        n += 2;
        await save(store, { claims: added, occurrences: places });
        return store.list('claims', { ...selection, view: { ...ALL, seq: 400 } }, one);
      },
      claimKey,
    );
    expect(seen).toEqual(before);
  });

  test('does not take a needle for a pattern, nor a quote for its end', async ({ store }) => {
    const odd = claim(1, { core: { v: 1, corpus: CORPUS, lang: 'en', text: `50% of_"it's\\" done` } });
    await save(store, { claims: [odd, claim(2)], occurrences: [occurrence(1, 1, 1), occurrence(2, 2, 1)] });
    for (const text of ['50%', 'of_"', `it's`, '\\"'])
      expect(await store.count('claims', { ...everything(), filter: { ...ANY_CLAIM, text } })).toEqual({
        count: 1,
        isExact: true,
      });
    for (const text of ['5%f', "' OR 1=1 --", '.*'])
      expect(await store.count('claims', { ...everything(), filter: { ...ANY_CLAIM, text } })).toEqual({
        count: 0,
        isExact: true,
      });
  });

  test('looks at so many rows where none passes, says where it stopped, and goes on behind it', async ({
    store,
  }) => {
    await save(store, worldChanges(WORLD));
    const all = WORLD.claims.length;
    const rows = { by: 'seq', descending: false, after: null, before: null, limit: 5 } as const;
    const selection = { ...everything(), filter: { ...ANY_CLAIM, text: 'no such words' } };
    const list = (page: Partial<ListPage>) => store.list('claims', selection, { ...rows, ...page });
    const tenth = WORLD.claims.toSorted((a, b) => a.seq - b.seq)[9];
    if (tenth === undefined) throw new Error('there are ten claims');
    const stoppedAt = claimKey(tenth, 'seq');
    expect(await list({ lookAt: 10 })).toEqual({ rows: [], stoppedAt });
    expect(await list({ after: stoppedAt, lookAt: all - 9 })).toEqual(whole([]));
    expect((await list({ lookAt: all })).stoppedAt).not.toBeNull();
    expect(await list({ lookAt: all + 1 })).toEqual(whole([]));
    expect(await list({ descending: true, before: stoppedAt, lookAt: all - 9 })).toEqual(whole([]));
    expect(await store.count('claims', selection, all)).toEqual({ count: 0, isExact: true });
    expect(await store.count('claims', selection, all - 1)).toEqual({ count: 0, isExact: false });
    expect(await store.claimAddrs(selection, 5, all)).toEqual({ addrs: [], isCut: false });
    expect(await store.claimAddrs(selection, 5, all - 1)).toEqual({ addrs: [], isCut: true });
    const artefacts = { ...everyArtefact(), filter: { ...ANY_ARTEFACT, text: 'no such words' } };
    const found = WORLD.artefacts.length;
    expect((await store.list('artefacts', artefacts, { ...rows, lookAt: 1 })).stoppedAt).not.toBeNull();
    expect(await store.count('artefacts', artefacts, found)).toEqual({ count: 0, isExact: true });
    expect(await store.count('artefacts', artefacts, found - 1)).toEqual({ count: 0, isExact: false });
  });

  test('finds claims by the number or the day that they state, with the ends of a range', async ({
    store,
  }) => {
    await save(store, worldChanges(WORLD));
    const page = { by: 'seq', descending: false, after: null, before: null, limit: 100, lookAt: 1 } as const;
    const found = async (filter: Partial<ClaimFilter>) => {
      const selection = { ...everything(), filter: { ...ANY_CLAIM, ...filter } };
      const { rows, stoppedAt } = await store.list('claims', selection, page);
      expect(stoppedAt).toBeNull();
      expect(rows).toEqual(plainClaims(selection));
      expect(await store.count('claims', selection, 1)).toEqual({ count: rows.length, isExact: true });
      return rows.map(({ seq }) => seq);
    };
    const km = (from: number | null, to: number | null) => found({ number: { unit: 'km', from, to } });
    expect(await km(19.5, 19.75)).toEqual([19]);
    expect(await km(19.51, 19.75)).toEqual([]);
    expect(await km(19.5, 19.74)).toEqual([]);
    expect(await km(11.5, null)).toEqual([11, 19]);
    expect(await km(null, 8)).toEqual([7]);
    expect(await km(0, 100)).toEqual([19]);
    expect(await found({ number: { unit: '', from: 13, to: 14 } })).toEqual([13]);
    expect(await found({ number: { unit: 'mile', from: 0, to: null } })).toEqual([]);
    const days = (from: string | null, to: string | null) => found({ date: { from, to } });
    expect(await days('2020-01-01', '2020-01-02')).toEqual([1]);
    expect(await days('2020-01-01', '2020-01-01')).toEqual([]);
    // The words of the other one may not be shown.
    expect(await days('2020-01-05', '2020-01-07')).toEqual([]);
    expect(await days('2020-01-06', null)).toEqual([17]);
    expect(await days(null, '2020-01-06')).toEqual([1]);
    expect(
      await found({
        or: [
          { ...ANY_CLAIM, date: { from: '2020-01-02', to: null } },
          { ...ANY_CLAIM, subject: ['mars'] },
        ],
      }),
    ).toEqual([17]);
  });

  test('compares numbers as doubles: of digits past these nothing counts, and a bound beyond them is none', async ({
    store,
  }) => {
    const huge = `1${'0'.repeat(400)}`;
    const bounds: readonly (readonly [string | null, string | null])[] = [
      ['9007199254740993', '9007199254740993'],
      ['9007199254740995', '9007199254740995'],
      ['0.1234567890123456789', '0.1234567890123456789'],
      [huge, huge],
      ['5', huge],
      [`-${huge}`, '6'],
    ];
    await save(store, {
      claims: bounds.map(([min, max], n) => {
        const value = { kind: 'quantity', min, max, unit: 'm', precision: 0 } as const;
        return claim(n, { core: { ...claim(n).core, form: formOf('saturn', value) } });
      }),
      artefacts: [artefact(1)],
      occurrences: bounds.map((_, n) => occurrence(n, n, 1)),
    });
    const found = async (from: number | null, to: number | null) => {
      const filter = { ...ANY_CLAIM, number: { unit: 'm', from, to } };
      const page = { by: 'seq', descending: false, after: null, before: null, limit: 9 } as const;
      const { rows } = await store.list('claims', { ...everything(), filter }, page);
      return rows.map(({ seq }) => seq);
    };
    expect(await found(9007199254740992, 9007199254740992)).toEqual([0]);
    expect(await found(9007199254740996, null)).toEqual([1]);
    expect(await found(0.12345678901234568, 0.12345678901234568)).toEqual([2]);
    expect(await found(0.1234567890123457, 1)).toEqual([]);
    expect(await found(Number.MAX_VALUE, null)).toEqual([]);
    expect(await found(null, Number.MAX_VALUE)).toEqual([0, 1, 2, 5]);
    expect(await found(5, 6)).toEqual([]);
    expect(await found(5, null)).toEqual([0, 1, 4]);
  });

  test('looks through nothing for what an index finds', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const filter = {
      ...ANY_CLAIM,
      or: [
        { ...ANY_CLAIM, cluster: ['cluster-2'] },
        { ...ANY_CLAIM, addr: [claimAddr(9)] },
      ],
    };
    const selection = { ...everything(), filter };
    const expected = plainClaims(selection);
    expect(expected.length).toBeGreaterThan(1);
    const page = { by: 'seq', descending: false, after: null, before: null, limit: 100, lookAt: 1 } as const;
    expect(await store.list('claims', selection, page)).toEqual(whole(expected));
    expect(await store.count('claims', selection, 1)).toEqual({ count: expected.length, isExact: true });
  });

  test('refuses a page that is longer than a listing may be', async ({ store }) => {
    const rows = { by: 'seq', descending: false, after: null, before: null } as const;
    const past = { ...rows, limit: MAX_LISTED + 1 };
    await expect(store.list('claims', everything(), past)).rejects.toThrow(RangeError);
    await expect(store.list('artefacts', everyArtefact(), past)).rejects.toThrow(RangeError);
    expect(await store.list('claims', everything(), { ...rows, limit: MAX_LISTED })).toEqual(whole([]));
  });

  test(`counts ${MAX_COUNTED} rows, and of one more says that there are more`, async ({ store }) => {
    const addArtefacts = async (from: number, to: number) => {
      for (let n = from; n < to; n += SAVED_TOGETHER) {
        const some = Array.from({ length: Math.min(SAVED_TOGETHER, to - n) }, (_, index) =>
          artefact(n + index),
        );
        await save(store, { artefacts: some });
      }
    };
    const selection = { ...everyArtefact(), view: { seq: MAX_COUNTED, until: at(MAX_COUNTED) } };
    await addArtefacts(0, MAX_COUNTED);
    expect(await store.count('artefacts', selection)).toEqual({ count: MAX_COUNTED, isExact: true });
    await addArtefacts(MAX_COUNTED, MAX_COUNTED + 1);
    expect(await store.count('artefacts', selection)).toEqual({ count: MAX_COUNTED, isExact: false });
  });

  test('has nothing of a corpus that is not there', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const selection = { ...everything(), corpus: 'none' };
    expect(await store.count('claims', selection)).toEqual({ count: 0, isExact: true });
    expect(await store.groups('claims', selection, 'licence')).toEqual([]);
    expect(await store.groups('artefacts', { ...everyArtefact(), corpus: 'none' }, 'lang')).toEqual([]);
  });
}

export function everything(): ClaimSelection {
  return {
    corpus: CORPUS,
    view: ALL,
    filter: ANY_CLAIM,
    prefixes: null,
    closedLicences: [],
    among: null,
  };
}

export function everyArtefact(): ArtefactSelection {
  return { corpus: CORPUS, view: ALL, filter: ANY_ARTEFACT };
}
