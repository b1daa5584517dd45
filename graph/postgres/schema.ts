/**
 * Tables of the store. Texts are compared by code point (`COLLATE "C"`). A record is JSON text beside the columns by which it is
 * read: `jsonb` cannot hold every text that a record may have. An entry is stored once, as its leaf's bytes.
 *
 * Columns of a text that may be longer than an index entry have a hash index, or one of the text's MD5.
 */
import type { PostgresLink } from './link.ts';

/** Another number: other tables. */
const FORMAT = 5;

/** What `graph/project.ts` derives from entries. */
export const PROJECTED_TABLES = [
  'corpora',
  'artefacts',
  'observations',
  'sections',
  'section_terms',
  'fingerprints',
  'fingerprint_bands',
  'claims',
  'occurrences',
  'rivals',
  'ledger',
  'idempotency',
  'annotations',
  'stub_closures',
  'answers',
  'answer_uses',
  'findings',
  'keys',
  'revocations',
] as const;

const text = 'text COLLATE "C"';

/** `commits` names the newest commits, newest first: see `writer.ts`. */
const LOG = `
  CREATE TABLE head (
    id int PRIMARY KEY CHECK (id = 0), size bigint NOT NULL, at text, frontier bytea NOT NULL, replayed_to bigint,
    commits text[] NOT NULL
  ) WITH (fillfactor = 10);
  INSERT INTO head (id, size, at, frontier, commits) VALUES (0, 0, NULL, '', '{}');
  CREATE TABLE entries (seq bigint PRIMARY KEY, type ${text} NOT NULL, root bytea NOT NULL, bytes bytea NOT NULL);
  CREATE INDEX entries_by_type ON entries (type, seq);
  CREATE TABLE merkle_nodes (level int NOT NULL, idx bigint NOT NULL, hash bytea NOT NULL, PRIMARY KEY (level, idx));
  CREATE TABLE blobs (hash ${text} PRIMARY KEY, bytes bytea NOT NULL);
  CREATE TABLE notes (name ${text} PRIMARY KEY, value text NOT NULL);`;

const KNOWLEDGE = `
  CREATE TABLE corpora (id bigserial PRIMARY KEY, name ${text} NOT NULL UNIQUE, record text NOT NULL);
  CREATE TABLE artefacts (
    id ${text} PRIMARY KEY, corpus ${text} NOT NULL, seq bigint NOT NULL, doc_id ${text} NOT NULL, version int NOT NULL,
    url ${text} NOT NULL, hash ${text} NOT NULL, record text NOT NULL
  );
  CREATE INDEX artefacts_by_seq ON artefacts (corpus, seq);
  CREATE INDEX artefacts_by_doc ON artefacts USING hash (doc_id);
  CREATE INDEX artefacts_by_url ON artefacts USING hash (url);
  CREATE INDEX artefacts_by_hash ON artefacts USING hash (hash);
  CREATE TABLE observations (
    hash ${text} NOT NULL, artefact ${text} NOT NULL, day ${text} NOT NULL, observed_at ${text} NOT NULL,
    seq bigint NOT NULL, record text NOT NULL, PRIMARY KEY (hash, artefact, day)
  );
  CREATE TABLE sections (
    addr ${text} PRIMARY KEY, id bigserial NOT NULL UNIQUE, artefact ${text} NOT NULL, seq bigint NOT NULL,
    record text NOT NULL
  );
  CREATE TABLE section_terms (term bigint NOT NULL, section bigint NOT NULL);
  CREATE INDEX section_terms_by_term ON section_terms (term);
  CREATE TABLE fingerprints (
    seq bigint PRIMARY KEY, artefact ${text} NOT NULL, publisher ${text} NOT NULL, sketch text NOT NULL
  );
  CREATE TABLE fingerprint_bands (band bigint NOT NULL, seq bigint NOT NULL, PRIMARY KEY (band, seq));
  CREATE TABLE claims (
    addr ${text} PRIMARY KEY, corpus ${text} NOT NULL, slot ${text}, defines ${text}, cluster ${text} NOT NULL,
    seq bigint NOT NULL, record text NOT NULL
  );
  CREATE INDEX claims_by_slot ON claims (corpus, md5(slot), seq) WHERE slot IS NOT NULL;
  CREATE INDEX definitions ON claims (corpus, md5(defines), seq) WHERE defines IS NOT NULL;
  CREATE INDEX claims_by_cluster ON claims USING hash (cluster);
  CREATE TABLE occurrences (
    seq bigint PRIMARY KEY, claim ${text} NOT NULL, artefact ${text} NOT NULL, record text NOT NULL
  );
  CREATE INDEX occurrences_by_claim ON occurrences (claim, seq);
  CREATE INDEX occurrences_by_artefact ON occurrences (artefact, seq);
  CREATE TABLE rivals (
    claim ${text} NOT NULL, rival ${text} NOT NULL, seq bigint NOT NULL, record text NOT NULL, PRIMARY KEY (claim, rival)
  );
  CREATE INDEX rivals_by_rival ON rivals (rival);`;

