/**
 * Tables of the embedded store. A record is JSON beside the columns that it is looked up by.
 * Full-text tables, one per corpus, are made when a corpus' first section is saved; see `text-index.ts`.
 */
import type { Connection } from './connection.ts';
import { talliesOf } from './write-tallies.ts';

/** What `graph/project.ts` derives from entries; `answer_uses` goes before the answers it points at. */
export const PROJECTED_TABLES: readonly string[] = [
  'corpora',
  'artefacts',
  'observations',
  'sections',
  'fingerprints',
  'fingerprint_bands',
  'claims',
  'occurrences',
  'rivals',
  'ledger',
  'event_artefacts',
  'idempotency',
  'annotations',
  'stub_closures',
  'answer_uses',
  'answers',
  'findings',
  'keys',
  'revocations',
];

/** Each migration brings the schema from its index to the next version; a released one never changes. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 0), size INTEGER NOT NULL, at TEXT, frontier TEXT NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, type TEXT NOT NULL, root TEXT NOT NULL, record TEXT NOT NULL, bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_type ON entries (type, seq);
  CREATE TABLE merkle_nodes (
    level INTEGER NOT NULL, idx INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (level, idx)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE corpora (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE TABLE artefacts (
    id TEXT NOT NULL UNIQUE, corpus TEXT NOT NULL, seq INTEGER NOT NULL, doc_id TEXT NOT NULL,
    version INTEGER NOT NULL, url TEXT NOT NULL, hash TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX artefacts_by_seq ON artefacts (corpus, seq);
  CREATE INDEX artefacts_by_doc ON artefacts (corpus, doc_id, version);
  CREATE INDEX artefacts_by_url ON artefacts (corpus, url);
  CREATE INDEX artefacts_by_hash ON artefacts (corpus, hash);
  CREATE TABLE observations (
    hash TEXT NOT NULL, artefact TEXT NOT NULL, day TEXT NOT NULL, observed_at TEXT NOT NULL,
    seq INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (hash, artefact, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY, addr TEXT NOT NULL UNIQUE, artefact TEXT NOT NULL, seq INTEGER NOT NULL,
    effective_at TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE TABLE text_indexes (id INTEGER PRIMARY KEY, corpus TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE claims (
    addr TEXT NOT NULL UNIQUE, corpus TEXT NOT NULL, slot TEXT, cluster TEXT NOT NULL, seq INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX claims_by_slot ON claims (corpus, slot, seq) WHERE slot IS NOT NULL;
  CREATE INDEX claims_by_cluster ON claims (cluster, seq);
  CREATE TABLE occurrences (
    seq INTEGER PRIMARY KEY, claim TEXT NOT NULL, artefact TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX occurrences_by_claim ON occurrences (claim, seq);
  CREATE INDEX occurrences_by_artefact ON occurrences (artefact, seq);
  CREATE TABLE rivals (
    claim TEXT NOT NULL, rival TEXT NOT NULL, seq INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (claim, rival)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rivals_by_rival ON rivals (rival);

  CREATE TABLE ledger (
    event_id TEXT NOT NULL UNIQUE, claim TEXT NOT NULL, seq INTEGER NOT NULL, actor_root TEXT NOT NULL,
    successor TEXT, log_seq INTEGER NOT NULL, record TEXT NOT NULL, UNIQUE (claim, seq)
  ) STRICT;
  CREATE INDEX ledger_by_actor ON ledger (claim, actor_root, seq);
  CREATE INDEX ledger_by_successor ON ledger (successor, log_seq) WHERE successor IS NOT NULL;
  CREATE TABLE idempotency (key TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE answers (
    id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, tenant TEXT NOT NULL, corpus TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX answers_by_tenant ON answers (tenant, seq);
  CREATE INDEX answers_by_corpus ON answers (corpus, seq);
  CREATE TABLE answer_uses (
    used TEXT NOT NULL, answer TEXT NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    PRIMARY KEY (used, answer)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX answer_uses_by_answer ON answer_uses (answer);
  CREATE TABLE findings (
    seq INTEGER PRIMARY KEY, tenant TEXT NOT NULL, answer TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX findings_by_tenant ON findings (tenant, seq);
  CREATE INDEX findings_by_answer ON findings (answer, seq);

  CREATE TABLE keys (id TEXT PRIMARY KEY, hash TEXT, seq INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE INDEX keys_by_hash ON keys (hash) WHERE hash IS NOT NULL;
  CREATE TABLE revocations (key TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX revocations_by_seq ON revocations (seq);
  `,
  `
  CREATE TABLE annotations (
    id TEXT NOT NULL UNIQUE, corpus TEXT NOT NULL, target TEXT NOT NULL, seq INTEGER NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX annotations_by_target ON annotations (target, seq);
  CREATE INDEX annotations_by_corpus ON annotations (corpus);
  CREATE TABLE stub_closures (
    stub_id TEXT PRIMARY KEY, corpus TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX stub_closures_by_corpus ON stub_closures (corpus);
  CREATE INDEX artefacts_by_licence ON artefacts (corpus, record ->> '$.record.licence');
  CREATE INDEX artefacts_by_effective_at ON artefacts (corpus, record ->> '$.effective_at');
  UPDATE idempotency SET
    record = json_remove(json_set(record, '$.result_id', record ->> '$.event_id'), '$.event_id');
  `,
  `
  CREATE INDEX annotations_by_voice ON annotations (
    target, seq, record ->> '$.effective_at', record ->> '$.record.actor_root', record ->> '$.record.kind',
    record ->> '$.record.check', record ->> '$.record.standing'
  ) WHERE record ->> '$.record.kind' <> 'note';
  `,
  `
  CREATE TABLE event_artefacts (
    artefact TEXT NOT NULL, log_seq INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (artefact, log_seq, event)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO event_artefacts (artefact, log_seq, event)
    SELECT DISTINCT item.value ->> '$.artefact', l.log_seq, l.event_id
    FROM ledger l CROSS JOIN json_each(l.record, '$.evidence') item
    WHERE item.value ->> '$.artefact' IS NOT NULL;
  `,
  `
  ALTER TABLE claims ADD COLUMN effective_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE claims ADD COLUMN words TEXT NOT NULL DEFAULT '';
  ALTER TABLE claims ADD COLUMN subject TEXT;
  ALTER TABLE claims ADD COLUMN object TEXT;
  ALTER TABLE claims ADD COLUMN attribute TEXT;
  ALTER TABLE claims ADD COLUMN dimension TEXT;
  UPDATE claims SET
    effective_at = record ->> '$.effective_at',
    words = fold_text(record ->> '$.core.text'),
    subject = fold_text(record ->> '$.core.form.subject.key'),
    object = iif(record ->> '$.core.form.value.kind' = 'entity', fold_text(record ->> '$.core.form.value.key'), NULL),
    attribute = fold_text(record ->> '$.core.form.attribute.head'),
    dimension = record ->> '$.core.form.attribute.dimension';
  CREATE INDEX claims_by_addr ON claims (corpus, addr);
  CREATE INDEX claims_by_seq ON claims (corpus, seq, addr);
  CREATE INDEX claims_by_effective_at ON claims (corpus, effective_at, addr);
  CREATE INDEX claims_by_subject ON claims (corpus, subject) WHERE subject IS NOT NULL;
  CREATE INDEX claims_by_object ON claims (corpus, object) WHERE object IS NOT NULL;

  ALTER TABLE occurrences ADD COLUMN effective_at TEXT NOT NULL DEFAULT '';
  UPDATE occurrences SET effective_at = record ->> '$.effective_at';

  ALTER TABLE artefacts ADD COLUMN effective_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE artefacts ADD COLUMN words TEXT NOT NULL DEFAULT '';
  ALTER TABLE artefacts ADD COLUMN licence TEXT NOT NULL DEFAULT '';
  ALTER TABLE artefacts ADD COLUMN domain TEXT NOT NULL DEFAULT '';
  ALTER TABLE artefacts ADD COLUMN publisher TEXT NOT NULL DEFAULT '';
  ALTER TABLE artefacts ADD COLUMN lang TEXT NOT NULL DEFAULT '';
  ALTER TABLE artefacts ADD COLUMN mirror_of TEXT;
  ALTER TABLE artefacts ADD COLUMN withdrawn_seq INTEGER;
  ALTER TABLE artefacts ADD COLUMN withdrawn_at TEXT;
  ALTER TABLE artefacts ADD COLUMN redacted INTEGER NOT NULL DEFAULT 0;
  UPDATE artefacts SET
    effective_at = record ->> '$.effective_at',
    words = fold_text(record ->> '$.record.title'),
    licence = record ->> '$.record.licence',
    domain = record ->> '$.record.domain',
    publisher = record ->> '$.record.publisher',
    lang = record ->> '$.record.lang',
    mirror_of = record ->> '$.record.mirror_of',
    withdrawn_seq = record ->> '$.withdrawn.seq',
    withdrawn_at = record ->> '$.withdrawn.effective_at',
    redacted = record ->> '$.redacted' IS NOT NULL;
  CREATE INDEX artefacts_by_time ON artefacts (corpus, effective_at, id);
  CREATE INDEX artefacts_by_mirrored ON artefacts (mirror_of) WHERE mirror_of IS NOT NULL;

  DROP TABLE event_artefacts;
  CREATE TABLE event_artefacts (
    artefact TEXT NOT NULL, log_seq INTEGER NOT NULL, event TEXT NOT NULL, claim TEXT NOT NULL, kind TEXT NOT NULL,
    effective_at TEXT NOT NULL, PRIMARY KEY (artefact, log_seq, event)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO event_artefacts (artefact, log_seq, event, claim, kind, effective_at)
    SELECT DISTINCT item.value ->> '$.artefact', l.log_seq, l.event_id, l.claim, l.record ->> '$.kind',
      l.record ->> '$.effective_at'
    FROM ledger l CROSS JOIN json_each(l.record, '$.evidence') item
    WHERE item.value ->> '$.artefact' IS NOT NULL;
  CREATE INDEX event_artefacts_by_claim ON event_artefacts (claim, kind, artefact, log_seq, effective_at);
  CREATE INDEX ledger_proposals ON ledger (claim, log_seq) WHERE successor IS NOT NULL;
  `,
  `
  ALTER TABLE ledger ADD COLUMN corpus TEXT NOT NULL DEFAULT '';
  ALTER TABLE ledger ADD COLUMN kind TEXT NOT NULL DEFAULT '';
  UPDATE ledger SET
    corpus = substr(claim, 6, instr(substr(claim, 6), '/') - 1),
    kind = record ->> '$.kind';
  CREATE INDEX ledger_by_kind ON ledger (corpus, kind, log_seq);
  CREATE INDEX annotations_by_kind ON annotations (target, record ->> '$.record.kind', seq);
  CREATE INDEX findings_by_state ON findings (answer, tenant, record ->> '$.body.to', seq);
  ALTER TABLE artefacts ADD COLUMN media_type TEXT NOT NULL DEFAULT '';
  UPDATE artefacts SET media_type = record ->> '$.record.media_type';
  `,
  `
  DROP INDEX claims_by_cluster;
  CREATE INDEX claims_by_cluster ON claims (cluster, corpus, seq);
  DROP INDEX occurrences_by_claim;
  CREATE INDEX occurrences_by_claim ON occurrences (claim, seq, effective_at);
  ALTER TABLE claims ADD COLUMN may_lead INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE claims ADD COLUMN has_peers INTEGER NOT NULL DEFAULT 0;
  UPDATE claims SET has_peers = 1 WHERE (cluster, corpus) IN (
    SELECT cluster, corpus FROM claims GROUP BY cluster, corpus HAVING count(*) > 1
  );
  UPDATE claims AS c SET may_lead = 1 WHERE c.has_peers = 0 OR EXISTS (
    SELECT 1 FROM occurrences o WHERE o.claim = c.addr AND NOT EXISTS (
      SELECT 1 FROM claims d CROSS JOIN occurrences p ON p.claim = d.addr
      WHERE d.cluster = c.cluster AND d.corpus = c.corpus AND d.seq < c.seq
        AND p.seq <= o.seq AND p.effective_at <= o.effective_at
    )
  );
  CREATE INDEX leads_by_cluster ON claims (cluster, corpus, seq) WHERE may_lead = 1;
  CREATE INDEX leads_by_seq ON claims (corpus, seq, addr) WHERE may_lead = 1;
  CREATE INDEX leads_by_effective_at ON claims (corpus, effective_at, addr) WHERE may_lead = 1;
  CREATE INDEX leads_by_addr ON claims (corpus, addr) WHERE may_lead = 1;
  CREATE INDEX leads_of_peers_by_seq ON claims (corpus, seq, addr) WHERE may_lead = 1 AND has_peers = 1;
  CREATE INDEX leads_of_peers_by_effective_at ON claims (corpus, effective_at, addr)
    WHERE may_lead = 1 AND has_peers = 1;
  CREATE INDEX leads_of_peers_by_addr ON claims (corpus, addr) WHERE may_lead = 1 AND has_peers = 1;
  `,
  `
  DROP INDEX artefacts_by_seq;
  CREATE INDEX artefacts_by_seq ON artefacts (corpus, seq, id);
  CREATE INDEX artefacts_by_id ON artefacts (corpus, id);
  `,
  `
  CREATE TABLE fingerprints (
    seq INTEGER PRIMARY KEY, artefact TEXT NOT NULL, publisher TEXT NOT NULL, sketch TEXT NOT NULL
  ) STRICT;
  CREATE TABLE fingerprint_bands (
    band INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (band, seq)
  ) STRICT, WITHOUT ROWID;
  `,
  talliesOf(PROJECTED_TABLES),
];

/** The store was written by a newer Adduce; this one would misread it. */
export class SchemaTooNew extends Error {
  readonly code = 'schema_too_new';
}

/** Whether nothing needs to be migrated; takes no lock. Throws `SchemaTooNew`. */
export function isCurrent(connection: Connection): boolean {
  return storedVersion(connection) === MIGRATIONS.length;
}

/** Brings the schema to the newest version. Runs inside a write transaction. Throws `SchemaTooNew`. */
export function migrate(connection: Connection): void {
  connection.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT');
  const stored = storedVersion(connection);
  for (const [version, sql] of MIGRATIONS.entries()) {
    if (version < stored) continue;
    connection.exec(sql);
    connection.run('INSERT INTO schema_version (version) VALUES (@version)', { version: version + 1 });
  }
}

/** 0 for an empty file. */
function storedVersion(connection: Connection): number {
  const table = connection.value("SELECT name FROM sqlite_schema WHERE name = 'schema_version'");
  if (table === undefined) return 0;
  const stored = Number(connection.value('SELECT max(version) FROM schema_version') ?? 0);
  if (stored <= MIGRATIONS.length) return stored;
  throw new SchemaTooNew(
    `the store has schema version ${stored}, this program knows up to ${MIGRATIONS.length}: update it`,
  );
}
