/** Statements that a transaction runs for what it saves. */
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import type { Changes } from '../../../graph/store/store.ts';
import { artefact, changes, claim, occurrence } from '../../conformance/graph-store/records.ts';
import { openForTest, testFolder } from './folder.ts';

const MARKS = 'SELECT may_lead AS led, has_peers AS peers, by_several AS several FROM claims ORDER BY seq';

/** Runs a transaction for each of the lists; gives the statements of each, and the marks of the claims by position at the end. */
async function saved(...transactions: readonly (readonly Partial<Changes>[])[]) {
  const path = await testFolder();
  const store = await openForTest({ path });
  const run = vi.spyOn(Connection.prototype, 'run');
  onTestFinished(() => run.mockRestore());
  const statements: string[][] = [];
  for (const parts of transactions) {
    run.mockClear();
    await store.transact(async (tx) => {
      for (const one of parts) await tx.save(changes(one));
    });
    statements.push(run.mock.calls.map(([sql]) => sql));
  }
  run.mockRestore();
  const connection = new Connection(join(path, 'graph.sqlite'), 1_000);
  onTestFinished(() => connection.close());
  const rows = connection.rows<{ led: number; peers: number; several: number }>(MARKS);
  const marks = rows.map(({ led, peers }) => [led, peers]);
  return { statements, marks, several: rows.map(({ several }) => several) };
}

const countOf = (statements: readonly string[] | undefined, words: string) =>
  statements?.filter((sql) => sql.includes(words)).length;
const placed = (n: number, cluster = `cl_${n}`): Partial<Changes> => ({
  claims: [claim(n, { claim_cluster_id: cluster })],
  occurrences: [occurrence(n, n, 0)],
});

it('counts its writes once, however often it saves', async () => {
  const { statements } = await saved([placed(1)], [placed(2), placed(3), placed(4)]);
  const [once, thrice] = statements.map((some) => countOf(some, 'UPDATE projection_writes'));
  expect(once).toBeGreaterThan(0);
  expect(thrice).toBe(once);
});

it('writes the row of a claim once that is placed and alone in its cluster', async () => {
  const { statements, marks } = await saved([placed(1), placed(2)]);
  expect(countOf(statements[0], 'INSERT INTO claims')).toBe(2);
  expect(countOf(statements[0], 'UPDATE claims')).toBe(0);
  expect(marks).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

it('marks claims that share a cluster, whether they are saved together, behind each other or behind their places', async () => {
  const together = { claims: [placed(5, 'a'), placed(6, 'a')].flatMap(({ claims = [] }) => claims) };
  const { marks } = await saved(
    [placed(1, 'b'), placed(2, 'b')],
    [placed(3, 'b')],
    [{ occurrences: [occurrence(4, 4, 0)] }, { claims: [claim(4)] }],
    [{ ...together, occurrences: [occurrence(5, 5, 0), occurrence(6, 6, 0)] }],
  );
  expect(marks).toEqual([
    [1, 1],
    [0, 1],
    [0, 1],
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
});

const one = artefact(1, { publisher: 'one.org' });
const other = artefact(2, { publisher: 'other.org' });
const same = artefact(3, { publisher: 'one.org' });
const places = [occurrence(10, 9, 1), occurrence(11, 9, 2)];
const claims = [claim(9)];

it.for<[string, readonly Partial<Changes>[]]>([
  ['are saved together', [{ artefacts: [one, other], claims, occurrences: places }]],
  [
    'come one behind the other',
    [
      { artefacts: [one], claims, occurrences: places.slice(0, 1) },
      { artefacts: [other], occurrences: places.slice(1) },
    ],
  ],
  [
    'are saved one before their claim and one with it',
    [
      { artefacts: [one], occurrences: places.slice(0, 1) },
      { artefacts: [other], claims, occurrences: places.slice(1) },
    ],
  ],
  ['are both saved before their claim', [{ artefacts: [one, other], occurrences: places }, { claims }]],
  [
    'are saved before an artefact',
    [{ artefacts: [one], claims, occurrences: places }, { artefacts: [other] }],
  ],
  ['are saved before both artefacts', [{ claims, occurrences: places }, { artefacts: [one, other] }]],
  [
    'are of an artefact whose publisher changes',
    [
      { artefacts: [one, artefact(2, { publisher: 'one.org' })] },
      { claims, occurrences: places },
      { artefacts: [other] },
    ],
  ],
])('marks a claim of two publishers whose places %s', async ([, parts]) => {
  const together = await saved(parts);
  expect(together.several).toEqual([1]);
  const apart = await saved(...parts.map((part) => [part]));
  expect(apart.several).toEqual([1]);
});

it('does not mark a claim that one publisher states twice, in whatever order that is saved', async () => {
  const twice = [occurrence(10, 9, 1), occurrence(11, 9, 3)];
  const { several } = await saved(
    [{ occurrences: twice }],
    [{ claims }],
    [{ artefacts: [one, same] }],
    [
      {
        artefacts: [{ ...one, withdrawn: { seq: 20, effective_at: one.effective_at, reason: 'retracted' } }],
      },
    ],
  );
  expect(several).toEqual([0]);
});
