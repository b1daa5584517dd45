/** What a list by origin costs SQLite: rows that its statements look at, however large the store is. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { artefactLists } from '../../../graph/embedded/list-artefacts.ts';
import { claimLists } from '../../../graph/embedded/list-claims.ts';
import { SLICE } from '../../../graph/embedded/slices.ts';
import {
  ANY_ARTEFACT,
  ANY_CLAIM,
  type ClaimFilter,
  claimSeeksOf,
  type Origin,
} from '../../../graph/store/filters.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from './append.ts';
import { Counting } from './explained.ts';
import { openForTest, testFolder } from './folder.ts';
import { EVERYTHING, FIRST_PAGES } from './listed.ts';

/** More than a slice, of which a claim each has another slice and more. */
const ARTEFACTS = 2 * SLICE;
const FEW = 10;
const NOTHING: Origin = { licence: null, domain: null, publisher: null };
/** Of a claim that is found: its artefact, these with the place and the claim when they are counted and read, and what it is listed or grouped by. */
const MOST_PER_ROW = 13;

/** Artefacts of one publisher and licence that state a claim each, and a few of another one's behind them. */
async function filled(): Promise<Counting> {
  const path = await testFolder();
  const store = await openForTest({ path });
  const all = range(ARTEFACTS + FEW);
  const originOf = (n: number) =>
    n < ARTEFACTS
      ? { domain: 'www.many.org', publisher: 'many.org', licence: 'MIT' }
      : { domain: 'www.few.org', publisher: 'few.org', licence: 'CC0-1.0' };
  await save(store, {
    artefacts: all.map((n) => artefact(n, originOf(n))),
    claims: all.map((n) => claim(n)),
    occurrences: all.map((n) => occurrence(n, n, n)),
  });
  const connection = new Counting(join(path, 'graph.sqlite'), ['artefacts', 'claims', 'occurrences']);
  onTestFinished(() => connection.close());
  return connection;
}

const sum = (looks: readonly number[]) => looks.reduce((total, one) => total + one, 0);

describe('the cost of a list by origin', { timeout: 120_000 }, () => {
  it('that nothing passes is nothing, and that few pass is that of these', async () => {
    const connection = await filled();
    const { corpus, view } = EVERYTHING;
    const looksOf = async (origin: Partial<Origin>, found: number) => {
      const claims = { ...EVERYTHING, filter: { ...ANY_CLAIM, ...NOTHING, ...origin } };
      const artefacts = { corpus, view, filter: { ...ANY_ARTEFACT, ...NOTHING, ...origin } };
      const { list, count, groups } = claimLists(connection);
      const reads = [
        ...FIRST_PAGES.map((page) => () => list(claims, { ...page, limit: 100 })),
        () => count(claims),
        () => groups(claims, 'licence'),
        ...FIRST_PAGES.filter(({ by }) => by !== 'seq').map(
          (page) => () => artefactLists(connection).list(artefacts, { ...page, limit: 100 }),
        ),
      ];
      const looks: number[] = [];
      for (const read of reads) {
        connection.looks.length = 0;
        const rows = await read();
        if ('rows' in rows) expect(rows.rows).toHaveLength(found);
        looks.push(sum(connection.looks));
      }
      return Math.max(...looks);
    };
    for (const origin of [
      { licence: ['none'] },
      { publisher: ['none'] },
      { domain: ['none'] },
      { domain: ['www.few.org.none'] },
    ])
      expect(await looksOf(origin, 0)).toBe(0);
    expect(await looksOf({ domain: ['none.few.org'] }, 0)).toBeLessThanOrEqual(MOST_PER_ROW * FEW);
    for (const origin of [{ licence: ['CC0-1.0'] }, { publisher: ['few.org'] }, { domain: ['www.few.org'] }])
      expect(await looksOf(origin, FEW)).toBeLessThanOrEqual(MOST_PER_ROW * FEW);
    // One index after the other is asked.
    const ofMany = { publisher: ['few.org', 'many.org'], licence: ['CC0-1.0'] };
    expect(await looksOf(ofMany, FEW)).toBeLessThanOrEqual(SLICE + 1 + MOST_PER_ROW * FEW);
  });

  it('that many artefacts have is a slice of these, before the list is gone through', async () => {
    const connection = await filled();
    for (const origin of [{ licence: ['MIT'] }, { publisher: ['many.org'] }, { domain: ['x.many.org'] }]) {
      connection.looks.length = 0;
      const filter = { ...ANY_CLAIM, ...origin };
      const page = { by: 'effective_at', descending: false, after: null, before: null } as const;
      await claimLists(connection).list({ ...EVERYTHING, filter }, { ...page, limit: 6, lookAt: 1 });
      const [sought = 0, ...rest] = connection.looks;
      expect(sought).toBe(SLICE + 1);
      expect(sum(rest)).toBeLessThan(20);
    }
  });

  it('that many filters are joined for is a slice of the twelve most selective, whatever the others ask', async () => {
    const connection = await filled();
    const many = { licence: ['MIT'], publisher: ['many.org'], domain: ['www.many.org'] };
    const page = { by: 'seq', descending: false, after: null, before: null, limit: 6, lookAt: 1 } as const;
    const joined = range(49).map((): ClaimFilter => ({ ...ANY_CLAIM, ...many }));
    await claimLists(connection).list({ ...EVERYTHING, filter: { ...ANY_CLAIM, and: joined } }, page);
    expect(sum(connection.looks)).toBeLessThan(12 * (SLICE + 1) + 3 * joined.length);
    const and = [...joined, { ...ANY_CLAIM, subject: ['none'] }];
    const [best, ...others] = claimSeeksOf({ ...ANY_CLAIM, and }, ['publisher', 'licence']);
    expect(best).toEqual([{ field: 'subject', values: ['none'] }]);
    expect(others).toHaveLength(11);
  });
});
