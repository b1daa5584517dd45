/** A cluster of thousands of claims is read in parts, between which others are served. */
import { expect, it } from 'vitest';
import { readClusters } from '../../../engine/explore/clusters.ts';
import type { RangeReader } from '../../../graph/store/ranges.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { artefact, artefactId, claim, claimAddr, occurrence } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from '../../graph/embedded/folder.ts';

const CLAIMS = 2_001;
const numbers = Array.from({ length: CLAIMS }, (_, n) => n);

it('reads the places of at most 2,000 claims at once, and gives all that it would give at once', async () => {
  const store = await openForTest({ path: await testFolder() });
  await save(store, {
    artefacts: [artefact(0), artefact(1)],
    claims: numbers.map((n) => claim(n, { claim_cluster_id: n < CLAIMS - 1 ? 'many' : 'one' })),
    occurrences: numbers.map((n) => occurrence(n, n, n % 2)),
  });
  const sizes: number[] = [];
  let turns = 0;
  const reader: RangeReader = {
    ranges: (kind, query) => {
      if (kind === 'occurrences') sizes.push(query.by.length);
      setImmediate(() => {
        turns += 1;
      });
      return store.ranges(kind, query);
    },
  };
  const found = await readClusters(reader, { ids: ['many', 'none', 'one'], asOf: null, admits: () => true });
  expect(sizes).toEqual([2_000, 1]);
  expect(turns).toBeGreaterThanOrEqual(1);
  expect(found).toEqual([
    {
      id: 'many',
      corpus: 'space',
      claims: numbers.slice(0, -1).map(claimAddr),
      artefacts: [artefactId(0), artefactId(1)],
      isBounded: false,
    },
    null,
    {
      id: 'one',
      corpus: 'space',
      claims: [claimAddr(CLAIMS - 1)],
      artefacts: [artefactId(0)],
      isBounded: false,
    },
  ]);
});
