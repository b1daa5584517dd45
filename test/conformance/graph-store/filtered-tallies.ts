/** Filters of tallies, held against a plain reading. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { type Between, isBetween, isOneOf, rowCheck } from '../../../graph/store/filters.ts';
import type { Listed, ListKey, ListPage } from '../../../graph/store/selection.ts';
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
import { at, CORPUS } from './records.ts';
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
      await fc.assert(
        fc.asyncProperty(pageOfKind(kind), async ({ filter, view, ...page }) => {
          const selection = { kind, corpus: CORPUS, view, closedLicences: [], among: null, filter };
          const sign = page.descending ? -1 : 1;
          const expected = all
            .filter((one) => one.kind === kind && one.seq <= view.seq && one.since <= view.until)
            .filter(rowCheck<TallyFilter, TallyChange>(filter, (own) => (one) => holdsOf(one, own)))
            .map((one) => ({ ...one, counts: { ...countsAt(kind, []), ...one.counts } }))
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
