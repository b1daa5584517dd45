/**
 * Tables of the embedded store. A row holds what it is looked up by, and of its record what the log does not say (`records.ts`).
 * Full-text tables, one per corpus, are made when a corpus' first section is saved; see `text-index.ts`.
 */
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
  'cited_hashes',
  'idempotency',
  'annotations',
  'stub_closures',
  'answer_uses',
  'answers',
  'findings',
  'keys',
  'revocations',
  'tallies',
  'chain_members',
  'belief_position',
  'belief_days',
  'belief_tallies',
  'ledger_beliefs',
  'verdict_days',
];

/** What the log itself holds, and what belongs to this installation. */
export const LOG_TABLES = `
  CREATE TABLE formats (
    id INTEGER PRIMARY KEY CHECK (id = 0), log INTEGER NOT NULL, projections INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 0), size INTEGER NOT NULL, at TEXT, frontier TEXT NOT NULL, replayed_to INTEGER
  ) STRICT;
  INSERT INTO head (id, size, frontier) VALUES (0, 0, '[]');
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, type TEXT NOT NULL, root BLOB NOT NULL, bytes BLOB
  ) STRICT;
  CREATE INDEX entries_by_type ON entries (type, seq);
  CREATE TABLE entry_pages (first INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE merkle_nodes (
    level INTEGER NOT NULL, idx INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (level, idx)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`;

const CORPORA_AND_ARTEFACTS = `
  CREATE TABLE corpora (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;
  CREATE TABLE artefacts (
    id TEXT NOT NULL UNIQUE, corpus TEXT NOT NULL, seq INTEGER NOT NULL, doc_id TEXT NOT NULL,
    version INTEGER NOT NULL, url TEXT NOT NULL, hash TEXT NOT NULL, effective_at TEXT NOT NULL, words TEXT NOT NULL,
    licence TEXT NOT NULL, domain TEXT NOT NULL, publisher TEXT NOT NULL, lang TEXT NOT NULL, media_type TEXT NOT NULL,
    mirror_of TEXT, withdrawn_seq INTEGER, withdrawn_at TEXT, redacted INTEGER NOT NULL, record TEXT
  ) STRICT;
  CREATE INDEX artefacts_by_seq ON artefacts (corpus, seq, id);
  CREATE INDEX artefacts_by_id ON artefacts (corpus, id);
  CREATE INDEX artefacts_by_doc ON artefacts (corpus, doc_id, version);
  CREATE INDEX artefacts_by_url ON artefacts (corpus, url);
  CREATE INDEX artefacts_by_hash ON artefacts (corpus, hash);
  CREATE INDEX artefacts_by_licence ON artefacts (corpus, licence);
  CREATE INDEX artefacts_by_publisher ON artefacts (corpus, publisher, seq, id);
  CREATE INDEX artefacts_by_time ON artefacts (corpus, effective_at, id);
  CREATE INDEX artefacts_by_mirrored ON artefacts (mirror_of) WHERE mirror_of IS NOT NULL;
  CREATE TABLE observations (
    hash TEXT NOT NULL, artefact TEXT NOT NULL, day TEXT NOT NULL, observed_at TEXT NOT NULL,
    seq INTEGER NOT NULL, PRIMARY KEY (hash, artefact, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY, addr TEXT NOT NULL UNIQUE, artefact TEXT NOT NULL, seq INTEGER NOT NULL,
    effective_at TEXT NOT NULL, corpus TEXT NOT NULL, title_terms TEXT NOT NULL, text_terms TEXT NOT NULL
  ) STRICT;
  CREATE TABLE text_indexes (id INTEGER PRIMARY KEY, corpus TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE fingerprints (
    seq INTEGER PRIMARY KEY, artefact TEXT NOT NULL, publisher TEXT NOT NULL, sketch TEXT NOT NULL
  ) STRICT;
  CREATE TABLE fingerprint_bands (
    band INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (band, seq)
  ) STRICT, WITHOUT ROWID;`;

/**
 * An entry of the log asserts one claim, so that an index by position needs no address; an address names its corpus, so that one
 * by address needs no corpus.
 */
