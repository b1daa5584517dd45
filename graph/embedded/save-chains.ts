/** Supersession chains: each is a tally, and each of its claims has a row in a tree and in a ring (`graph/chains.ts`). */

import { type ClaimAddr, claimCorpusOf } from '../address.ts';
import { type ChainChanges, type ClaimChain, chainChanges, proposalsIn } from '../chains.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { Connection } from './connection.ts';
import { WAYS_UP } from './read-chains.ts';

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

function write(connection: Connection, { ended, chains, parents, links }: ChainChanges): void {
  for (const chain of ended) connection.run(REMOVE, { chain, corpus: claimCorpusOf(chain) });
  for (const { id, corpus, seq, since, length, newest } of chains) {
    connection.run(SAVE, { id, corpus, seq, since, length, newest });
  }
  for (const { claim, parent } of parents) {
    connection.run(HANG, { claim, parent, corpus: claimCorpusOf(claim) });
  }
  for (const { claim, next } of links) {
    connection.run('UPDATE chain_members SET next = @next WHERE claim = @claim', { claim, next });
    connection.run('UPDATE chain_members SET prev = @claim WHERE claim = @next', { claim, next });
  }
}

const KNOWN = `
  ${WAYS_UP}
  SELECT up.claim, t.key AS id, t.corpus, m.prev AS last, t.seq, t.since, t.n0 AS length, t.n1 AS newest
  FROM up CROSS JOIN chain_members m ON m.claim = up.at AND m.parent = m.claim
  CROSS JOIN tallies t ON t.kind = 'chain' AND t.corpus = m.corpus AND t.key = m.claim`;

const REMOVE = "DELETE FROM tallies WHERE kind = 'chain' AND corpus = @corpus AND key = @chain";

const SAVE = `
  INSERT INTO tallies (kind, corpus, key, seq, since, n0, n1)
  VALUES ('chain', @corpus, @id, @seq, @since, @length, @newest)
  ON CONFLICT (kind, corpus, key) DO UPDATE SET
    seq = excluded.seq, since = excluded.since, n0 = excluded.n0, n1 = excluded.n1`;

/** Alone in its ring, where it is new. */
const HANG = `
  INSERT INTO chain_members (claim, corpus, parent, next, prev) VALUES (@claim, @corpus, @parent, @claim, @claim)
  ON CONFLICT (claim) DO UPDATE SET parent = excluded.parent`;
