/** Tallies in a store: what changes add up to, in every order that they are listed in. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { MAX_LISTED } from '../../../graph/store/lists.ts';
import type { ListKey, ListPage } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import {
  ANY_TALLY,
  countsAt,
  type NameTally,
  ORDERED_COUNTS,
  TALLY_COUNTS,
  type TallyChange,
  type TallyKind,
  type TallyOrder,
  type TallySelection,
} from '../../../graph/store/tallies.ts';
import { type StoreTest, save } from './harness.ts';
import { artefact, at, CORPUS, claim, formOf, occurrence } from './records.ts';

const KINDS = Object.keys(TALLY_COUNTS) as TallyKind[];
const VIEW = { seq: 1_000, until: at(1_000) };
type Page = ListPage<TallyOrder>;
const FIRST: Page = { by: 'key', descending: false, after: null, before: null, limit: 100 };

const change = fc.record({
  kind: fc.constantFrom(...KINDS.filter((kind) => kind !== 'entity')),
  key: fc.constantFrom('a.org', 'b.org', 'b.org a.org', 'c.example', 'ünïcode', 'x'.repeat(1_500)),
  place: fc.nat(4),
  added: fc.integer({ min: 1, max: 3 }),
  time: fc.nat(9),
});

const RUNS = { embedded: { numRuns: 25 }, neo4j: { numRuns: 1 } };

export function describeTallies(test: StoreTest): void {
  test('adds up what each change adds, and lists it in every order, page by page', async ({ store }) => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        async (saves) => {
          const corpus = `corpus-${round}`;
          round += 1;
          const expected = new Map<string, NameTally>();
          let seq = 0;
          for (const changes of saves) {
            const from = seq;
            const tallies = changes.map((one, index) => changeOf(corpus, from + index, one));
            seq += changes.length;
            await save(store, { tallies });
            for (const one of tallies) addTo(expected, one);
          }
          for (const kind of KINDS) await checkKind(store, kind, corpus, [...expected.values()]);
        },
      ),
      RUNS[store.capabilities.engine],
    );
  });

  test('names a tally from its first entry on, and none of another corpus or kind', async ({ store }) => {
    await save(store, { tallies: [tally('actor', 'ann', 5), tally('publisher', 'a.org', 6)] });
    const all = {
      kind: 'actor',
      corpus: CORPUS,
      view: VIEW,
      closedLicences: [],
      among: null,
      filter: ANY_TALLY,
    } as const;
    const read = async (parts: Partial<TallySelection>) =>
      (await store.list('tallies', { ...all, ...parts }, FIRST)).rows;
    expect(await read({})).toEqual([
      { kind: 'actor', corpus: CORPUS, key: 'ann', seq: 5, since: at(5), counts: countsAt('actor', [1]) },
    ]);
    expect(await read({ view: { seq: 4, until: at(9) } })).toEqual([]);
    expect(await read({ view: { seq: 5, until: at(4) } })).toEqual([]);
    expect(await read({ view: { seq: 5, until: at(5) } })).toHaveLength(1);
    expect(await read({ corpus: 'other' })).toEqual([]);
    expect(await read({ among: ['ann', 'nobody', 'a.org'] })).toHaveLength(1);
    expect(await read({ among: [] })).toEqual([]);
    expect(await store.count('tallies', { ...all, view: { seq: 4, until: at(9) } })).toEqual(counted(0));
    expect(await store.count('tallies', { ...all, among: ['ann'] })).toEqual(counted(1));
    await store.transact((tx) => tx.clearProjections());
    expect(await read({})).toEqual([]);
  });

  test('lists an entity only where a claim that may be shown names it', async ({ store }) => {
    const stating = (n: number, subject: string, key: string) => {
      const form = formOf(subject, { kind: 'entity', key, surface: key });
      return claim(n, { core: { ...claim(n).core, form } });
    };
    const redacted = { seq: 9, effective_at: at(9), reason: 'erased' };
    await save(store, {
      artefacts: [artefact(1), artefact(2, { licence: 'closed' }), artefact(3, {}, { redacted })],
      claims: [
        stating(1, 'saturn', 'ring'),
        stating(2, 'secret', 'closed thing'),
        stating(3, 'erased', 'ring'),
      ],
      occurrences: [1, 2, 3].map((n) => occurrence(n, n, n)),
      tallies: ['saturn', 'ring', 'secret', 'closed thing', 'erased'].map((key) => tally('entity', key, 1)),
    });
    const keysOf = async (
      closed: readonly string[],
      page: Partial<Page> = {},
      among: string[] | null = null,
    ) => {
      const query = {
        kind: 'entity',
        corpus: CORPUS,
        view: VIEW,
        closedLicences: closed,
        among,
        filter: ANY_TALLY,
      } as const;
      const found = await store.list('tallies', query, { ...FIRST, ...page });
      if (page.limit === undefined) {
        expect(await store.count('tallies', query)).toEqual(counted(found.rows.length));
      }
      return found.rows.map(({ key }) => key);
    };
    expect(await keysOf([])).toEqual(['closed thing', 'ring', 'saturn', 'secret']);
    expect(await keysOf(['closed'])).toEqual(['ring', 'saturn']);
    expect(await keysOf(['closed'], { by: 'claims', descending: true, limit: 1 })).toEqual(['saturn']);
    expect(await keysOf(['closed'], {}, ['secret', 'erased', 'ring'])).toEqual(['ring']);
  });

  test('refuses an order that the kind does not have, and a page that is too long', async ({ store }) => {
    const read = (kind: TallyKind, page: Page) =>
      store.list(
        'tallies',
        { kind, corpus: CORPUS, view: VIEW, closedLicences: [], among: null, filter: ANY_TALLY },
        page,
      );
    await expect(read('entity', { ...FIRST, by: 'artefacts' })).rejects.toThrow(RangeError);
    await expect(read('publisher', { ...FIRST, by: 'disputed' })).rejects.toThrow(RangeError);
    const selection = { corpus: CORPUS, view: VIEW, closedLicences: [], among: null };
    const foreign = { ...ANY_TALLY, counts: { artefacts: { from: 1, to: null } } };
    await expect(
      store.list('tallies', { ...selection, kind: 'entity', filter: foreign }, FIRST),
    ).rejects.toThrow(RangeError);
    await expect(read('actor', { ...FIRST, limit: MAX_LISTED + 1 })).rejects.toThrow(RangeError);
    expect((await read('actor', { ...FIRST, limit: MAX_LISTED })).rows).toEqual([]);
  });
}

function tally(kind: TallyKind, key: string, seq: number): TallyChange {
  const [first] = TALLY_COUNTS[kind];
  return { kind, corpus: CORPUS, key, seq, since: at(seq), counts: { [first]: 1 } };
}

interface Drawn {
  readonly kind: TallyKind;
  readonly key: string;
  readonly place: number;
  readonly added: number;
  readonly time: number;
}

function changeOf(corpus: string, seq: number, { kind, key, place, added, time }: Drawn): TallyChange {
  const names = TALLY_COUNTS[kind];
  const name = names[place % names.length] ?? names[0];
  return { kind, corpus, key, seq, since: at(time), counts: { [name]: added } };
}

function addTo(tallies: Map<string, NameTally>, change: TallyChange): void {
  const id = `${change.kind} ${change.key}`;
  const before = tallies.get(id) ?? { ...change, counts: countsAt(change.kind, []) };
  const counts = { ...before.counts };
  for (const name of TALLY_COUNTS[change.kind]) {
    counts[name] = (counts[name] ?? 0) + (change.counts[name] ?? 0);
  }
  const since = change.since < before.since ? change.since : before.since;
  tallies.set(id, { ...before, since, counts });
}

async function checkKind(
  store: GraphStore,
  kind: TallyKind,
  corpus: string,
  all: readonly NameTally[],
): Promise<void> {
  const expected = all.filter((one) => one.kind === kind);
  const orders: TallyOrder[] = ['key', 'seq', ...TALLY_COUNTS[kind].slice(0, ORDERED_COUNTS)];
  for (const by of orders) {
    for (const descending of [false, true]) {
      const sign = descending ? -1 : 1;
      const rows = expected.toSorted((a, b) => sign * compared(a, b, by));
      expect(await walk(store, { kind, corpus, by, descending })).toEqual(rows);
    }
  }
  const query = {
    kind,
    corpus,
    view: VIEW,
    closedLicences: [],
    among: expected.map(({ key }) => key),
    filter: ANY_TALLY,
  };
  expect((await store.list('tallies', query, FIRST)).rows).toEqual(
    expected.toSorted((a, b) => byCodeUnit(a.key, b.key)),
  );
  expect(await store.count('tallies', { ...query, among: null })).toEqual(counted(expected.length));
}

export function counted(count: number) {
  return { count, isExact: true };
}

export function orderedBy({ key, seq, counts }: NameTally, by: TallyOrder): string | number {
  if (by === 'key') return key;
  return by === 'seq' ? seq : (counts[by] ?? 0);
}

export function compared(a: NameTally, b: NameTally, by: TallyOrder): number {
  const [left, right] = [orderedBy(a, by), orderedBy(b, by)];
  const byValue = typeof left === 'number' && typeof right === 'number' ? left - right : 0;
  return byValue || byCodeUnit(a.key, b.key);
}

interface Walk {
  readonly kind: TallyKind;
  readonly corpus: string;
  readonly by: TallyOrder;
  readonly descending: boolean;
}

/** Forwards, two at a time; and the same between its ends. */
async function walk(store: GraphStore, { kind, corpus, by, descending }: Walk): Promise<NameTally[]> {
  const read = (page: Partial<Page>) =>
    store.list(
      'tallies',
      { kind, corpus, view: VIEW, closedLicences: [], among: null, filter: ANY_TALLY },
      { by, descending, after: null, before: null, limit: 2, ...page },
    );
  const keyOf = (one: NameTally): ListKey => ({ value: orderedBy(one, by), id: one.key });
  const found: NameTally[] = [];
  for (let after: ListKey | null = null; ; ) {
    const page: readonly NameTally[] = (await read({ after })).rows;
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined) break;
    after = keyOf(last);
  }
  const [first, last] = [found.at(0), found.at(-1)];
  if (first !== undefined && last !== undefined && found.length > 1) {
    const between = await read({ after: keyOf(first), before: keyOf(last), limit: 10 });
    expect(between.rows).toEqual(found.slice(1, -1));
  }
  return found;
}
