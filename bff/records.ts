/**
 * The BFF's own records: who asked what, what was saved, what an organisation may do. They hold metadata; the engine
 * stays the source of answers, artefacts and receipts (contract: "Stored tables behind the BFF").
 *
 * Consistency: a write is durable when its promise resolves, and later reads see it. Absence is null or false, never an
 * error. Lists are newest first, ties by id, and a page goes on exactly behind the last item of the one before, also
 * when entries were added meanwhile. Names are the contract's own (snake_case); instants are epoch milliseconds.
 */
import type { AnswerMode } from '../gateway/wire/answers.ts';
import type { FindingsState } from '../gateway/wire/findings.ts';

export interface HistoryRecord {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly mode: AnswerMode;
  readonly requested_at: number;
  readonly answer_id: string;
  readonly q: string;
  readonly as_of: string | null;
  /** The corpus asked for, null for the engine's default. */
  readonly corpus: string | null;
  /** SHA-256 of the summary, hex: tells a client whether what it has is still this answer. */
  readonly summary_hash: string;
  /** JSON of the caller's own notes on the question. */
  readonly metadata: string;
  readonly findings_state: FindingsState;
}

/** A place in a newest-first list: the list goes on behind it. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

export interface HistoryFilter {
  /** Exactly one of the two: a user's own entries, or those of the whole organisation. */
  readonly of: { readonly user: string } | { readonly org: string };
  readonly mode?: AnswerMode | undefined;
  /** `requested_at` from here, inclusive. */
  readonly from?: number | undefined;
  /** `requested_at` before here, exclusive. */
  readonly to?: number | undefined;
  /** Entries whose answer the user has saved under this tag. */
  readonly tag?: { readonly user: string; readonly name: string } | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

export interface SavedRecord {
  readonly id: string;
  readonly user_id: string;
  readonly answer_id: string;
  /** The corpus' snapshot that the receipt is about. */
  readonly snapshot_id: string;
  readonly created_at: number;
  readonly title: string;
  /** Null: in no folder. */
  readonly folder: string | null;
  readonly q: string;
  readonly summary: string;
  readonly summary_hash: string;
  readonly as_of: string | null;
  readonly corpus: string | null;
  readonly findings_state: FindingsState;
  /** Sorted, without doubles. */
  readonly tags: readonly string[];
}

export interface SavedFilter {
  readonly user: string;
  readonly folder?: string | undefined;
  readonly tag?: string | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** The latest verdict that the BFF has heard of. */
export interface VerdictRecord {
  readonly answer_id: string;
  readonly findings_state: FindingsState;
  /** Log position of the transition. */
  readonly seq: number;
}

/** That an organisation has a feature, or that it was taken from it. */
export interface EntitlementRecord {
  readonly org_id: string;
  readonly feature_key: string;
  readonly plan: string;
  readonly enabled: boolean;
}

export interface RecordStore extends AsyncDisposable {
  addHistory(record: HistoryRecord): Promise<void>;
  /** `findings_state` is the latest verdict known. */
  history(filter: HistoryFilter): Promise<HistoryRecord[]>;

  /** Saves, or replaces title, folder and tags where the user has saved that answer already: then its id stays. */
  save(record: SavedRecord): Promise<SavedRecord>;
  /** `findings_state` is the latest verdict known. */
  saved(filter: SavedFilter): Promise<SavedRecord[]>;
  /** Soft: the row stays, its tags go. False where the user has no such saved answer. */
  removeSaved(user: string, id: string, at: number): Promise<boolean>;

  /** The newest history entry of the user on that answer, null where the user never asked for it. */
  askedFor(user: string, answerId: string): Promise<HistoryRecord | null>;
  /** Those of the answers that the user asked for, in the order given. */
  ownAnswers(user: string, answerIds: readonly string[]): Promise<string[]>;

  /** Keeps the verdict with the greatest `seq` of each answer. */
  noteVerdict(verdict: VerdictRecord): Promise<void>;
  /** The greatest `seq` noted, null before the first. */
  latestSeq(): Promise<number | null>;

  /** Whether the organisation has the feature (contract: entitlements). */
  entitled(org: string, feature: string): Promise<boolean>;
  /** What is recorded of it, null where nothing is. */
  entitlement(org: string, feature: string): Promise<boolean | null>;
  /** All that are recorded, by organisation and feature. */
  entitlements(): Promise<EntitlementRecord[]>;
  entitle(org: string, feature: string, plan: string, enabled: boolean): Promise<void>;
}