const CLAIMS = `
  CREATE TABLE claims (
    addr TEXT NOT NULL, corpus TEXT NOT NULL, slot TEXT, cluster TEXT NOT NULL, seq INTEGER NOT NULL,
    effective_at TEXT NOT NULL, words TEXT NOT NULL, subject TEXT, defines TEXT, object TEXT, attribute TEXT, dimension TEXT,
    unit TEXT, least REAL, most REAL, first_day TEXT, last_day TEXT,
    may_lead INTEGER NOT NULL DEFAULT 0, has_peers INTEGER NOT NULL DEFAULT 0, by_several INTEGER NOT NULL DEFAULT 0,
    belief INTEGER, record TEXT
  ) STRICT;
  CREATE INDEX claims_by_slot ON claims (corpus, slot, seq) WHERE slot IS NOT NULL;
  CREATE INDEX definitions ON claims (corpus, defines, seq) WHERE defines IS NOT NULL;
  CREATE INDEX claims_by_cluster ON claims (cluster, corpus, seq);
  CREATE UNIQUE INDEX claims_by_addr ON claims (addr);
  CREATE INDEX claims_by_seq ON claims (corpus, seq);
  CREATE INDEX claims_by_effective_at ON claims (corpus, effective_at, addr);
  CREATE INDEX claims_by_subject ON claims (corpus, subject) WHERE subject IS NOT NULL;
  CREATE INDEX claims_by_object ON claims (corpus, object) WHERE object IS NOT NULL;
  CREATE INDEX claims_by_least ON claims (corpus, unit, least) WHERE least IS NOT NULL;
  CREATE INDEX claims_by_most ON claims (corpus, unit, most) WHERE most IS NOT NULL;
  CREATE INDEX claims_by_day ON claims (corpus, first_day) WHERE first_day IS NOT NULL;
  CREATE INDEX leads_by_cluster ON claims (cluster, corpus, seq) WHERE may_lead = 1;
  CREATE INDEX leads_by_seq ON claims (corpus, seq) WHERE may_lead = 1;
  CREATE INDEX leads_by_effective_at ON claims (corpus, effective_at, addr) WHERE may_lead = 1;
  CREATE INDEX leads_by_addr ON claims (addr) WHERE may_lead = 1;
  CREATE INDEX leads_of_peers_by_seq ON claims (corpus, seq) WHERE may_lead = 1 AND has_peers = 1;
  CREATE INDEX leads_of_peers_by_effective_at ON claims (corpus, effective_at, addr)
    WHERE may_lead = 1 AND has_peers = 1;
  CREATE INDEX leads_of_peers_by_addr ON claims (addr) WHERE may_lead = 1 AND has_peers = 1;
  CREATE INDEX claims_of_several_seq ON claims (corpus, seq) WHERE by_several = 1;
  CREATE INDEX claims_of_several_effective_at ON claims (corpus, effective_at, addr) WHERE by_several = 1;
  CREATE INDEX claims_of_several_addr ON claims (addr) WHERE by_several = 1;
  CREATE INDEX claims_by_belief_seq ON claims (corpus, belief, seq) WHERE belief IS NOT NULL;
  CREATE INDEX claims_by_belief_effective_at ON claims (corpus, belief, effective_at, addr) WHERE belief IS NOT NULL;
  CREATE INDEX claims_by_belief_addr ON claims (belief, addr) WHERE belief IS NOT NULL;
  CREATE TABLE occurrences (
    seq INTEGER PRIMARY KEY, claim TEXT NOT NULL, artefact TEXT NOT NULL, effective_at TEXT NOT NULL,
    record TEXT
  ) STRICT;
  CREATE INDEX occurrences_by_claim ON occurrences (claim, seq, effective_at);
  CREATE INDEX occurrences_by_artefact ON occurrences (artefact, seq);
  CREATE TABLE rivals (
    claim TEXT NOT NULL, rival TEXT NOT NULL, seq INTEGER NOT NULL, judged TEXT,
    PRIMARY KEY (claim, rival)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rivals_by_rival ON rivals (rival);`;

/** `event_artefacts.event` is the id of a row of `ledger`. */
const EVIDENCE = `
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE, claim TEXT NOT NULL, corpus TEXT NOT NULL, kind TEXT NOT NULL,
    seq INTEGER NOT NULL, actor_root TEXT NOT NULL, successor TEXT, log_seq INTEGER NOT NULL,
    effective_at TEXT NOT NULL, entry_hash BLOB NOT NULL, record TEXT, UNIQUE (claim, seq)
  ) STRICT;
  CREATE INDEX ledger_by_actor ON ledger (claim, actor_root, seq);
  CREATE INDEX ledger_by_successor ON ledger (successor, log_seq) WHERE successor IS NOT NULL;
  CREATE INDEX ledger_proposals ON ledger (claim, log_seq) WHERE successor IS NOT NULL;
  CREATE INDEX ledger_by_kind ON ledger (corpus, kind, log_seq);
  CREATE INDEX ledger_by_writer ON ledger (corpus, actor_root, kind, log_seq);
  CREATE TABLE event_artefacts (
    artefact TEXT NOT NULL, log_seq INTEGER NOT NULL, event INTEGER NOT NULL, claim TEXT NOT NULL, kind TEXT NOT NULL,
    effective_at TEXT NOT NULL, PRIMARY KEY (artefact, log_seq, event)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_artefacts_by_claim ON event_artefacts (claim, kind, artefact, log_seq, effective_at);
  CREATE TABLE cited_hashes (hash TEXT NOT NULL, claim TEXT NOT NULL, PRIMARY KEY (hash, claim)) STRICT, WITHOUT ROWID;
  CREATE TABLE idempotency (key TEXT PRIMARY KEY, request_hash TEXT NOT NULL, result_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE annotations (
    id TEXT NOT NULL UNIQUE, corpus TEXT NOT NULL, target TEXT NOT NULL, seq INTEGER NOT NULL,
    effective_at TEXT NOT NULL, actor_root TEXT NOT NULL, kind TEXT NOT NULL, "check" TEXT NOT NULL,
    standing INTEGER NOT NULL, record TEXT
  ) STRICT;
  CREATE INDEX annotations_by_target ON annotations (target, seq);
  CREATE INDEX annotations_by_corpus ON annotations (corpus, seq);
  CREATE INDEX annotations_by_corpus_kind ON annotations (corpus, kind, seq);
  CREATE INDEX annotations_by_kind ON annotations (target, kind, seq);
  CREATE INDEX annotations_by_voice ON annotations (
    target, seq, effective_at, actor_root, kind, "check", standing
  ) WHERE kind <> 'note';
  CREATE TABLE stub_closures (
    stub_id TEXT PRIMARY KEY, corpus TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX stub_closures_by_corpus ON stub_closures (corpus);`;

