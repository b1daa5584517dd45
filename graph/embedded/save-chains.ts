/** Supersession chains: each is a tally, and each of its claims has a row that names it. */

import { type ClaimAddr, claimCorpusOf } from '../address.ts';
import { type ChainChanges, type ClaimChain, chainChanges, proposalsIn } from '../chains.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { Connection } from './connection.ts';

/** Entries that were saved before change nothing. */
export function saveChains(connection: Connection, ledger: readonly LedgerEntry[]): void {
  const proposals = proposalsIn(ledger);
  if (proposals.length === 0) return;
  const named = new Set(proposals.flatMap(({ claim, successor }) => [claim, successor]));
  const known = connection.rows<ClaimChain & { readonly claim: ClaimAddr }>(KNOWN, {
    claims: JSON.stringify([...named]),
  });
  write(connection, chainChanges(new Map(known.map(({ claim, ...chain }) => [claim, chain])), proposals));
}

function write(connection: Connection, { joined, chains, members }: ChainChanges): void {
  for (const { from, into } of joined) {
    connection.run('UPDATE chain_members SET chain = @into WHERE chain = @from', { from, into });
    connection.run(REMOVE, { from, corpus: claimCorpusOf(from) });
  }
  for (const chain of chains) connection.run(SAVE, { ...chain });
  for (const { claim, chain } of members) connection.run(ADD, { claim, chain, corpus: claimCorpusOf(claim) });
}

const KNOWN = `
  SELECT k.value AS claim, t.key AS id, t.corpus, t.seq, t.since, t.n0 AS length, t.n1 AS newest
  FROM json_each(@claims) k CROSS JOIN chain_members m ON m.claim = k.value
  CROSS JOIN tallies t ON t.kind = 'chain' AND t.corpus = m.corpus AND t.key = m.chain`;

const REMOVE = "DELETE FROM tallies WHERE kind = 'chain' AND corpus = @corpus AND key = @from";

const SAVE = `
  INSERT INTO tallies (kind, corpus, key, seq, since, n0, n1)
  VALUES ('chain', @corpus, @id, @seq, @since, @length, @newest)
  ON CONFLICT (kind, corpus, key) DO UPDATE SET
    seq = excluded.seq, since = excluded.since, n0 = excluded.n0, n1 = excluded.n1`;

const ADD = `
  INSERT INTO chain_members (claim, corpus, chain) VALUES (@claim, @corpus, @chain)
  ON CONFLICT (claim) DO UPDATE SET chain = excluded.chain`;
