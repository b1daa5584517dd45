/** Rows that a store writes where a proposal joins two chains, by its own count of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Connection } from '../../../graph/embedded/connection.ts';
import { openEmbedded } from '../../../graph/embedded/open.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ANY_TALLY } from '../../../graph/store/tallies.ts';
import { save } from '../../conformance/graph-store/harness.ts';
import { at, CORPUS, claimAddr, ledgerEntry } from '../../conformance/graph-store/records.ts';

const VIEW = { seq: 100_000, until: at(100_000) };

it('writes as many rows where it joins chains of 5,000 claims as where it joins those of 5', async () => {
  const [few, many] = [await writesOfJoin(5), await writesOfJoin(5_000)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});

/** @param length of either chain */
async function writesOfJoin(length: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'adduce-chains-'));
  try {
    await using store = await openEmbedded({ path: folder });
    const behind = (n: number) => proposal(n, n + 1);
    const links = Array.from({ length: length - 1 }, (_, n) => n);
    await save(store, { ledger: links.map(behind) });
    await save(store, { ledger: links.map((n) => behind(length + n)) });
    const before = writesIn(folder);
    await save(store, { ledger: [proposal(length - 1, length)] });
    const writes = writesIn(folder) - before;
    expect(await lengthsOf(store)).toEqual([2 * length]);
    return writes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function proposal(of: number, by: number) {
  // One for each claim.
  const log = { seq: of, tree_size: of + 1, root: '' };
  return ledgerEntry(of, 0, { kind: 'supersede-propose', successor: claimAddr(by), log });
}

function writesIn(folder: string): number {
  const connection = new Connection(join(folder, 'graph.sqlite'), 1_000);
  const sql = "SELECT sum(writes) FROM projection_writes WHERE name IN ('chain_members', 'tallies')";
  const writes = Number(connection.value(sql));
  connection.close();
  return writes;
}

async function lengthsOf(store: GraphStore): Promise<(number | undefined)[]> {
  const selection = { kind: 'chain', corpus: CORPUS, view: VIEW, filter: ANY_TALLY } as const;
  const page = { by: 'length', descending: true, after: null, before: null, limit: 9 } as const;
  const { rows } = await store.list('tallies', { ...selection, closedLicences: [], among: null }, page);
  return rows.map(({ counts }) => counts.length);
}