const SERVICE = `
  CREATE TABLE ledger (
    event_id ${text} PRIMARY KEY, claim ${text} NOT NULL, seq bigint NOT NULL, actor_root ${text} NOT NULL,
    successor ${text}, log_seq bigint NOT NULL, corpus ${text} NOT NULL, kind ${text} NOT NULL, record text NOT NULL,
    UNIQUE (claim, seq)
  );
  CREATE INDEX ledger_by_actor ON ledger (claim, actor_root, seq);
  CREATE INDEX ledger_by_successor ON ledger (successor, log_seq) WHERE successor IS NOT NULL;
  CREATE INDEX ledger_by_kind ON ledger (corpus, kind, log_seq);
  CREATE INDEX ledger_by_writer ON ledger (corpus, actor_root, kind, log_seq);
  CREATE TABLE idempotency (key ${text} PRIMARY KEY, record text NOT NULL);
  CREATE TABLE annotations (
    id ${text} PRIMARY KEY, target ${text} NOT NULL, seq bigint NOT NULL, kind ${text} NOT NULL, record text NOT NULL
  );
  CREATE INDEX annotations_by_target ON annotations (target, seq);
  CREATE INDEX annotations_by_kind ON annotations (target, kind, seq);
  CREATE INDEX annotations_by_voice ON annotations (target, seq) WHERE kind <> 'note';
  CREATE TABLE stub_closures (stub_id ${text} PRIMARY KEY, record text NOT NULL);
  CREATE TABLE answers (
    id ${text} PRIMARY KEY, seq bigint NOT NULL, tenant ${text} NOT NULL, corpus ${text} NOT NULL, record text NOT NULL
  );
  CREATE INDEX answers_by_tenant ON answers (tenant, seq);
  CREATE INDEX answers_by_corpus ON answers (corpus, seq);
  CREATE TABLE answer_uses (
    used ${text} NOT NULL, seq bigint NOT NULL, answer ${text} NOT NULL, PRIMARY KEY (used, seq, answer)
  );
  CREATE INDEX answer_uses_by_answer ON answer_uses (answer);
  CREATE TABLE findings (
    seq bigint PRIMARY KEY, tenant ${text} NOT NULL, answer ${text} NOT NULL, state ${text} NOT NULL, record text NOT NULL
  );
  CREATE INDEX findings_by_tenant ON findings (tenant, seq);
  CREATE INDEX findings_by_verdict ON findings (tenant, state, seq);
  CREATE INDEX findings_by_answer ON findings (answer, seq);
  CREATE INDEX findings_by_state ON findings (answer, tenant, state, seq);
  CREATE TABLE keys (id ${text} PRIMARY KEY, hash ${text}, seq bigint NOT NULL, record text NOT NULL);
  CREATE INDEX keys_by_hash ON keys (hash, seq) WHERE hash IS NOT NULL;
  CREATE TABLE revocations (key ${text} PRIMARY KEY, seq bigint NOT NULL);
  CREATE INDEX revocations_by_seq ON revocations (seq);`;

/** The lock of the database under which a schema is made: several processes may open an empty one at once. */
const SCHEMA_LOCK = 0x61647563;

/** The schema holds tables that another version of the program made. */
export class SchemaMismatch extends Error {
  readonly code = 'schema_mismatch';
}

/** Makes the tables where they are missing. Throws `SchemaMismatch`, `StoreUnavailable`. */
export async function makeSchema(link: PostgresLink, schema: string): Promise<void> {
  // First without writing, so that a server or an account that only reads can serve what is there.
  if (await link.script((run) => hasTables(run, schema))) return;
  await link.script(async (run) => {
    await run(`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    // Another process may have made them meanwhile.
    if (await hasTables(run, schema)) return;
    await run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await run(`CREATE TABLE format (number int NOT NULL); INSERT INTO format (number) VALUES (${FORMAT})`);
    await run(`${LOG} ${KNOWLEDGE} ${SERVICE}`);
  });
}

type RunScript = (sql: string) => Promise<Record<string, unknown>[]>;

async function hasTables(run: RunScript, schema: string): Promise<boolean> {
  // Of the catalogue's own rows: what a session has looked up before by name, it may not know to be there now.
  const [found] = await run(
    `SELECT count(*) AS tables FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = '${schema}' AND c.relname = 'format'`,
  );
  if (found?.tables === 0) return false;
  const [stored] = await run('SELECT number FROM format');
  if (stored?.number === FORMAT) return true;
  throw new SchemaMismatch(
    `the schema ${schema} has tables of format ${stored?.number}, this program makes format ${FORMAT}: ` +
      'use the program that made it, or another schema',
  );
}
