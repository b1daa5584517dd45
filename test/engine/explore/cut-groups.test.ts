import { afterEach, beforeEach, expect, it } from 'vitest';
import { ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { Group } from '../../../graph/store/lists.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

let opened: OpenedStore;
beforeEach(async () => {
  opened = await openEmptyEmbedded();
});
afterEach(() => opened.dispose());

it.each<[string, Group[], boolean, string[]]>([
  ['all were looked at', [{ key: 'settled', count: 2 }], false, ['settled']],
  ['not all were looked at', [{ key: 'settled', count: 2, isCut: true }], true, ['settled']],
  ['none was found in those that were looked at', [{ key: 'stale', count: 0, isCut: true }], true, []],
])('groups by belief say whether they are whole: %s', async (_, groups, isBounded, shown) => {
  const store: GraphStore = { ...opened.store, groups: async () => groups };
  const engine = createTestEngine(store);
  const document = { id: 'a', text: 'Saturn has 62 known moons.', domain: 'a.example', day: '2026-09-01' };
  await ingestInto(engine, 'sky', [jsonLines([document])]);
  await engine.beliefProjection.catchUp();
  const { view } = await viewOf(engine, 'sky');
  const list = await engine.explore.claims({
    ...{ corpus: 'sky', view, isAsOf: false, belief: null, prefixes: null },
    filter: { ...ANY_CLAIM, text: 'moons' },
  });
  expect((await list.beliefs()).map(({ key }) => key)).toEqual(shown);
  expect(await list.isBounded('beliefs')).toBe(isBounded);
});
