/** Conformance: lists of claims and artefacts, held against a plain reading of the same world. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import { claimFacets, foldText } from '../../../graph/claim-facets.ts';
import { type Group, MAX_COUNTED, MAX_LISTED } from '../../../graph/store/lists.ts';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ArtefactFilter,
  type ArtefactSelection,
  type ClaimFilter,
  type ClaimSelection,
  type ListKey,
  type ListOrder,
  type ListPage,
} from '../../../graph/store/selection.ts';
import { type StoreTest, save } from './harness.ts';
import { artefact, at, CORPUS, claim, claimAddr, occurrence } from './records.ts';
import { byIds, makeWorld, sees, statedIn, worldChanges } from './world.ts';

const WORLD = makeWorld();
const SAVED_TOGETHER = 2_000;
const ALL = { seq: 1_000, until: at(1_000) };
/** A server plans every statement that it has not seen, so that each run costs it seconds on a busy machine. */
const RUNS = { embedded: { numRuns: 80 }, neo4j: { numRuns: 5 } };

const view = fc.record({
  seq: fc.integer({ min: -1, max: 130 }),
  until: fc.integer({ min: -1, max: 70 }).map(at),
});
const orNull = <T>(...values: T[]) => fc.constantFrom(null, null, null, ...values);
const time = fc.option(fc.integer({ min: 0, max: 61 }).map(at), { freq: 3 });
const page = fc.record({
  by: fc.constantFrom<ListOrder>('seq', 'effective_at', 'id'),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 5 }),
});

