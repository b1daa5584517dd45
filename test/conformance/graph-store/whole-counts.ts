/** Conformance: counts of claims where the view sees everything of a corpus, which a store may read from indexes, are those of the lists. */
import { expect } from 'vitest';
import { atOnePosition } from '../../../graph/caller.ts';
import { ANY_CLAIM, type ClaimFilter } from '../../../graph/store/filters.ts';
import type { ClaimSelection } from '../../../graph/store/selection.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { type StoreTest, save } from './harness.ts';
import { artefact, at, CORPUS, claim, claimAddr, corpus, occurrence } from './records.ts';
import { range } from './world.ts';

export const CLAIMS = 30;
/** Every third claim has a second place, of another publisher, and the last of these is the newest entry of the corpus. */
const SECOND = range(CLAIMS / 3).map((n) => occurrence(CLAIMS + n, 3 * n, 1));
const NEWEST = CLAIMS + SECOND.length - 1;
const WHOLE = { seq: NEWEST, until: at(NEWEST) };
export const SOURCES = [null, 'one', 'several'] as const;

/** Of a view that sees the whole corpus. */
export function selected(filter: Partial<ClaimFilter>, parts: Partial<ClaimSelection> = {}): ClaimSelection {
  const all = { corpus: CORPUS, view: WHOLE, prefixes: null, closedLicences: [], among: null };
  return { ...all, filter: { ...ANY_CLAIM, ...filter }, ...parts };
}

/** Thirty claims, ten of which two publishers state, and a corpus without any. */
export function saveCounted(store: GraphStore): Promise<void> {
  return save(store, {
    corpora: [corpus(CORPUS, { size: NEWEST + 1, newestEffectiveAt: at(NEWEST) }), corpus('other')],
    claims: range(CLAIMS).map((n) => claim(n)),
    artefacts: [artefact(0), artefact(1, { publisher: 'other.example' })],
    occurrences: [...range(CLAIMS).map((n) => occurrence(n, n, 0)), ...SECOND],
  });
}

/** By what they see, and the claims that they see of each of `SOURCES`. */
const VIEWS = [
  ['nothing', { seq: -1, until: at(NEWEST) }, [0, 0, 0]],
  ['all but the newest entry', { ...WHOLE, seq: NEWEST - 1 }, [30, 21, 9]],
  ['all but the newest time', { ...WHOLE, until: at(NEWEST - 1) }, [30, 21, 9]],
  ['everything', WHOLE, [30, 20, 10]],
  ['more than there is', { seq: NEWEST + 9, until: at(NEWEST + 9) }, [30, 20, 10]],
] as const;

/** That no index counts. */
const LOOKED_THROUGH: readonly (readonly [string, ClaimSelection])[] = [
  ['prefixes', selected({}, { prefixes: [claimAddr(1)] })],
  ['claims that are named', selected({}, { among: [claimAddr(1), claimAddr(2)] })],
  ['clusters', selected({}, { firstOfCluster: { several: null } })],
  ['words', selected({ text: 'no such words' })],
  ['sources and a time', selected({ sources: 'one', effectiveAt: { from: at(5), to: null } })],
  ['sources that it joins', selected({ not: { ...ANY_CLAIM, sources: 'one' } })],
  ['a corpus without claims', selected({}, { corpus: 'other' })],
  ['a corpus that is not there', selected({ sources: 'one' }, { corpus: 'none' })],
];

export function describeWholeCounts(test: StoreTest): void {
  test('counts claims by their sources as it lists them, whatever the view sees', async ({ store }) => {
    await saveCounted(store);
    for (const [what, view, expected] of VIEWS) {
      const selections = SOURCES.map((sources) => selected({ sources }, { view }));
      const counts = await Promise.all(selections.map((one) => store.count('claims', one)));
      expect(counts, what).toEqual(expected.map((count) => ({ count, isExact: true })));
      expect(await Promise.all(selections.map((one) => listed(store, one))), what).toEqual(expected);
    }
  });

  test('counts claims of every other selection as it lists them', async ({ store }) => {
    await saveCounted(store);
    for (const [what, selection] of LOOKED_THROUGH) {
      const count = await listed(store, selection);
      expect(await store.count('claims', selection), what).toEqual({ count, isExact: true });
    }
  });

  test('counts what a query sees, also where its view goes further than what it has seen', async ({
    store,
  }) => {
    await saveCounted(store);
    await atOnePosition(async () => {
      for (let n = 0; n < 2; n += 1) await store.records('corpora', [CORPUS]);
      const next = NEWEST + 1;
      const grown = corpus(CORPUS, { size: next + 1, newestEffectiveAt: at(next) });
      await save(store, {
        corpora: [grown],
        claims: [claim(next)],
        occurrences: [occurrence(next, next, 0)],
      });
      const view = { seq: next, until: at(NEWEST) };
      expect(await store.count('claims', selected({}, { view }))).toEqual({ count: CLAIMS, isExact: true });
    });
  });
}

async function listed(store: GraphStore, selection: ClaimSelection): Promise<number> {
  const page = { by: 'seq', descending: false, after: null, before: null, limit: 1_000 } as const;
  return (await store.list('claims', selection, page)).rows.length;
}
