/** Supersession chains: each is a tally, and each of its claims has a node that names it. */
import { type ClaimAddr, claimCorpusOf } from '../address.ts';
import { type ChainChanges, type ClaimChain, chainChanges, proposalsIn } from '../chains.ts';
import type { LedgerEntry } from '../evidence.ts';
import { type DateTime, toDateTime, toInstant } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import type { Upserts } from './upserts.ts';

type Known = Omit<ClaimChain, 'since'> & { readonly claim: ClaimAddr; readonly since: DateTime };

/** Null where there are none. Entries that were saved before change nothing. */
export async function chainsOf(
  connection: Neo4jConnection,
  ledger: readonly LedgerEntry[],
): Promise<ChainChanges | null> {
  const proposals = proposalsIn(ledger);
  if (proposals.length === 0) return null;
  const named = new Set(proposals.flatMap(({ claim, successor }) => [claim, successor]));
  const known = await connection.rows<Known>(KNOWN, { claims: [...named] });
  return chainChanges(
    new Map(known.map(({ claim, since, ...chain }) => [claim, { ...chain, since: toInstant(since) }])),
    proposals,
  );
}

export async function saveChains(upsert: Upserts, { joined, chains, members }: ChainChanges): Promise<void> {
  const lost = joined.map(({ from, into }) => ({ from, into, id: tallyId(from) }));
  await upsert.rows(JOIN, lost);
  await upsert.rows(REMOVE, lost);
  await upsert.rows(
    SAVE,
    chains.map((chain) => {
      return { ...chain, key: chain.id, id: tallyId(chain.id), since: toDateTime(chain.since) };
    }),
  );
  await upsert.nodes(
    'ChainMember',
    members.map(({ claim, chain }) => ({ claim, chain, corpus: claimCorpusOf(claim) })),
  );
}

function tallyId(chain: ClaimAddr): string {
  return `chain ${claimCorpusOf(chain)} ${chain}`;
}

const KNOWN = `
  UNWIND $claims AS claim
  MATCH (m:ChainMember {claim: claim})
  MATCH (t:Tally {id: 'chain ' + m.corpus + ' ' + m.chain})
  RETURN claim, t.key AS id, t.corpus AS corpus, t.seq AS seq, t.since AS since, t.n0 AS length, t.n1 AS newest`;

const JOIN = `
  UNWIND $rows AS row
  MATCH (m:ChainMember) USING INDEX m:ChainMember(chain) WHERE m.chain = row.from
  SET m.chain = row.into`;

const REMOVE = 'UNWIND $rows AS row MATCH (t:Tally {id: row.id}) DELETE t';

const SAVE = `
  UNWIND $rows AS row
  MERGE (t:Tally {id: row.id})
  SET t.kind = 'chain', t.corpus = row.corpus, t.key = row.key, t.name = row.key, t.seq = row.seq, t.since = row.since,
    t.n0 = row.length, t.n1 = row.newest, t.n2 = 0, t.n3 = 0, t.n4 = 0`;
