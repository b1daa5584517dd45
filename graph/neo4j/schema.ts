/**
 * Constraints and indexes. A node is found by one key, which is unique; a node that a relation names before it was
 * saved has its key only, and no record.
 * Full-text indexes, one per corpus, are made when a corpus' first section is saved; see `text-index.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MerkleNodeId } from '../store/log.ts';
import type { Neo4jConnection } from './connection.ts';
import { VERSION } from './format.ts';
import type { Neo4jLink } from './link.ts';

/** Waiting for indexes that another process has just asked for. */
const INDEXES_ONLINE_S = 60;
/** Nodes of one step: a transaction is in the server's memory at once. */
const CLEARED_AT_ONCE = 2_000;
/** Between taking a store over and clearing its projections. */
const TAKEN_OVER_MS = 1_000;

/** Label and property of each node's key. */
const KEYS = {
  LogHead: 'id',
  Entry: 'seq',
  MerkleNode: 'id',
  Blob: 'hash',
  Note: 'name',
  Corpus: 'name',
  Artefact: 'id',
  Publisher: 'domain',
  Observation: 'id',
  Section: 'addr',
  Fingerprint: 'seq',
  FingerprintBand: 'id',
  Claim: 'addr',
  Entity: 'key',
  Event: 'id',
  IdempotencyKey: 'key',
  Annotation: 'id',
  StubClosure: 'stubId',
  Answer: 'id',
  Finding: 'seq',
  Key: 'id',
  Revocation: 'key',
  CitedHash: 'id',
  LedgerBelief: 'id',
  BeliefTally: 'id',
  BeliefDay: 'corpus',
  BeliefPosition: 'id',
  Tally: 'id',
  ChainMember: 'claim',
  VerdictDay: 'answer',
} as const;
export type Label = keyof typeof KEYS;

/** What `graph/project.ts` and `engine/belief/projection/` derive from entries. */
export const PROJECTED_LABELS: readonly Label[] = [
  'Corpus',
  'Artefact',
  'Publisher',
  'Observation',
  'Section',
  'Fingerprint',
  'FingerprintBand',
  'Claim',
  'Entity',
  'Event',
  'IdempotencyKey',
  'Annotation',
  'StubClosure',
  'Answer',
  'Finding',
  'Key',
  'Revocation',
  'CitedHash',
  'LedgerBelief',
  'BeliefTally',
  'BeliefDay',
  'BeliefPosition',
  'Tally',
  'ChainMember',
  'VerdictDay',
];

/** The net under the ledgers: no two entries of a claim at one position. */
const LEDGER_POSITION = `
  CREATE CONSTRAINT adduce_event_position IF NOT EXISTS
  FOR (n:Event) REQUIRE (n.claim, n.seq) IS UNIQUE`;

