/** Writes of one transaction: the columns that reads look rows up by, and of their records what the log does not say. */
import { type ClaimAddr, claimCorpusOf } from '../address.ts';
import type { ArtefactState } from '../artefact.ts';
import { isDigest } from '../belief/cited-item.ts';
import { claimFacets, foldText } from '../claim-facets.ts';
import type { BeliefTransaction } from '../store/beliefs.ts';
import type { LogHead, StoredEntry } from '../store/log.ts';
import type { Changes, GraphTransaction } from '../store/store.ts';
import { firstVerdictDay } from '../store/verdict-days.ts';
import { clearTable } from './clear-table.ts';
import { lonelyClaims, markClaims, markLeads } from './clusters.ts';
import type { Connection, SqlParams } from './connection.ts';
import { removeFingerprints, saveFingerprints } from './fingerprints.ts';
import { heldOf, jsonOf, type MadeRecordKind } from './records.ts';
import { saveBeliefs } from './save-beliefs.ts';
import { saveChains } from './save-chains.ts';
import { PROJECTED_TABLES } from './schema.ts';
import { markSaved, markSeveral, markStated, withMovedPlaces } from './several-publishers.ts';
import { saveTallies } from './tallies.ts';
import { clearTextIndexes, saveSections } from './text-index.ts';
import { beginTallies, endTallies, settleTallies } from './write-tallies.ts';

interface Saves
  extends Pick<
    GraphTransaction,
    'save' | 'saveBlobs' | 'removeBlobs' | 'saveNote' | 'clearProjections' | 'saveReplayed'
  > {
  readonly saveBeliefs: BeliefTransaction['save'];
  /** Behind all of them, before the commit. */
  finish(): void;
}

/** The writes of one transaction. */
export function saves(connection: Connection): Saves {
  let isTallied = false;
  const begin = () => {
    if (!isTallied) beginTallies(connection);
    isTallied = true;
  };
  return {
    save: async (changes) => {
      begin();
      save(connection, changes);
    },
    saveBeliefs: async (changes) => {
      begin();
      saveBeliefs(connection, changes);
    },
    finish: () => {
      connection.entries.finish();
      if (isTallied) endTallies(connection);
    },
    saveBlobs: async (blobs) => {
      for (const { hash, bytes } of blobs) connection.run(SAVE_BLOB, { hash, bytes });
    },
    removeBlobs: async (hashes) => {
      for (const hash of hashes) connection.run('DELETE FROM blobs WHERE hash = @hash', { hash });
    },
    saveNote: async (name, value) => upsert(connection, 'notes', 'name', { name, value }),
    clearProjections: async () => {
      clearTextIndexes(connection);
      for (const table of PROJECTED_TABLES) clearTable(connection, table);
      settleTallies(connection);
    },
    saveReplayed: async (to) => connection.run('UPDATE head SET replayed_to = @to', { to }),
  };
}

const SAVE_BLOB = 'INSERT INTO blobs (hash, bytes) VALUES (@hash, @bytes) ON CONFLICT (hash) DO NOTHING';

/** Two for each entry: the text is not made each time. */
const SAVE_NODE = `
  INSERT INTO merkle_nodes (level, idx, hash) VALUES (@level, @index, @hash)
  ON CONFLICT (level, idx) DO UPDATE SET hash = excluded.hash`;

/** Inserts the row, or overwrites the other columns of the row with the same key. The names are this file's own. */
function upsert(connection: Connection, table: string, key: string, row: SqlParams): void {
  const columns = Object.keys(row);
  const shape = `${table} ${columns}`;
  let sql = UPSERTS.get(shape);
  if (sql === undefined) {
    sql = upsertSql(table, key, columns);
    UPSERTS.set(shape, sql);
  }
  connection.run(sql, row);
}

/** By table and columns, of which a table has one list or two: the text is not made for each row. */
const UPSERTS = new Map<string, string>();

function upsertSql(table: string, key: string, columns: readonly string[]): string {
  const keyColumns = key.split(', ');
  const rest = columns.filter((column) => !keyColumns.includes(column));
  return `
    INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((c) => `@${c}`).join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${rest.map((c) => `${c} = excluded.${c}`).join(', ')}`;
}

function save(connection: Connection, changes: Changes): void {
  saveHead(connection, changes.head);
  connection.entries.save(changes.entries);
  for (const { level, index, hash } of changes.merkleNodes) {
    connection.run(SAVE_NODE, { level, index, hash });
  }
  const held = heldBy(connection, changes.entries);
  const moved = withMovedPlaces(connection, changes.artefacts);
  saveArtefacts(connection, changes, held);
  saveClaims(connection, changes, held);
  markStated(connection, moved);
  saveLedger(connection, changes, held);
  saveChains(connection, changes.ledger);
  saveAnnotations(connection, changes, held);
  saveAnswers(connection, changes, held);
  saveKeys(connection, changes);
  saveTallies(connection, changes.tallies);
}

