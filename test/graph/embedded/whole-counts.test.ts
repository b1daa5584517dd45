/** Counts of claims where the view sees everything of a corpus: by difference along two indexes, and as if each was looked at. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimLists } from '../../../graph/embedded/list-claims.ts';
import { wholeCount } from '../../../graph/embedded/whole-counts.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import { MAX_COUNTED } from '../../../graph/store/lists.ts';
import type { ClaimSelection } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import {
  artefact,
  at,
  CORPUS,
  claim,
  claimAddr,
  corpus,
  occurrence,
} from '../../conformance/graph-store/records.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { range } from './append.ts';
import { filledStores } from './expect-plan.ts';
import { EVERYTHING } from './listed.ts';

const CLAIMS = 30;
/** Every third claim has a second place, of another publisher, and the last of these is the newest entry of the corpus. */
const SECOND = range(CLAIMS / 3).map((n) => occurrence(CLAIMS + n, 3 * n, 1));
const NEWEST = CLAIMS + SECOND.length - 1;
const WHOLE = { seq: NEWEST, until: at(NEWEST) };
const SOURCES = [null, 'one', 'several'] as const;

async function openStore(): Promise<GraphStore> {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  return store;
}

async function fill(store: GraphStore): Promise<void> {
  await save(store, {
    corpora: [corpus(CORPUS, { size: NEWEST + 1, newestEffectiveAt: at(NEWEST) }), corpus('other')],
    claims: range(CLAIMS).map((n) => claim(n)),
    artefacts: [artefact(0), artefact(1, { publisher: 'other.example' })],
    occurrences: [...range(CLAIMS).map((n) => occurrence(n, n, 0)), ...SECOND],
  });
}

function selected(filter: Partial<ClaimFilter>, parts: Partial<ClaimSelection> = {}): ClaimSelection {
  return { ...EVERYTHING, view: WHOLE, filter: { ...ANY_CLAIM, ...filter }, ...parts };
}

async function listed(store: GraphStore, selection: ClaimSelection): Promise<number> {
  const page = { by: 'seq', descending: false, after: null, before: null, limit: 1_000 } as const;
  return (await store.list('claims', selection, page)).rows.length;
}

const filledStore = filledStores();

describe('a count of claims', () => {
  it.each([
    ['that sees nothing', { seq: -1, until: at(NEWEST) }, [0, 0, 0]],
    ['one position before the newest entry', { ...WHOLE, seq: NEWEST - 1 }, [30, 21, 9]],
    ['before the newest effective time', { ...WHOLE, until: at(NEWEST - 1) }, [30, 21, 9]],
    ['that sees everything', WHOLE, [30, 20, 10]],
    ['of a later time', { seq: NEWEST + 9, until: at(NEWEST + 9) }, [30, 20, 10]],
  ])('is that of the list in a view %s', async (_, view, expected) => {
    const store = await openStore();
    await fill(store);
    const selections = SOURCES.map((sources) => selected({ sources }, { view }));
    const found = await Promise.all(selections.map((one) => store.count('claims', one)));
    expect(found).toEqual(expected.map((count) => ({ count, isExact: true })));
    expect(await Promise.all(selections.map((one) => listed(store, one)))).toEqual(expected);
  });

  it.each<[string, ClaimSelection]>([
    ['prefixes', selected({}, { prefixes: [claimAddr(1)] })],
    ['claims that are named', selected({}, { among: [claimAddr(1), claimAddr(2)] })],
    ['clusters', selected({}, { firstOfCluster: { several: null } })],
    ['words', selected({ text: 'no such words' })],
    ['sources and a time', selected({ sources: 'one', effectiveAt: { from: at(5), to: null } })],
    ['sources that it joins', selected({ not: { ...ANY_CLAIM, sources: 'one' } })],
    ['a corpus without claims', selected({}, { corpus: 'other' })],
    ['a corpus that is not there', selected({ sources: 'one' }, { corpus: 'none' })],
  ])('of %s is that of the list', async (_, selection) => {
    const store = await openStore();
    await fill(store);
    const count = await listed(store, selection);
    expect(await store.count('claims', selection)).toEqual({ count, isExact: true });
  });

  it(`of one publisher ends at ${MAX_COUNTED}, and says so`, async () => {
    const store = await openStore();
    const claims = range(MAX_COUNTED).map((n) => claim(n));
    await save(store, { claims, corpora: [corpus(CORPUS)] });
    const counts = () =>
      Promise.all(
        SOURCES.map((sources) => store.count('claims', selected({ sources }, { view: EVERYTHING.view }))),
      );
    const most = { count: MAX_COUNTED, isExact: true };
    expect(await counts()).toEqual([most, most, { count: 0, isExact: true }]);
    await save(store, {
      claims: [claim(MAX_COUNTED), claim(MAX_COUNTED + 1)],
      artefacts: [artefact(0), artefact(1, { publisher: 'other.example' })],
      occurrences: [occurrence(0, 0, 0), occurrence(MAX_COUNTED + 2, 0, 1)],
    });
    const more = { count: MAX_COUNTED, isExact: false };
    expect(await counts()).toEqual([more, more, { count: 1, isExact: true }]);
  });

  it('of one publisher goes along a bounded number of those by several', async () => {
    const connection = await filledStore();
    const record = JSON.stringify(corpus(CORPUS));
    connection.run('INSERT INTO corpora (name, record) VALUES (@name, @record)', { name: CORPUS, record });
    connection.run('UPDATE claims SET by_several = 1 WHERE seq < 10', {});
    const ofOne = selected({ sources: 'one' }, { view: EVERYTHING.view });
    const marked = Number(connection.value('SELECT count(*) FROM claims WHERE by_several = 1', {}));
    expect(marked).toBeGreaterThan(1);
    expect(wholeCount(connection, ofOne, marked)).toEqual({ count: 200 - marked, isExact: true });
    expect(wholeCount(connection, ofOne, marked - 1)).toBeNull();
  });

  it('goes along two indexes and looks at no claim', async () => {
    const connection = await filledStore();
    const record = JSON.stringify(corpus(CORPUS));
    connection.run('INSERT INTO corpora (name, record) VALUES (@name, @record)', { name: CORPUS, record });
    connection.plan.length = 0;
    expect(
      await claimLists(connection).count(selected({ sources: 'one' }, { view: EVERYTHING.view })),
    ).toEqual({
      count: 200,
      isExact: true,
    });
    const claims = connection.plan.filter((step) => / claims /.test(step));
    expect(claims).toEqual([
      'SEARCH claims USING COVERING INDEX claims_of_several_seq (corpus=? AND seq<?)',
      'SEARCH claims USING COVERING INDEX claims_by_seq (corpus=? AND seq<?)',
    ]);
    // One row says how many several publishers state.
    expect(connection.plan.filter((step) => /^SCAN (?!several|\(subquery)/.test(step))).toEqual([]);
    expect(wholeCount(connection, selected({ text: 'moons' }))).toBeNull();
  });
});
