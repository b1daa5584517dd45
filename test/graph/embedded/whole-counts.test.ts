/** Counts of claims where the view sees everything of a corpus: along which indexes, and where they end. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimLists } from '../../../graph/embedded/list-claims.ts';
import { wholeCount } from '../../../graph/embedded/whole-counts.ts';
import { MAX_COUNTED } from '../../../graph/store/lists.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, CORPUS, claim, corpus, occurrence } from '../../conformance/graph-store/records.ts';
import { SOURCES, selected } from '../../conformance/graph-store/whole-counts.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { range } from './append.ts';
import { filledStores } from './expect-plan.ts';
import { EVERYTHING } from './listed.ts';

async function openStore(): Promise<GraphStore> {
  const { store, dispose } = await openEmptyEmbedded();
  onTestFinished(dispose);
  return store;
}

const filledStore = filledStores();

describe('a count of claims', () => {
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