function saveHead(connection: Connection, { size, at, frontier }: LogHead): void {
  const hashes = frontier.map((hash) => Buffer.from(hash).toString('hex'));
  connection.run(SAVE_HEAD, { size, at, frontier: JSON.stringify(hashes) });
}

const SAVE_HEAD = 'UPDATE head SET size = @size, at = @at, frontier = @frontier';

/** What a row holds of its record, where the entry at `seq` may say the same. */
type Held = (kind: MadeRecordKind, record: object, seq: number) => string | null;

function heldBy(connection: Connection, entries: readonly StoredEntry[]): Held {
  const added = new Map(entries.map((stored) => [stored.entry.seq, stored]));
  return (kind, record, seq) => heldOf(kind, record, added.get(seq) ?? connection.entries.find(seq));
}

function saveArtefacts(connection: Connection, changes: Changes, held: Held): void {
  for (const corpus of changes.corpora) {
    upsert(connection, 'corpora', 'name', { name: corpus.name, record: jsonOf(corpus) });
  }
  for (const state of changes.artefacts) {
    const { artefact_id: id, corpus, doc_id, version, url, hash } = state.record;
    const record = held('artefact', state, state.seq);
    const row = { id, corpus, seq: state.seq, doc_id, version, url, hash, record };
    upsert(connection, 'artefacts', 'id', { ...row, ...listedBy(state) });
  }
  for (const observation of changes.observations) {
    const { hash, artefact, observed_at, seq } = observation;
    const day = observed_at.slice(0, 'yyyy-mm-dd'.length);
    connection.run(SAVE_OBSERVATION, { hash, artefact, day, observed_at, seq });
  }
  saveSections(connection, changes.sections);
  saveFingerprints(connection, changes.fingerprints);
  removeFingerprints(connection, changes.lostFingerprints);
}

/** What artefacts are listed by. */
function listedBy({ record, effective_at, withdrawn, redacted }: ArtefactState): SqlParams {
  const { title, licence, domain, publisher, lang, media_type, mirror_of } = record;
  const withdrawal = { withdrawn_seq: withdrawn?.seq ?? null, withdrawn_at: withdrawn?.effective_at ?? null };
  const facets = { words: foldText(title), licence, domain, publisher, lang, media_type, mirror_of };
  return { effective_at, ...facets, ...withdrawal, redacted: redacted === undefined ? 0 : 1 };
}

/** The day's first observation stays: what an older view has read of it must not move. */
const SAVE_OBSERVATION = `
  INSERT INTO observations (hash, artefact, day, observed_at, seq)
  VALUES (@hash, @artefact, @day, @observed_at, @seq)
  ON CONFLICT (hash, artefact, day) DO NOTHING`;

function saveClaims(connection: Connection, changes: Changes, held: Held): void {
  const lonely = lonelyClaims(connection, changes);
  const others = changes.claims.filter(({ addr }) => !lonely.has(addr));
  for (const claim of changes.claims) {
    const { addr, claim_cluster_id: cluster, seq, effective_at } = claim;
    const { firstDay: first_day, lastDay: last_day, ...facets } = claimFacets(claim);
    const row = {
      addr,
      corpus: claim.core.corpus,
      cluster,
      seq,
      effective_at,
      ...facets,
      first_day,
      last_day,
    };
    const marks: SqlParams = lonely.has(addr) ? { may_lead: 1 } : {};
    upsert(connection, 'claims', 'addr', { ...row, ...marks, record: held('claim', claim, seq) });
  }
  markClaims(connection, others);
  for (const occurrence of changes.occurrences) {
    const { seq, claim, artefact, effective_at } = occurrence;
    const record = held('occurrence', occurrence, seq);
    const row = { seq, claim, artefact, effective_at, record };
    upsert(connection, 'occurrences', 'seq', row);
  }
  markLeads(
    connection,
    changes.occurrences.filter(({ claim }) => !lonely.has(claim)),
  );
  const places = Map.groupBy(changes.occurrences, ({ claim }) => claim);
  const isNew = (claim: ClaimAddr) => lonely.has(claim) && places.get(claim)?.length === 1;
  markSeveral(
    connection,
    changes.occurrences.filter(({ claim }) => !isNew(claim)),
  );
  markSaved(connection, others);
  for (const rivalry of changes.rivals) {
    const { claim, rival, seq, judged } = rivalry;
    connection.run(SAVE_RIVALRY, { claim, rival, seq, judged: judged ? jsonOf(judged) : null });
  }
}