const claimFilter: fc.Arbitrary<ClaimFilter> = fc.record({
  text: orNull('saturn', 'GRÖSSE', 'größe', '%', 'no such words'),
  subject: orNull('saturn', 'Straße'),
  entity: orNull('Jupiter', 'straße'),
  attribute: orNull('Moon', 'ring'),
  dimension: orNull('entity', 'boolean'),
  cluster: orNull('cluster-2', 'cluster-3'),
  licence: orNull('CC-BY-4.0', 'All rights reserved'),
  domain: orNull('d1.example.org', 'd2.example.org'),
  publisher: orNull('p0.org', 'p1.org'),
  sources: orNull('one' as const, 'several' as const),
  from: time,
  to: time,
});
const claimSelection: fc.Arbitrary<ClaimSelection> = fc.record({
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

const artefactFilter: fc.Arbitrary<ArtefactFilter> = fc.record({
  text: orNull('ÜBER', 'moons'),
  licence: orNull('CC0-1.0'),
  domain: orNull('d1.example.org'),
  publisher: orNull('p0.org'),
  lang: orNull('de', 'en'),
  mediaType: orNull('text/plain', 'text/html'),
  withdrawn: orNull(true, false),
  from: time,
  to: time,
});
const artefactSelection: fc.Arbitrary<ArtefactSelection> = fc.record({
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
        const first = { ...paging, after: null, before: null };
        expect(await store.list('claims', selection, first)).toEqual(rows.slice(0, paging.limit));
        expect(await walk(paging, (one) => store.list('claims', selection, one), claimKey)).toEqual(rows);
        expect(await store.count('claims', selection)).toEqual({ count: expected.length, isExact: true });
        expect(await store.claimAddrs(selection, 3)).toEqual(expected.slice(0, 3).map(({ addr }) => addr));
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
        expect(await store.list('claims', selection, page)).toEqual(expected);
        expect(await store.count('claims', selection)).toEqual({ count: expected.length, isExact: true });
      }
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
    expect((await store.list('claims', everything(), between)).map(({ seq }) => seq)).toEqual([4, 5]);
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

  test('refuses a page that is longer than a listing may be', async ({ store }) => {
    const rows = { by: 'seq', descending: false, after: null, before: null } as const;
    const past = { ...rows, limit: MAX_LISTED + 1 };
    await expect(store.list('claims', everything(), past)).rejects.toThrow(RangeError);
    await expect(store.list('artefacts', everyArtefact(), past)).rejects.toThrow(RangeError);
    expect(await store.list('claims', everything(), { ...rows, limit: MAX_LISTED })).toEqual([]);
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

function everything(): ClaimSelection {
  return {
    corpus: CORPUS,
    view: ALL,
    filter: ANY_CLAIM,
    prefixes: null,
    closedLicences: [],
    among: null,
  };
}

function everyArtefact(): ArtefactSelection {
  return { corpus: CORPUS, view: ALL, filter: ANY_ARTEFACT };
}

/** By seq. */
function plainClaims(selection: ClaimSelection): ClaimRecord[] {
  const { view: seen, filter, prefixes, among } = selection;
  const first = selection.firstOfCluster;
  return WORLD.claims.filter((one) => {
    const facets = claimFacets(one);
    const places = statedIn(WORLD, one.addr, seen).map(({ record }) => record);
    const of = (wanted: string | null, value: string | null) => wanted === null || foldText(wanted) === value;
    const { text, subject, entity, attribute, dimension, licence, domain, publisher } = filter;
    const isOfWords = [text, subject, entity, attribute, dimension].some((word) => word !== null);
    return (
      places.length > 0 &&
      (text === null || facets.words.includes(foldText(text))) &&
      of(subject, facets.subject) &&
      (of(entity, facets.subject) || of(entity, facets.object)) &&
      of(attribute, facets.attribute) &&
      (dimension === null || dimension === facets.dimension) &&
      (filter.cluster === null || filter.cluster === one.claim_cluster_id) &&
      places.some(
        (record) =>
          (licence === null || licence === record.licence) &&
          (domain === null || domain === record.domain) &&
          (publisher === null || publisher === record.publisher),
      ) &&
      inTime(filter, one.effective_at) &&
      (filter.sources === null || sourcesOf(places) === filter.sources) &&
      (prefixes === null || prefixes.some((prefix) => one.addr.startsWith(prefix))) &&
      (among === null || among.includes(one.addr)) &&
      (first === undefined || isFirstOfCluster(one, selection, first.several)) &&
      (!isOfWords || isTold(one, selection))
    );
  });
}

function sourcesOf(places: readonly { readonly publisher: string }[]): ClaimFilter['sources'] {
  return new Set(places.map(({ publisher }) => publisher)).size === 1 ? 'one' : 'several';
}

/** Of those of its cluster that a place in the view states and that are let through. */
function isFirstOfCluster(
  { claim_cluster_id, seq }: ClaimRecord,
  { view: seen, prefixes }: ClaimSelection,
  several: boolean | null,
): boolean {
  const others = WORLD.claims.filter(
    (other) =>
      other.claim_cluster_id === claim_cluster_id &&
      statedIn(WORLD, other.addr, seen).length > 0 &&
      (prefixes === null || prefixes.some((prefix) => other.addr.startsWith(prefix))),
  );
  const isFirst = !others.some((other) => other.seq < seq);
  return isFirst && (several === null || several === others.some((other) => other.seq > seq));
}

function isTold({ addr }: ClaimRecord, { closedLicences }: ClaimSelection): boolean {
  const everywhere = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };
  return statedIn(WORLD, addr, everywhere).some(({ record, redacted }) => {
    const original = record.mirror_of === null ? [] : byIds(WORLD, [record.mirror_of]);
    const licences = [record, ...original.map((one) => one.record)].map(({ licence }) => licence);
    return redacted === undefined && !licences.some((licence) => closedLicences.includes(licence));
  });
}

function plainArtefacts({ view: seen, filter }: ArtefactSelection): ArtefactState[] {
  return WORLD.artefacts.filter((state) => {
    const { record, withdrawn } = state;
    const isGone = withdrawn !== null && sees(seen, withdrawn);
    return (
      sees(seen, state) &&
      (filter.text === null || foldText(record.title).includes(foldText(filter.text))) &&
      (['licence', 'domain', 'publisher', 'lang'] as const).every(
        (by) => filter[by] === null || filter[by] === record[by],
      ) &&
      (filter.mediaType === null || filter.mediaType === record.media_type) &&
      (filter.withdrawn === null || filter.withdrawn === isGone) &&
      inTime(filter, state.effective_at)
    );
  });
}

function inTime({ from, to }: Pick<ClaimFilter, 'from' | 'to'>, time: string): boolean {
  return (from === null || time >= from) && (to === null || time <= to);
}

type Paging = Omit<ListPage, 'after' | 'before'>;
type KeyOf<T> = (row: T, by: ListOrder) => ListKey;

const claimKey: KeyOf<ClaimRecord> = ({ addr, seq, effective_at }, by) => {
  return { id: addr, value: { seq, effective_at, id: addr, confidence: 0 }[by] };
};

const artefactKey: KeyOf<ArtefactState> = ({ record, seq, effective_at }, by) => {
  const id = record.artefact_id;
  return { id, value: { seq, effective_at, id, confidence: 0 }[by] };
};

function inOrder<T>(rows: readonly T[], { by, descending }: Paging, keyOf: KeyOf<T>): T[] {
  const sorted = rows.toSorted((a, b) => {
    const [one, other] = [keyOf(a, by), keyOf(b, by)];
    const values =
      typeof one.value === 'number' && typeof other.value === 'number'
        ? one.value - other.value
        : byCodeUnit(String(one.value), String(other.value));
    return values || byCodeUnit(one.id, other.id);
  });
  return descending ? sorted.reverse() : sorted;
}

/** Every page, each begun behind the last row of the one before. */
async function walk<T>(
  paging: Paging,
  read: (page: ListPage) => Promise<T[]>,
  keyOf: KeyOf<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let after: ListKey | null = null; ; ) {
    const rows = await read({ ...paging, after, before: null });
    found.push(...rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < paging.limit) return found;
    after = keyOf(last, paging.by);
  }
}

function groups(keys: readonly (readonly (string | null)[])[]): Group[] {
  const counts = new Map<string, number>();
  for (const own of keys) {
    for (const key of new Set(own)) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
}