const INDEXES: Readonly<Record<string, readonly [Label, ...string[]]>> = {
  adduce_entry_type: ['Entry', 'type', 'seq'],
  adduce_artefact_by_seq: ['Artefact', 'corpus', 'seq', 'id'],
  adduce_artefact_by_publisher: ['Artefact', 'corpus', 'publisher', 'seq', 'id'],
  adduce_artefact_by_time: ['Artefact', 'corpus', 'effectiveAt', 'id'],
  adduce_artefact_by_id: ['Artefact', 'corpus', 'id'],
  adduce_artefact_doc: ['Artefact', 'corpus', 'docId'],
  adduce_artefact_url: ['Artefact', 'corpus', 'url'],
  adduce_artefact_hash: ['Artefact', 'corpus', 'hash'],
  adduce_artefact_mirrored: ['Artefact', 'mirrorOf'],
  adduce_observation_hash: ['Observation', 'hash'],
  adduce_fingerprint_band: ['FingerprintBand', 'band', 'seq'],
  adduce_claim_slot: ['Claim', 'corpus', 'slot', 'seq'],
  adduce_claim_definition: ['Claim', 'corpus', 'defines', 'seq'],
  adduce_claim_cluster: ['Claim', 'cluster'],
  adduce_claim_peers: ['Claim', 'cluster', 'corpus', 'seq'],
  adduce_claim_by_seq: ['Claim', 'corpus', 'seq', 'addr'],
  adduce_claim_by_time: ['Claim', 'corpus', 'effectiveAt', 'addr'],
  adduce_claim_by_addr: ['Claim', 'corpus', 'addr'],
  adduce_claim_subject: ['Claim', 'corpus', 'subject'],
  adduce_claim_object: ['Claim', 'corpus', 'object'],
  adduce_claim_belief_by_seq: ['Claim', 'corpus', 'belief', 'seq', 'addr'],
  adduce_claim_belief_by_time: ['Claim', 'corpus', 'belief', 'effectiveAt', 'addr'],
  adduce_claim_belief_by_addr: ['Claim', 'corpus', 'belief', 'addr'],
  adduce_claim_several_by_seq: ['Claim', 'corpus', 'bySeveral', 'seq', 'addr'],
  adduce_claim_several_by_time: ['Claim', 'corpus', 'bySeveral', 'effectiveAt', 'addr'],
  adduce_claim_several_by_addr: ['Claim', 'corpus', 'bySeveral', 'addr'],
  adduce_ledger_belief: ['LedgerBelief', 'corpus', 'state', 'confidence', 'cluster'],
  adduce_ledger_belief_due: ['LedgerBelief', 'corpus', 'until', 'cluster'],
  adduce_ledger_belief_cluster: ['LedgerBelief', 'corpus', 'cluster'],
  adduce_belief_tally: ['BeliefTally', 'corpus'],
  adduce_cited_hash: ['CitedHash', 'hash'],
  adduce_claim_value: ['Claim', 'attribute', 'unit', 'valueMin'],
  adduce_claim_least: ['Claim', 'corpus', 'quantityUnit', 'valueMin'],
  adduce_claim_most: ['Claim', 'corpus', 'quantityUnit', 'valueMax'],
  adduce_claim_day: ['Claim', 'corpus', 'valueFrom'],
  adduce_event_kind: ['Event', 'corpus', 'kind', 'logSeq'],
  adduce_event_actor: ['Event', 'claim', 'actorRoot', 'seq'],
  adduce_event_writer: ['Event', 'corpus', 'actorRoot', 'kind', 'logSeq'],
  adduce_annotation_target: ['Annotation', 'target', 'seq'],
  adduce_annotation_kind: ['Annotation', 'target', 'kind', 'seq'],
  adduce_annotation_by_seq: ['Annotation', 'corpus', 'seq'],
  adduce_annotation_by_kind: ['Annotation', 'corpus', 'kind', 'seq'],
  adduce_closure_corpus: ['StubClosure', 'corpus'],
  adduce_answer_tenant: ['Answer', 'tenant', 'seq'],
  adduce_answer_corpus: ['Answer', 'corpus', 'seq'],
  adduce_finding_tenant: ['Finding', 'tenant', 'seq'],
  adduce_finding_verdict: ['Finding', 'tenant', 'to', 'seq'],
  adduce_finding_answer: ['Finding', 'answer', 'seq'],
  adduce_finding_state: ['Finding', 'answer', 'to', 'seq'],
  adduce_key_hash: ['Key', 'hash'],
  adduce_revocation_seq: ['Revocation', 'seq'],
  adduce_tally_by_key: ['Tally', 'kind', 'corpus', 'key'],
  adduce_tally_by_seq: ['Tally', 'kind', 'corpus', 'seq', 'key'],
  adduce_tally_by_n0: ['Tally', 'kind', 'corpus', 'n0', 'key'],
  adduce_tally_by_n1: ['Tally', 'kind', 'corpus', 'n1', 'key'],
  adduce_tally_by_n2: ['Tally', 'kind', 'corpus', 'n2', 'key'],
  adduce_tally_contradicting: ['Tally', 'corpus', 'contradicting'],
  adduce_tally_contradicted: ['Tally', 'corpus', 'contradicted'],
  adduce_verdict_day: ['VerdictDay', 'corpus', 'until', 'answer'],
};

/** Drops indexes of older versions that no read goes along any more: every write would go on to keep them. */
const REMOVALS = ['adduce_annotation_corpus', 'adduce_ledger_belief_until'].map(
  (name) => `DROP INDEX ${name} IF EXISTS`,
);

/** The store was written by a newer Adduce; this one would misread it. */
export class SchemaTooNew extends Error {
  readonly code = 'schema_too_new';
}

/** Name of the property that a label's nodes are found by. */
export function keyOf(label: Label): string {
  return KEYS[label];
}

/** Key of a Merkle node. */
export function merkleNodeKey({ level, index }: MerkleNodeId): string {
  return `${level}/${index}`;
}

