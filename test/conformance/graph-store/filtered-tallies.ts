/** Filters of tallies, held against a plain reading. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../graph/claim.ts';
import { type Between, isBetween, isOneOf, rowCheck } from '../../../graph/store/filters.ts';
import type { Listed, ListKey, ListPage } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import {
  ANY_TALLY,
  countsAt,
  type NameTally,
  ORDERED_COUNTS,
  opponentsOf,
  TALLY_COUNTS,
  type TallyChange,
  type TallyCount,
  type TallyFilter,
  type TallyKind,
  type TallyOrder,
  type TallySelection,
} from '../../../graph/store/tallies.ts';
import { joinedOf, oneOf, positions, rangeOf, times } from './drawn-filters.ts';
import { type StoreTest, save } from './harness.ts';
import { artefact, at, CORPUS, claim, formOf, occurrence } from './records.ts';
import { compared, counted, orderedBy } from './tallies.ts';

const KINDS = Object.keys(TALLY_COUNTS) as TallyKind[];
const VIEW = { seq: 1_000, until: at(1_000) };
const FIRST: ListPage<TallyOrder> = { by: 'key', descending: false, after: null, before: null, limit: 100 };

/** Of a kind: counts that another one has are refused. */
const filterOf = (kind: TallyKind) =>
  joinedOf<TallyFilter>(
    fc.record({
      text: fc.constantFrom(null, null, 'org', 'a.', '%', ' '),
      key: oneOf('a.org', 'b.org a.org', 'nobody', 'x'.repeat(1_500)),
      contradicting: oneOf('b.org', 'a.org', ''),
      contradicted: oneOf('a.org', 'b.org', 'x'),
      since: times,
      seq: positions,
      counts: fc.option(
        fc
          .tuple(fc.constantFrom<TallyCount>(...TALLY_COUNTS[kind]), rangeOf(fc.nat(4)))
          .map(([count, range]) => ({ [count]: range ?? { from: 1, to: null } })),
        { freq: 2 },
      ),
      and: fc.constant([]),
      or: fc.constant([]),
      not: fc.constant(null),
    }),
    ANY_TALLY,
  );
const pageOfKind = (kind: TallyKind) =>
  fc.record({
    filter: filterOf(kind),
    by: fc.constantFrom<TallyOrder>('key', 'seq', ...TALLY_COUNTS[kind].slice(0, ORDERED_COUNTS)),
    descending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
    lookAt: fc.constantFrom(undefined, 1, 3),
    view: fc.record({ seq: fc.integer({ min: -1, max: 30 }), until: fc.nat(12).map(at) }),
  });

export function describeFilteredTallies(test: StoreTest): void {
  test('lists and counts what a filter passes as a plain reading does, however few a page looks at', async ({
    store,
  }) => {
    const all = namedTallies();
    await save(store, { tallies: all });
    for (const kind of KINDS.filter((one) => one !== 'entity')) {
      const inSight = all.filter((one) => one.kind === kind);
      await expectPlainReading(store, { kind, closedLicences: [] }, inSight);
    }
  });

  test('lists and counts entities that a filter passes, of which some are withheld, however few a page looks at', async ({
    store,
  }) => {
    const all = ENTITIES.map((key, n): TallyChange => {
      const counts = { claims: n % 3, corroborations: (n * 2) % 4, disputes: n % 2 };
      return { kind: 'entity', corpus: CORPUS, key, seq: n, since: at((n * 7) % 10), counts };
    });
    await save(store, {
      artefacts: [artefact(0), artefact(1, { licence: 'closed' })],
      claims: ENTITIES.map((key, n) => about(n, key)),
      occurrences: ENTITIES.map((_, n) => occurrence(n, n, isWithheld(n) ? 1 : 0)),
      tallies: all,
    });
    const inSight = all.filter((_, n) => !isWithheld(n));
    await expectPlainReading(store, { kind: 'entity', closedLicences: ['closed'] }, inSight);
    await expectPlainReading(store, { kind: 'entity', closedLicences: [] }, all);
  });

  test('goes on behind a name of any length where it stopped', async ({ store }) => {
    const all = namedTallies().filter(({ kind }) => kind === 'publisher');
    await save(store, { tallies: all });
    const selection: TallySelection = {
      ...{ kind: 'publisher', corpus: CORPUS, view: VIEW, closedLicences: [], among: null },
      filter: { ...ANY_TALLY, text: 'no such words' },
    };
    const stops: string[] = [];
    for (let after: ListKey | null = null; stops.length <= all.length; ) {
      const page: Listed<NameTally> = await store.list('tallies', selection, { ...FIRST, after, lookAt: 1 });
      after = page.stoppedAt;
      if (after === null) break;
      stops.push(after.id);
    }
    expect(stops).toEqual(all.map(({ key }) => key).sort(byCodeUnit));
  });

  test('looks at so many tallies where none passes, says where it stopped, and at none beside what is named', async ({
    store,
  }) => {
    const all = namedTallies().filter(({ kind }) => kind === 'opposition');
    await save(store, { tallies: all });
    const keys = all.map(({ key }) => key).sort(byCodeUnit);
    const of = (filter: Partial<TallyFilter>): TallySelection => ({
      ...{ kind: 'opposition', corpus: CORPUS, view: VIEW, closedLicences: [], among: null },
      filter: { ...ANY_TALLY, ...filter },
    });
    const none = of({ text: 'no such words' });
    const stop = (n: number) => ({ value: keys[n], id: keys[n] });
    expect(await store.list('tallies', none, { ...FIRST, lookAt: 2 })).toEqual({
      rows: [],
      stoppedAt: stop(1),
    });
    expect(await store.count('tallies', none, keys.length)).toEqual(counted(0));
    expect(await store.count('tallies', none, keys.length - 1)).toEqual({ count: 0, isExact: false });
    for (const [filter, count] of [
      [{ contradicting: ['b.org'] }, 2],
      [{ contradicted: ['a.org', 'b.org'] }, 3],
      [{ key: ['a.org b.org', 'nobody'] }, 1],
      [{ key: ['a.org b.org', 'a.org b.org'] }, 1],
      [{ contradicting: ['b.org', 'b.org'] }, 2],
      [{ or: [of({ contradicted: ['b.org'] }).filter, of({ key: ['b.org a.org'] }).filter] }, 2],
    ] as const) {
      const selection = of(filter);
      const { rows, stoppedAt } = await store.list('tallies', selection, { ...FIRST, lookAt: 1 });
      expect([rows.length, stoppedAt]).toEqual([count, null]);
      expect(await store.count('tallies', selection, 1)).toEqual(counted(count));
    }
  });
}

