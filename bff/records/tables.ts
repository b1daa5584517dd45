/** The tables of the BFF's database, for Kysely. Portable types only: TEXT ids, BIGINT epoch ms, INTEGER booleans. */
import type { AnswerModeV1 } from '../../gateway/wire/answer-content.ts';
import type { FindingsStateV1 } from '../../gateway/wire/findings.ts';
import type { AccountRecord, MemberRecord } from '../account-records.ts';
import type { TurnKind, TurnRecord } from '../question-records.ts';
import type { Collection, EntryFacet, LinkKind } from '../records.ts';

export interface QueriesTable {
  id: string;
  user_id: string;
  org_id: string;
  mode: AnswerModeV1;
  requested_at: number;
  answer_id: string;
  q: string;
  as_of: string | null;
  corpus: string | null;
  summary_hash: string;
  receipt_hash: string | null;
  metadata: string;
  findings_state: FindingsStateV1;
}

export interface AnswersSavedTable {
  id: string;
  user_id: string;
  answer_id: string;
  snapshot_id: string;
  created_at: number;
  title: string;
  folder: string | null;
  q: string;
  summary: string;
  summary_hash: string;
  receipt_hash: string | null;
  as_of: string | null;
  corpus: string | null;
  /** When it was saved. */
  findings_state: FindingsStateV1;
  /** The latest verdict noted. */
  current_state: FindingsStateV1;
  note: string | null;
  /** JSON of an array; the rows of `saved_tags` are there only while the entry is not removed. */
  tags: string;
  deleted_at: number | null;
}

/** Beside its key a row repeats the columns by which its entry is listed. */
export interface SavedTagsTable {
  saved_id: string;
  tag: string;
  user_id: string;
  answer_id: string;
  folder: string | null;
  created_at: number;
}

/** A user's own questions under a tag, in the order of the list. */
export interface HistoryTagsTable {
  user_id: string;
  tag: string;
  requested_at: number;
  query_id: string;
  mode: AnswerModeV1;
  answer_id: string;
}

/** An entry under one of its terms: `term` is the hash of owner, collection, facet and value (`library-terms.ts`). */
export interface LibraryTermsTable {
  term: number;
  at: number;
  entry_id: string;
}

/** How many entries of a user have a value of a facet. */
export interface LibraryCountsTable {
  user_id: string;
  collection: Collection;
  facet: EntryFacet;
  value: string;
  entries: number;
}

export interface EntitlementsTable {
  org_id: string;
  feature_key: string;
  enabled: number;
  plan: string;
}

export interface VerdictsTable {
  answer_id: string;
  findings_state: FindingsStateV1;
  seq: number;
  /** RFC 3339 UTC; null in rows older than this column. */
  at: string | null;
  /** JSON of an array of codes. */
  reasons: string;
  /** 1: saved entries and watched questions may not have it yet. */
  pending: number;
}

export interface LinksTable {
  id: string;
  user_id: string;
  kind: LinkKind;
  answer_id: string;
  q: string;
  summary_hash: string;
  receipt_hash: string | null;
  created_at: number;
}

export type MembersTable = { -readonly [Column in keyof MemberRecord]: MemberRecord[Column] };
export type AccountsTable = { -readonly [Column in keyof AccountRecord]: AccountRecord[Column] };

/** Sessions of accounts that the provider ends too. */
export interface SignInsTable {
  session_id: string;
  id_token: string;
  expires_at: number;
}

/** Sign-ins that came back from the provider: each does so once. */
export interface UsedStatesTable {
  state: string;
  expires_at: number;
}

/** Visitors whose entries are being moved to an account. */
export interface MergesTable {
  user_id: string;
  into_user: string;
  started_at: number;
  /** When to look at it next. */
  next_at: number;
}

/** Answers whose entries were moved: the engine has them under the user who asked. */
export interface AnswerOwnersTable {
  answer_id: string;
  owner: string;
}

/** Organisations in which a user has an answer that is saved or shared, where its questions may be deleted. */
export interface AnswerOrgsTable {
  user_id: string;
  answer_id: string;
  org_id: string;
}

/** Invitations that were issued earlier are void. */
export interface InvitationsTable {
  org_id: string;
  valid_from: number;
}

export interface EndedSessionsTable {
  session_id: string;
  expires_at: number;
}

export interface CheckpointsTable {
  origin: string;
  note: string;
  keys: string;
  updated_at: number;
}

export interface WatchedQuestionsTable {
  id: string;
  user_id: string;
  /** Hash of question, day, corpus and mode. */
  question: string;
  created_at: number;
  q: string;
  as_of: string | null;
  corpus: string;
  mode: AnswerModeV1;
  answer_id: string;
  summary: string;
  summary_hash: string;
  receipt_hash: string | null;
  findings_state: FindingsStateV1;
  asked_at: number;
  asked_size: number;
  answered_at: number;
  found: string | null;
  due_at: number;
  /**
   * 0: `due_at` is of the daily look; 1: of a corpus that moved, of a claim, or of a failure; 2: of the daily look, because
   * the visitor is absent.
   */
  marked: number;
  problem: string | null;
  problem_since: number | null;
  failures: number;
}

export interface TurnsTable {
  id: string;
  user_id: string;
  kind: TurnKind;
  about: TurnRecord['about'];
  subject: string;
  at: number;
  last_at: number;
  changes: number;
  seen_at: number | null;
  q: string;
  as_of: string | null;
  corpus: string | null;
  before_answer: string;
  before_summary: string;
  before_hash: string;
  before_receipt: string | null;
  before_state: FindingsStateV1;
  now_answer: string;
  now_summary: string;
  now_hash: string;
  now_receipt: string | null;
  now_state: FindingsStateV1;
}

export interface WatchersTable {
  user_id: string;
  /** Before this instant no further question of the user becomes due by a moved corpus, or by a visit. */
  next_at: number;
  /** 0: the user has no watched questions, or has not come since there were some. */
  visited_at: number;
  /** Of the inbox. */
  revision: number;
}

export interface Tables {
  queries: QueriesTable;
  answers_saved: AnswersSavedTable;
  saved_tags: SavedTagsTable;
  history_tags: HistoryTagsTable;
  library_terms: LibraryTermsTable;
  library_counts: LibraryCountsTable;
  entitlements: EntitlementsTable;
  verdicts: VerdictsTable;
  links: LinksTable;
  watched_questions: WatchedQuestionsTable;
  turns: TurnsTable;
  watchers: WatchersTable;
  members: MembersTable;
  accounts: AccountsTable;
  sign_ins: SignInsTable;
  used_states: UsedStatesTable;
  merges: MergesTable;
  answer_owners: AnswerOwnersTable;
  answer_orgs: AnswerOrgsTable;
  invitations: InvitationsTable;
  ended_sessions: EndedSessionsTable;
  checkpoints: CheckpointsTable;
}