const SERVICE = `
  CREATE TABLE answers (
    id TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, tenant TEXT NOT NULL, corpus TEXT NOT NULL,
    record TEXT
  ) STRICT;
  CREATE INDEX answers_by_tenant ON answers (tenant, seq);
  CREATE INDEX answers_by_corpus ON answers (corpus, seq);
  CREATE TABLE answer_uses (
    used TEXT NOT NULL, answer TEXT NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
    PRIMARY KEY (used, answer)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX answer_uses_by_answer ON answer_uses (answer);
  CREATE TABLE findings (
    seq INTEGER PRIMARY KEY, tenant TEXT NOT NULL, answer TEXT NOT NULL, state TEXT NOT NULL, record TEXT
  ) STRICT;
  CREATE INDEX findings_by_tenant ON findings (tenant, seq);
  CREATE INDEX findings_by_verdict ON findings (tenant, state, seq);
  CREATE INDEX findings_by_answer ON findings (answer, seq);
  CREATE INDEX findings_by_state ON findings (answer, tenant, state, seq);
  CREATE TABLE keys (id TEXT PRIMARY KEY, hash TEXT, seq INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE INDEX keys_by_hash ON keys (hash) WHERE hash IS NOT NULL;
  CREATE TABLE revocations (key TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX revocations_by_seq ON revocations (seq);`;

/** `n0` to `n4` are the counts of the kind, in the order of `TALLY_COUNTS`. */
const TALLIES = `
  CREATE TABLE tallies (
    kind TEXT NOT NULL, corpus TEXT NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL, since TEXT NOT NULL,
    n0 INTEGER NOT NULL DEFAULT 0, n1 INTEGER NOT NULL DEFAULT 0, n2 INTEGER NOT NULL DEFAULT 0,
    n3 INTEGER NOT NULL DEFAULT 0, n4 INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (kind, corpus, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tallies_by_seq ON tallies (kind, corpus, seq, key);
  CREATE INDEX tallies_by_n0 ON tallies (kind, corpus, n0, key);
  CREATE INDEX tallies_by_n1 ON tallies (kind, corpus, n1, key);
  CREATE INDEX tallies_by_n2 ON tallies (kind, corpus, n2, key);
  CREATE INDEX tallies_by_contradicted ON tallies (corpus, substr(key, instr(key, ' ') + 1), key)
    WHERE kind = 'opposition';
  CREATE TABLE chain_members (
    claim TEXT PRIMARY KEY, corpus TEXT NOT NULL, parent TEXT NOT NULL, next TEXT NOT NULL, prev TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;`;

/** What `engine/belief/projection/` derives; `claims.belief` too. A state is its place in `LISTED_STATES`. */
const BELIEFS = `
  CREATE TABLE belief_position (
    id INTEGER PRIMARY KEY CHECK (id = 0), seq INTEGER NOT NULL, pending INTEGER NOT NULL, revision INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE belief_days (
    corpus TEXT PRIMARY KEY, day INTEGER NOT NULL, confident_day INTEGER NOT NULL, passed TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE belief_tallies (
    corpus TEXT NOT NULL, state INTEGER NOT NULL, claims INTEGER NOT NULL, PRIMARY KEY (corpus, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_beliefs (
    corpus TEXT NOT NULL, cluster TEXT NOT NULL, state INTEGER NOT NULL, confidence INTEGER NOT NULL, day INTEGER NOT NULL,
    until INTEGER, PRIMARY KEY (corpus, cluster)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ledger_beliefs_by_confidence ON ledger_beliefs (corpus, state, confidence, cluster);
  CREATE INDEX ledger_beliefs_by_until ON ledger_beliefs (corpus, until, cluster) WHERE until IS NOT NULL;
  CREATE TABLE verdict_days (
    answer TEXT PRIMARY KEY, corpus TEXT NOT NULL, until INTEGER NOT NULL, seq INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX verdict_days_by_until ON verdict_days (corpus, until, answer);`;

/** What is made from the log. */
export const PROJECTION_TABLES = [
  CORPORA_AND_ARTEFACTS,
  CLAIMS,
  EVIDENCE,
  SERVICE,
  TALLIES,
  BELIEFS,
  talliesOf(PROJECTED_TABLES),
].join('\n');
