/** Rows that Neo4j is sent where a proposal joins two chains. */
import { expect, it } from 'vitest';
import { chainChanges, proposalsIn } from '../../../graph/chains.ts';
import type { BoltParams } from '../../../graph/neo4j/bolt-values.ts';
import { saveChains } from '../../../graph/neo4j/save-chains.ts';
import { upserts } from '../../../graph/neo4j/upserts.ts';
import { at, CORPUS, claimAddr, ledgerEntry } from '../../conformance/graph-store/records.ts';

it('is sent as many rows where chains of 50,000 claims are joined as where those of 5 are', async () => {
  const [few, many] = [await rowsOfJoin(5), await rowsOfJoin(50_000)];
  expect(few).toBe(8);
  expect(many).toBe(few);
});

async function rowsOfJoin(length: number): Promise<number> {
  let rows = 0;
  const sink = {
    run: async (_cypher: string, params: BoltParams = {}) => {
      rows += (params.rows as readonly unknown[]).length;
    },
  };
  await saveChains(upserts(sink), changesOfJoin(length));
  return rows;
}

function changesOfJoin(length: number) {
  const chain = (first: number) => {
    const times = { seq: first, newest: first, since: at(0) };
    const ends = { id: claimAddr(first), last: claimAddr(first + length - 1) };
    return [ends.last, { ...ends, corpus: CORPUS, length, ...times }] as const;
  };
  const [one, other] = [chain(0), chain(length)];
  const entry = ledgerEntry(length - 1, 0, { successor: other[0] });
  return chainChanges(new Map([one, other]), proposalsIn([entry]));
}