/**
 * Makes constraints, indexes and the head of the log where they are missing, and clears projections and indexes of an older version:
 * the head says then that they are to be made again (`graph/log/replay.ts`). Several processes may do so at once, and one
 * that was killed in the middle is followed by the next. Throws `SchemaTooNew`.
 */
export async function migrate(link: Neo4jLink): Promise<void> {
  const stored = await storedSchema(link.reads);
  if (stored.version === VERSION && !stored.isClearing) return;
  const made = await madeIndexes(link.reads);
  for (const [name, statement] of definitions()) if (!made.has(name)) await link.define(statement);
  await link.reads.run('CALL db.awaitIndexes($seconds)', { seconds: INDEXES_ONLINE_S });
  await link.transaction(async (connection) => {
    await connection.run(FIRST_HEAD);
    await connection.run(SET_VERSION, { version: VERSION });
  });
  // Gateways of the older version look at the head more often than that, and read nothing more once they have seen it.
  if (stored.version !== 0 && stored.version !== VERSION) await sleep(TAKEN_OVER_MS);
  for (const statement of REMOVALS) await link.define(statement);
  while (await clearSome(link));
}

/** The first write takes the head's lock: writers that are at work end before. */
const FIRST_HEAD = `
  MERGE (h:LogHead {id: 0}) ON CREATE SET h.size = 0, h.frontier = [], h.commit = ''
  SET h.lock = true`;

/** `format` in the head ends the writers of other versions: see `head-lock.ts`. */
const SET_VERSION = `
  MERGE (s:AdduceSchema {id: 0})
  WITH s WHERE coalesce(s.version, 0) < $version
  SET s.version = $version, s.isClearing = true
  WITH s MATCH (h:LogHead {id: 0})
  SET h.format = $version, h.replayedTo = CASE WHEN h.size > 0 THEN 0 END`;

/** Under the head's lock, since another process may have cleared all and begun to fill again. */
const CLEAR_SOME = `
  MATCH (s:AdduceSchema {id: 0}) WHERE s.isClearing
  MATCH (n:${PROJECTED_LABELS.join('|')}) WITH n LIMIT $limit
  DETACH DELETE n
  RETURN count(*) AS cleared`;

const CLEARED = 'MATCH (s:AdduceSchema {id: 0}) REMOVE s.isClearing';

/** One step of clearing; whether more may be left. */
function clearSome(link: Neo4jLink): Promise<boolean> {
  return link.transaction(async (connection) => {
    await connection.run(FIRST_HEAD);
    const row = await connection.row<{ cleared: number }>(CLEAR_SOME, { limit: CLEARED_AT_ONCE });
    if ((row?.cleared ?? 0) > 0) return true;
    await connection.run(CLEARED);
    return false;
  });
}

interface StoredSchema {
  /** 0: there is none. */
  readonly version: number;
  readonly isClearing: boolean;
}

async function storedSchema(connection: Neo4jConnection): Promise<StoredSchema> {
  const row = await connection.row<StoredSchema>(
    `MATCH (s:AdduceSchema {id: 0})
     RETURN s.version AS version, coalesce(s.isClearing, false) AS isClearing`,
  );
  const stored = row ?? { version: 0, isClearing: false };
  if (stored.version <= VERSION) return stored;
  throw new SchemaTooNew(
    `the store has schema version ${stored.version}, this program knows up to ${VERSION}: update it`,
  );
}

/** Names of all indexes, those of constraints among them: each statement that makes one which is there costs what any statement costs. */
async function madeIndexes(connection: Neo4jConnection): Promise<ReadonlySet<string>> {
  const rows = await connection.rows<{ readonly name: string }>('SHOW INDEXES YIELD name');
  return new Set(rows.map(({ name }) => name));
}

/** What makes constraints and indexes where they are missing, by their names. */
export function definitions(): readonly (readonly [string, string])[] {
  const unique = Object.entries(KEYS).map(([label, key]) => {
    const name = `adduce_${label}`;
    return [
      name,
      `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (n:${label}) REQUIRE n.${key} IS UNIQUE`,
    ] as const;
  });
  const indexes = Object.entries(INDEXES).map(([name, [label, ...properties]]) => {
    const on = properties.map((property) => `n.${property}`).join(', ');
    return [name, `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (${on})`] as const;
  });
  return [...unique, ['adduce_event_position', LEDGER_POSITION], ...indexes];
}