/** @param inSight all of the kind that a filter of nothing lists */
async function expectPlainReading(
  store: GraphStore,
  of: Pick<TallySelection, 'kind' | 'closedLicences'>,
  inSight: readonly TallyChange[],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(pageOfKind(of.kind), async ({ filter, view, ...page }) => {
      const selection = { ...of, corpus: CORPUS, view, among: null, filter };
      const sign = page.descending ? -1 : 1;
      const expected = inSight
        .filter((one) => one.seq <= view.seq && one.since <= view.until)
        .filter(rowCheck<TallyFilter, TallyChange>(filter, (own) => (one) => holdsOf(one, own)))
        .map((one) => ({ ...one, counts: { ...countsAt(of.kind, []), ...one.counts } }))
        .sort((a, b) => sign * compared(a, b, page.by));
      expect(await store.count('tallies', selection)).toEqual(counted(expected.length));
      const found: NameTally[] = [];
      for (let after: ListKey | null = null; ; ) {
        const read: Listed<NameTally> = await store.list('tallies', selection, {
          ...{ ...page, after, before: null },
        });
        found.push(...read.rows);
        const last = read.rows.at(-1);
        after = read.stoppedAt ?? (last ? { value: orderedBy(last, page.by), id: last.key } : null);
        if (read.stoppedAt === null && read.rows.length < page.limit) break;
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: store.capabilities.engine === 'embedded' ? 60 : 4 },
  );
}

const ENTITIES = ['a.org', 'b.org', 'c.example', 'ünïcode', 'a. thing', 'nobody', 'b.org a.org', 'org'];

function isWithheld(n: number): boolean {
  return n % 3 === 1;
}

function about(n: number, subject: string): ClaimRecord {
  const form = formOf(subject, { kind: 'boolean', value: true });
  return claim(n, { core: { ...claim(n).core, form } });
}

/** Some of each kind, no two of one position. */
function namedTallies(): TallyChange[] {
  const names = ['a.org', 'b.org', 'c.example', 'ünïcode', 'x'.repeat(1_500)];
  const pairs = ['a.org b.org', 'b.org a.org', 'b.org c.example', 'c.example a.org'];
  const kinds = KINDS.filter((kind) => kind !== 'entity');
  const all = kinds.flatMap((kind) => (kind === 'opposition' ? pairs : names).map((key) => ({ kind, key })));
  return all.map(({ kind, key }, n) => {
    const counts = Object.fromEntries(
      TALLY_COUNTS[kind].map((count, place) => [count, (n * (place + 2)) % 4]),
    );
    return { kind, corpus: CORPUS, key, seq: n, since: at((n * 7) % 10), counts };
  });
}

/** As stores do it, said plainly. */
function holdsOf({ kind, key, since, seq, counts }: NameTally, filter: TallyFilter): boolean {
  const { contradicting, contradicted } = opponentsOf(key);
  const isOpponent = (wanted: readonly string[] | null, domain: string) =>
    wanted === null || (kind === 'opposition' && wanted.includes(domain));
  return (
    (filter.text === null || key.includes(filter.text)) &&
    isOneOf(filter.key)(key) &&
    isOpponent(filter.contradicting, contradicting) &&
    isOpponent(filter.contradicted, contradicted) &&
    isBetween(filter.since, since) &&
    isBetween(filter.seq, seq) &&
    Object.entries(filter.counts ?? {}).every(([count, range]) =>
      isBetween(range as Between<number>, counts[count as TallyCount] ?? 0),
    )
  );
}
