/** Supersession chains: each is a tally, and each of its claims has a node in a tree and in a ring (`graph/chains.ts`). */
import { type ClaimAddr, claimCorpusOf } from '../address.ts';
import { type ChainChanges, type ClaimChain, chainChanges, proposalsIn } from '../chains.ts';
import type { LedgerEntry } from '../evidence.ts';
import { type BoltParams, type DateTime, toDateTime, toInstant } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { WAY_UP } from './read-chains.ts';
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

export async function saveChains(upsert: Upserts, changes: ChainChanges): Promise<void> {
  const { ended, chains, parents, links } = changes;
  await upsert.rows(
    REMOVE,
    ended.map((chain) => ({ id: tallyId(chain) })),
  );
  await upsert.rows(SAVE, chains.map(rowOf));
  await upsert.rows(
    ADD,
    parents.map(({ claim }) => ({ claim, corpus: claimCorpusOf(claim) })),
  );
  const below = parents.filter(({ claim, parent }) => claim !== parent);
  await upsert.rows(
    HANG,
    below.map(({ claim, parent }) => ({ claim, parent })),
  );
  const ring = links.map(({ claim, next }) => ({ claim, next }));
  await upsert.rows(UNLINK, ring);
  await upsert.rows(LINK, ring);
}

function rowOf({ id: key, corpus, seq, since, length, newest }: ClaimChain): BoltParams {
  return { id: tallyId(key), key, corpus, seq, since: toDateTime(since), length, newest };
}

function tallyId(chain: ClaimAddr): string {
  return `chain ${claimCorpusOf(chain)} ${chain}`;
}

const KNOWN = `
  UNWIND $claims AS claim
  MATCH (m:ChainMember {claim: claim}) WITH claim, m
  ${WAY_UP}
  MATCH (last)-[:NEXT]->(root)
  MATCH (t:Tally {id: 'chain ' + root.corpus + ' ' + root.claim})
  RETURN claim, t.key AS id, t.corpus AS corpus, last.claim AS last, t.seq AS seq, t.since AS since, t.n0 AS length,
    t.n1 AS newest`;

const REMOVE = 'UNWIND $rows AS row MATCH (t:Tally {id: row.id}) DELETE t';

const SAVE = `
  UNWIND $rows AS row
  MERGE (t:Tally {id: row.id})
  SET t.kind = 'chain', t.corpus = row.corpus, t.key = row.key, t.name = row.key, t.seq = row.seq, t.since = row.since,
    t.n0 = row.length, t.n1 = row.newest, t.n2 = 0, t.n3 = 0, t.n4 = 0`;

const ADD =
  'UNWIND $rows AS row MERGE (m:ChainMember {claim: row.claim}) ON CREATE SET m.corpus = row.corpus';

const HANG = `
  UNWIND $rows AS row
  MATCH (m:ChainMember {claim: row.claim}), (above:ChainMember {claim: row.parent})
  MERGE (m)-[:BELOW]->(above)`;

/** What followed a claim follows another one. */
const UNLINK = `
  UNWIND $rows AS row
  MATCH (m:ChainMember {claim: row.claim})-[old:NEXT]->() DELETE old`;

const LINK = `
  UNWIND $rows AS row
  MATCH (m:ChainMember {claim: row.claim}), (n:ChainMember {claim: row.next})
  CREATE (m)-[:NEXT]->(n)`;
