/** Writes of the claims' ledgers: the events, and the edges that they put between artefacts and claims. */
import { claimCorpusOf } from '../address.ts';
import { isDigest } from '../belief/cited-item.ts';
import type { LedgerEntry } from '../evidence.ts';
import type { Changes } from '../store/store.ts';
import { edgesOfEntry, type OfEvent, type StanceEdge, type SuccessionEdge } from '../typed-edges.ts';
import { type BoltParams, indexable, Real, toDateTime } from './bolt-values.ts';
import type { Upserts } from './upserts.ts';

/** One statement: the server spends more on a statement than on an edge. */
const SAVE_EVENTS = `
  UNWIND $rows AS row
  MERGE (c:Claim {addr: row.event.claim})
  MERGE (e:Event {id: row.event.id}) SET e = row.event
  MERGE (e)-[:ON]->(c)
  FOREACH (id IN row.names | MERGE (a:Artefact {id: id}) MERGE (e)-[:NAMES]->(a))
  FOREACH (one IN row.supports |
    MERGE (a:Artefact {id: one.artefact}) MERGE (a)-[s:SUPPORTS {event: row.event.id}]->(c) SET s = one.edge)
  FOREACH (one IN row.disputes |
    MERGE (a:Artefact {id: one.artefact}) MERGE (a)-[d:DISPUTES {event: row.event.id}]->(c) SET d = one.edge)
  FOREACH (one IN row.supersedes |
    MERGE (s:Claim {addr: one.successor}) MERGE (s)-[p:SUPERSEDES {event: row.event.id}]->(c) SET p = one.edge)`;

export async function saveEvidence(upsert: Upserts, { ledger, idempotency }: Changes): Promise<void> {
  await upsert.rows(SAVE_EVENTS, ledger.map(eventRow));
  await upsert.nodes('CitedHash', ledger.flatMap(citedHashes));
  await upsert.nodes(
    'IdempotencyKey',
    idempotency.map((once) => ({ key: once.key, record: JSON.stringify(once) })),
  );
}

/** Bytes that the store did not hold when they were cited: they may be observed later. */
function citedHashes({ claim, evidence }: LedgerEntry): BoltParams[] {
  const hashes = evidence.flatMap(({ hash, artefact }) =>
    artefact === undefined && isDigest(hash) ? [hash] : [],
  );
  return [...new Set(hashes)].map((hash) => ({ id: `${hash} ${claim}`, hash, claim }));
}

function eventRow(entry: LedgerEntry): BoltParams {
  const { supports, disputes, supersedes } = edgesOfEntry(entry);
  const named = entry.evidence.flatMap(({ artefact }) => (artefact === undefined ? [] : [artefact]));
  return {
    event: eventNode(entry),
    names: [...new Set(named)],
    supports: supports.map(stanceRow),
    disputes: disputes.map(stanceRow),
    supersedes: supersedes.map(successionRow),
  };
}

function eventNode(entry: LedgerEntry): BoltParams {
  const { event_id: id, claim, seq, kind, actor_root, standing, log } = entry;
  const looked = { id, claim, seq, kind, actorRoot: indexable(actor_root), logSeq: log.seq, standing };
  const times = { at: toDateTime(entry.at), effectiveAt: toDateTime(entry.effective_at) };
  return { ...looked, ...times, corpus: claimCorpusOf(claim), record: JSON.stringify(entry) };
}

const MICRO = 1_000_000;

function stanceRow({ artefact, publisher, weightMicro, ...edge }: StanceEdge): BoltParams {
  return { artefact, edge: { ...edgeParams(edge), publisher, weight: new Real(weightMicro / MICRO) } };
}

function successionRow({ successor, authority, ...edge }: SuccessionEdge): BoltParams {
  return { successor, edge: { ...edgeParams(edge), authority } };
}

function edgeParams({ event, actor, at, effectiveAt, logSeq }: OfEvent) {
  return { event, actor, logSeq, at: toDateTime(at), effectiveAt: toDateTime(effectiveAt) };
}
