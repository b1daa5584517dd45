/** A filled store that writes down how it goes about statements, and what such a plan has to be. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { ListOrder } from '../../../graph/store/selection.ts';
import { save, saveBeliefs } from '../../conformance/graph-store/harness.ts';
import { artefact, CORPUS, claim, claimAddr, occurrence } from '../../conformance/graph-store/records.ts';
import { range } from './append.ts';
import { Explained } from './explained.ts';
import { testFolder } from './folder.ts';

const IN_ORDER = { seq: 'seq', effective_at: 'effective_at', id: 'addr' } as const;

/** Longer than the first slice of a page, so that the end of a slice is part of its statements. */
const SOME = 200;
const FILE = 'graph.sqlite';

/** Filled once for the tests of a file, each of which opens a copy of its own. */
export function filledStores(): () => Promise<Explained> {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adduce-plans-'));
    await fill(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async () => {
    const file = join(await testFolder(), FILE);
    await copyFile(join(folder, FILE), file);
    const connection = new Explained(file, 0);
    onTestFinished(() => connection.close());
    return connection;
  };
}

/** Without statistics SQLite plans a store of any size alike. Once closed, the store is its file alone. */
async function fill(path: string): Promise<void> {
  await using store = await openEmbedded({ path });
  await save(store, {
    claims: range(SOME).map((n) => claim(n, { claim_cluster_id: `cluster-${n >> 1}` })),
    occurrences: range(SOME).map((n) => occurrence(n, n, n)),
    artefacts: range(SOME).map((n) => artefact(n)),
  });
  await saveBeliefs(store, {
    position: null,
    days: [],
    ledgers: range(SOME / 2).map((n) => {
      const row = { corpus: CORPUS, cluster: `cluster-${n}`, state: 'settled' as const, confidence: n };
      return { ...row, day: 1, until: n };
    }),
    states: range(SOME).map((n) => ({ addr: claimAddr(n), state: 'settled' as const })),
    tallies: [],
    verdicts: [],
  });
}

/** Of the list itself; nothing is sorted, and no table is read from one end to the other. */
export function expectAlong(plan: readonly string[], index: string, columns = 'corpus=?'): void {
  const steps = plan.filter((step) => / c USING /.test(step));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) {
    expect(step).toMatch(/^SEARCH c USING (COVERING )?INDEX /);
    expect(step.split(' INDEX ')[1]).toContain(`${index} (${columns}`);
  }
  expect(plan.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
  expectNoScan(plan);
}

/** Of claims; those of a corpus are by address a range of addresses. */
export function expectAlongClaims(plan: readonly string[], index: string, by: ListOrder, leading = ''): void {
  const range = `${leading === '' ? '' : `${leading} AND `}addr>? AND addr<?`;
  const rest = `corpus=?${leading === '' ? '' : ` AND ${leading}`}`;
  expectAlong(plan, `${index}_${IN_ORDER[by as keyof typeof IN_ORDER]}`, by === 'id' ? range : rest);
}

/** Only what came with the statement, or was found by it, is read from one end to the other. */
export function expectNoScan(plan: readonly string[]): void {
  expect(plan.length).toBeGreaterThan(0);
  const scans = plan.filter((step) =>
    /^SCAN (?!\S+ VIRTUAL|json_each|found|firsts|matching|\(subquery)/.test(step),
  );
  expect(scans).toEqual([]);
}

/** Each cluster is looked up by its index, for its first claim and, where that is asked, another one. */
export function expectOthers(plan: readonly string[], first: string, isCounted: boolean): void {
  const others = plan.filter((step) => / d (EXISTS )?USING /.test(step));
  const [one, another, ...more] = others.filter((step, index) => others.indexOf(step) === index);
  expect(more).toEqual([]);
  expect(one).toBe(`SEARCH d USING INDEX ${first} (cluster=? AND corpus=?)`);
  if (isCounted) {
    expect(another).toMatch(
      /^SEARCH d (EXISTS )?USING INDEX claims_by_cluster \(cluster=\? AND corpus=\? AND seq>\?\)$/,
    );
  }
}
