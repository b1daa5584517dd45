/**
 * Constraints and indexes. A node is found by one key, which is unique; a node that a relation names before it was
 * saved has its key only, and no record.
 * Full-text indexes, one per corpus, are made when a corpus' first section is saved; see `text-index.ts`.
 */
import type { MerkleNodeId } from '../store.ts';
import type { Connection } from './connection.ts';
import type { Link } from './link.ts';
import { toVersion2, toVersion3, toVersion4, toVersion5 } from './migrate-data.ts';

const VERSION = 7;
/** Waiting for indexes that another process has just asked for. */
const INDEXES_ONLINE_S = 60;

/** Label and property of each node's key. */
const KEYS = {
  LogHead: 'id',
  Entry: 'seq',
  MerkleNode: 'id',
  Blob: 'hash',
  Note: 'name',
  Corpus: 'name',
  Artefact: 'id',
  Observation: 'id',
  Section: 'addr',
  Fingerprint: 'seq',
  FingerprintBand: 'id',
  Claim: 'addr',
  Event: 'id',
  IdempotencyKey: 'key',
  Annotation: 'id',
  StubClosure: 'stubId',
  Answer: 'id',
  Finding: 'seq',
  Key: 'id',
  Revocation: 'key',
} as const;
export type Label = keyof typeof KEYS;

/** What `graph/project.ts` derives from entries. */
export const PROJECTED_LABELS: readonly Label[] = [
  'Corpus',
  'Artefact',
  'Observation',
  'Section',
  'Fingerprint',
  'FingerprintBand',
  'Claim',
  'Event',
  'IdempotencyKey',
  'Annotation',
  'StubClosure',
  'Answer',
  'Finding',
  'Key',
  'Revocation',
];

/** The net under the ledgers: no two entries of a claim at one position. */
const LEDGER_POSITION = `
  CREATE CONSTRAINT adduce_event_position IF NOT EXISTS
  FOR (n:Event) REQUIRE (n.claim, n.seq) IS UNIQUE`;

const INDEXES: Readonly<Record<string, readonly [Label, ...string[]]>> = {
  adduce_entry_type: ['Entry', 'type', 'seq'],
  adduce_artefact_by_seq: ['Artefact', 'corpus', 'seq', 'id'],
  adduce_artefact_by_time: ['Artefact', 'corpus', 'effectiveAt', 'id'],
  adduce_artefact_by_id: ['Artefact', 'corpus', 'id'],
  adduce_artefact_doc: ['Artefact', 'corpus', 'docId'],
  adduce_artefact_url: ['Artefact', 'corpus', 'url'],
  adduce_artefact_hash: ['Artefact', 'corpus', 'hash'],
  adduce_artefact_mirrored: ['Artefact', 'mirrorOf'],
  adduce_observation_hash: ['Observation', 'hash'],
  adduce_fingerprint_band: ['FingerprintBand', 'band', 'seq'],
  adduce_claim_slot: ['Claim', 'corpus', 'slot', 'seq'],
  adduce_claim_cluster: ['Claim', 'cluster'],
  adduce_claim_peers: ['Claim', 'cluster', 'corpus', 'seq'],
  adduce_claim_by_seq: ['Claim', 'corpus', 'seq', 'addr'],
  adduce_claim_by_time: ['Claim', 'corpus', 'effectiveAt', 'addr'],
  adduce_claim_by_addr: ['Claim', 'corpus', 'addr'],
  adduce_claim_subject: ['Claim', 'corpus', 'subject'],
  adduce_claim_object: ['Claim', 'corpus', 'object'],
  adduce_event_kind: ['Event', 'corpus', 'kind', 'logSeq'],
  adduce_event_actor: ['Event', 'claim', 'actorRoot', 'seq'],
  adduce_annotation_target: ['Annotation', 'target', 'seq'],
  adduce_annotation_kind: ['Annotation', 'target', 'kind', 'seq'],
  adduce_annotation_corpus: ['Annotation', 'corpus'],
  adduce_closure_corpus: ['StubClosure', 'corpus'],
  adduce_answer_tenant: ['Answer', 'tenant', 'seq'],
  adduce_answer_corpus: ['Answer', 'corpus', 'seq'],
  adduce_finding_tenant: ['Finding', 'tenant', 'seq'],
  adduce_finding_answer: ['Finding', 'answer', 'seq'],
  adduce_finding_state: ['Finding', 'answer', 'to', 'seq'],
  adduce_key_hash: ['Key', 'hash'],
  adduce_revocation_seq: ['Revocation', 'seq'],
};

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

/** Brings the schema to the newest version; several processes may do so at once. Throws `SchemaTooNew`. */
export async function migrate(link: Link): Promise<void> {
  const stored = await storedVersion(link.reads);
  if (stored === VERSION) return;
  for (const statement of definitions()) await link.define(statement);
  await link.reads.run('CALL db.awaitIndexes($seconds)', { seconds: INDEXES_ONLINE_S });
  if (stored === 1) await toVersion2(link);
  if (stored === 1 || stored === 2) await toVersion3(link);
  if (stored > 0 && stored < 4) await toVersion4(link);
  if (stored > 0 && stored < 5) await toVersion5(link);
  await link.transaction(async (connection) => {
    await connection.run(FIRST_HEAD);
    await connection.run('MERGE (s:AdduceSchema {id: 0}) SET s.version = $version', { version: VERSION });
  });
}

const FIRST_HEAD = `
  MERGE (h:LogHead {id: 0}) ON CREATE SET h.size = 0, h.frontier = [], h.commit = ''`;

async function storedVersion(connection: Connection): Promise<number> {
  const row = await connection.row<{ version: number }>(
    'MATCH (s:AdduceSchema {id: 0}) RETURN s.version AS version',
  );
  const stored = row?.version ?? 0;
  if (stored <= VERSION) return stored;
  throw new SchemaTooNew(
    `the store has schema version ${stored}, this program knows up to ${VERSION}: update it`,
  );
}

function definitions(): string[] {
  const unique = Object.entries(KEYS).map(
    ([label, key]) =>
      `CREATE CONSTRAINT adduce_${label} IF NOT EXISTS FOR (n:${label}) REQUIRE n.${key} IS UNIQUE`,
  );
  const indexes = Object.entries(INDEXES).map(([name, [label, ...properties]]) => {
    const on = properties.map((property) => `n.${property}`).join(', ');
    return `CREATE INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (${on})`;
  });
  return [...unique, LEDGER_POSITION, ...indexes];
}
