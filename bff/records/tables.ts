/** The tables of the BFF's database, for Kysely. Portable types only: TEXT ids, BIGINT epoch ms, INTEGER booleans. */
import type { AnswerMode } from '../../gateway/wire/answers.ts';
import type { FindingsState } from '../../gateway/wire/findings.ts';

export interface QueriesTable {
  id: string;
  user_id: string;
  org_id: string;
  mode: AnswerMode;
  requested_at: number;
  answer_id: string;
  q: string;
  as_of: string | null;
  corpus: string | null;
  summary_hash: string;
  metadata: string;
  findings_state: FindingsState;
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
  as_of: string | null;
  corpus: string | null;
  findings_state: FindingsState;
  deleted_at: number | null;
}

export interface SavedTagsTable {
  saved_id: string;
  tag: string;
}

export interface EntitlementsTable {
  org_id: string;
  feature_key: string;
  enabled: number;
  plan: string;
}

export interface VerdictsTable {
  answer_id: string;
  findings_state: FindingsState;
  seq: number;
}

export interface Tables {
  queries: QueriesTable;
  answers_saved: AnswersSavedTable;
  saved_tags: SavedTagsTable;
  entitlements: EntitlementsTable;
  verdicts: VerdictsTable;
}
