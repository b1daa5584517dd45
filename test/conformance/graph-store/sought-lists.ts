/** Conformance: what a list finds by its artefacts, held against the list that is gone through, which gives the same. */
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ArtefactFilter,
  type ClaimFilter,
  type Origin,
} from '../../../graph/store/filters.ts';
import type { ListPage } from '../../../graph/store/selection.ts';
import { type StoreTest, save } from './harness.ts';
import { artefactKey, claimKey, walk, whole } from './list-pages.ts';
import { artefactSelection, claimSelection, everyArtefact, everything, page, RUNS } from './lists.ts';
import { plainArtefacts, plainClaims, WORLD } from './plain-lists.ts';
import { artefact, claim, claimAddr, occurrence } from './records.ts';
import { worldChanges } from './world.ts';

/** Nothing passes, and no index knows: a filter that joins it by `or` is looked for in every row. */
const NONE = { seq: { from: -9, to: -9 } };
const ONE_LOOK: ListPage = {
  ...{ by: 'seq', descending: false, after: null, before: null },
  ...{ limit: 100, lookAt: 1 },
};

export function describeSoughtLists(test: StoreTest): void {
  test('finds claims by an index as it finds them by going through the list', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    await fc.assert(
      fc.asyncProperty(claimSelection, page, async (selection, paging) => {
        const through: ClaimFilter = { ...ANY_CLAIM, or: [selection.filter, { ...ANY_CLAIM, ...NONE }] };
        const [sought, gone] = [selection, { ...selection, filter: through }].map(async (one) => ({
          rows: await walk(paging, (at) => store.list('claims', one, at), claimKey),
          count: await store.count('claims', one),
          licences: await store.groups('claims', one, 'licence'),
        }));
        expect(await sought).toEqual(await gone);
      }),
      RUNS[store.capabilities.engine],
    );
  });

  test('finds artefacts by an index as it finds them by going through the list', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    await fc.assert(
      fc.asyncProperty(artefactSelection, page, async (selection, paging) => {
        const through: ArtefactFilter = {
          ...ANY_ARTEFACT,
          or: [selection.filter, { ...ANY_ARTEFACT, ...NONE }],
        };
        const [sought, gone] = [selection, { ...selection, filter: through }].map(async (one) => ({
          rows: await walk(paging, (at) => store.list('artefacts', one, at), artefactKey),
          count: await store.count('artefacts', one),
          languages: await store.groups('artefacts', one, 'lang'),
        }));
        expect(await sought).toEqual(await gone);
      }),
      RUNS[store.capabilities.engine],
    );
  });

  const ORIGINS: readonly (readonly [string, Partial<Origin>])[] = [
    ['a publisher', { publisher: ['p1.org'] }],
    ['a domain', { domain: ['d0.p2.org'] }],
    ['a domain that the publisher does not have', { domain: ['d9.p2.org'] }],
    ['a publisher and a licence', { publisher: ['p1.org', 'p2.org'], licence: ['CC0-1.0'] }],
    ['a publisher of none', { publisher: ['none'] }],
  ];
  for (const [name, origin] of ORIGINS)
    test(`looks through nothing for what artefacts of ${name} state`, async ({ store }) => {
      await save(store, worldChanges(WORLD));
      const claims = { ...everything(), filter: { ...ANY_CLAIM, ...origin } };
      const stated = plainClaims(claims);
      expect(await store.list('claims', claims, ONE_LOOK)).toEqual(whole(stated));
      expect(await store.count('claims', claims, 1)).toEqual({ count: stated.length, isExact: true });
      const artefacts = { ...everyArtefact(), filter: { ...ANY_ARTEFACT, ...origin } };
      const found = plainArtefacts(artefacts);
      const page = { ...ONE_LOOK, by: 'effective_at' } as const;
      const { rows, stoppedAt } = await store.list('artefacts', artefacts, page);
      expect({ rows: rows.toSorted((a, b) => a.seq - b.seq), stoppedAt }).toEqual(whole(found));
    });

  test('gives a claim once that many artefacts of a publisher state, and none whose other artefact does', async ({
    store,
  }) => {
    const origin = { domain: 'www.p0.org', publisher: 'p0.org' };
    await save(store, {
      claims: [claim(1), claim(2)],
      artefacts: [artefact(1, origin), artefact(2, { ...origin, licence: 'MIT' }), artefact(3)],
      occurrences: [occurrence(1, 1, 1), occurrence(2, 1, 2), occurrence(3, 2, 3)],
    });
    const addrs = async (filter: Partial<ClaimFilter>) => {
      const selection = { ...everything(), filter: { ...ANY_CLAIM, ...filter } };
      const { rows } = await store.list('claims', selection, ONE_LOOK);
      return rows.map(({ addr }) => addr);
    };
    expect(await addrs({ publisher: ['p0.org'] })).toEqual([claimAddr(1)]);
    expect(await addrs({ publisher: ['p0.org'], licence: ['CC-BY-4.0'] })).toEqual([claimAddr(1)]);
    expect(await addrs({ domain: ['www.example.org'], licence: ['MIT'] })).toEqual([]);
  });
}