/** The first finding of a rivalry stays: an older view, which has seen it, must not lose it when it is found again. */
const SAVE_RIVALRY = `
  INSERT INTO rivals (claim, rival, seq, judged) VALUES (@claim, @rival, @seq, @judged)
  ON CONFLICT (claim, rival) DO NOTHING`;

function saveLedger(connection: Connection, changes: Changes, held: Held): void {
  for (const entry of changes.ledger) {
    const { event_id, claim, seq, actor_root, successor, log, kind, effective_at } = entry;
    const corpus = claimCorpusOf(claim);
    const row = { event_id, claim, corpus, kind, seq, actor_root, successor, log_seq: log.seq, effective_at };
    const entry_hash = Buffer.from(entry.entry_hash, 'hex');
    const record = held('ledger', entry, log.seq);
    upsert(connection, 'ledger', 'event_id', { ...row, entry_hash, record });
    for (const artefact of new Set(entry.evidence.flatMap((item) => item.artefact ?? []))) {
      const cited = { artefact, log_seq: log.seq, event: event_id, claim, kind, effective_at };
      connection.run(SAVE_CITED, cited);
    }
    for (const { hash, artefact } of entry.evidence) {
      if (artefact === undefined && isDigest(hash)) connection.run(SAVE_HASH, { hash, claim });
    }
  }
  for (const once of changes.idempotency) {
    upsert(connection, 'idempotency', 'key', { ...once });
  }
}

const SAVE_CITED = `
  INSERT INTO event_artefacts (artefact, log_seq, event, claim, kind, effective_at)
  SELECT @artefact, @log_seq, id, @claim, @kind, @effective_at FROM ledger WHERE event_id = @event
  ON CONFLICT (artefact, log_seq, event) DO NOTHING`;

/** Bytes that the store did not hold when they were cited: they may be observed later. */
const SAVE_HASH = 'INSERT INTO cited_hashes (hash, claim) VALUES (@hash, @claim) ON CONFLICT DO NOTHING';

function saveAnnotations(connection: Connection, { annotations, closures }: Changes, held: Held): void {
  for (const annotation of annotations) {
    const { id, corpus, target, actor_root, kind, check, standing } = annotation.record;
    const { seq, effective_at } = annotation;
    const record = held('annotation', annotation, seq);
    const voice = { effective_at, actor_root, kind, check, standing };
    connection.run(SAVE_ANNOTATION, { id, corpus, target, seq, ...voice, record });
  }
  for (const closure of closures) {
    const { stub_id, corpus } = closure;
    connection.run(SAVE_CLOSURE, { stub_id, corpus, record: jsonOf(closure) });
  }
}

const SAVE_ANNOTATION = `
  INSERT INTO annotations (id, corpus, target, seq, effective_at, actor_root, kind, "check", standing, record)
  VALUES (@id, @corpus, @target, @seq, @effective_at, @actor_root, @kind, @check, @standing, @record)
  ON CONFLICT (id) DO NOTHING`;

const SAVE_CLOSURE = `
  INSERT INTO stub_closures (stub_id, corpus, record) VALUES (@stub_id, @corpus, @record)
  ON CONFLICT (stub_id) DO NOTHING`;

function saveAnswers(connection: Connection, changes: Changes, held: Held): void {
  for (const answer of changes.answers) {
    const { seq, tenant, corpus, body } = answer;
    const id = body.answer_id;
    upsert(connection, 'answers', 'id', { id, seq, tenant, corpus, record: held('answer', answer, seq) });
    connection.run('DELETE FROM answer_uses WHERE answer = @id', { id });
    const used = JSON.stringify([...body.claims, ...(body.ledgers ?? []), ...body.artefacts]);
    connection.run(SAVE_USES, { id, used });
    const day = firstVerdictDay(answer);
    if (day !== null) connection.run(ADD_VERDICT_DAY, { ...day });
  }
  for (const finding of changes.findings) {
    const { seq, tenant, body } = finding;
    const record = held('finding', finding, seq);
    const row = { seq, tenant, answer: body.answer_id, state: body.to, record };
    upsert(connection, 'findings', 'seq', row);
  }
}

const SAVE_USES = `
  INSERT INTO answer_uses (used, answer)
  SELECT DISTINCT value, @id FROM json_each(@used)`;

/** An answer that is saved again has been looked at since. */
const ADD_VERDICT_DAY = `
  INSERT INTO verdict_days (answer, corpus, until, seq) VALUES (@answer, @corpus, @until, @seq)
  ON CONFLICT (answer) DO NOTHING`;

function saveKeys(connection: Connection, changes: Changes): void {
  for (const key of changes.keys) {
    const row = { id: key.body.key_id, hash: key.body.key_hash, seq: key.seq, record: jsonOf(key) };
    upsert(connection, 'keys', 'id', row);
  }
  for (const { keyId, seq } of changes.revocations)
    upsert(connection, 'revocations', 'key', { key: keyId, seq });
}
