/**
 * The BFF's own records: who asked what, what was saved, what an organisation may do. They hold metadata; the engine
 * stays the source of answers, artefacts and receipts (docs/spec/contract.md#ae-tables, #ae-metadata-only).
 *
 * Consistency: a write is durable when its promise resolves, and later reads see it. Absence is null or false, never
 * an error. Lists are newest first, ties by id, and a page begins right after the last item of the page before, also
 * when entries were added meanwhile. Names are those of the contract (docs/spec/contract.md#ae-tables); instants are
 * epoch milliseconds.
 */
import type { AnswerModeV1 } from '../gateway/wire/answer-content.ts';
import type { FindingsStateV1 } from '../gateway/wire/findings.ts';

export interface HistoryRecord {
  readonly id: string;
  readonly user_id: string;
  readonly org_id: string;
  readonly mode: AnswerModeV1;
  readonly requested_at: number;
  readonly answer_id: string;
  readonly q: string;
  readonly as_of: string | null;
  /** The corpus asked for, null for the engine's default. */
  readonly corpus: string | null;
  /** SHA-256 of the summary, hex: tells a client whether what it has is still this answer. */
  readonly summary_hash: string;
  /** Hash of the receipt that was checked, 64 hex digits; null in entries older than this member. */
  readonly receipt_hash: string | null;
  /** JSON of the caller's own notes on the question. */
  readonly metadata: string;
  readonly findings_state: FindingsStateV1;
}

/** A position in a newest-first list: the next page begins behind it. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

export interface HistoryFilter {
  /** Exactly one of the two: a user's own entries, or those of the whole organisation. */
  readonly of: { readonly user: string } | { readonly org: string };
  readonly mode?: AnswerModeV1 | undefined;
  /** `requested_at` from here, inclusive. */
  readonly from?: number | undefined;
  /** `requested_at` before here, exclusive. */
  readonly to?: number | undefined;
  /** Entries whose answer the user has saved under this tag; of a user's own entries it is that user's. */
  readonly tag?: { readonly user: string; readonly name: string } | undefined;
  readonly after?: Position | undefined;
  /** Entries of a page. */
  readonly limit: number;
}

export interface HistoryPage {
  /**
   * At most `limit`. A page of an organisation's history under a tag with thousands of answers may be shorter, or
   * empty.
   */
  readonly rows: readonly HistoryRecord[];
  /** Position of the next page, null at the list's end. */
  readonly next: Position | null;
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
  /** Hash of the receipt that was checked, 64 hex digits; null in entries older than this member. */
  readonly receipt_hash: string | null;
  readonly as_of: string | null;
  readonly corpus: string | null;
  readonly findings_state: FindingsStateV1;
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

/** The latest verdict that the BFF has received. */
export interface VerdictRecord {
  readonly answer_id: string;
  readonly findings_state: FindingsStateV1;
  /** Log position of the transition. */
  readonly seq: number;
}

export interface MemberRecord {
  readonly org_id: string;
  readonly user_id: string;
  readonly joined_at: number;
}

/** The last checkpoint of a log that was found consistent with those before it. */
export interface CheckpointRecord {
  /** The log's name. */
  readonly origin: string;
  /** The signed note, as the log sent it. */
  readonly note: string;
  /** The log's keys, in the text of /.well-known/adduce-log-keys. */
  readonly keys: string;
  readonly updated_at: number;
}

/** Who may see an answer: its asker, and the members of an organisation in which it was asked for. */
export interface Viewer {
  readonly user: string;
  readonly orgs: readonly string[];
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
  /**
   * `findings_state` is the latest verdict known. What is read is bounded by the page, or by a constant, however much is
   * stored; so under a tag a user's own list has the newest 256 entries of each answer.
   * @throws {RangeError} for a user's own entries under another user's tag
   */
  history(filter: HistoryFilter): Promise<HistoryPage>;

  /** Saves, or replaces title, folder and tags where the user has saved that answer already: then its id stays. */
  save(record: SavedRecord): Promise<SavedRecord>;
  /** `findings_state` is the latest verdict known. */
  saved(filter: SavedFilter): Promise<SavedRecord[]>;
  /** Soft: the row stays, its tags go. False where the user has no such saved answer. */
  removeSaved(user: string, id: string, at: number): Promise<boolean>;

  /** The newest history entry of the user on that answer, null where the user never asked for it. */
  askedFor(user: string, answerId: string): Promise<HistoryRecord | null>;
  /** The newest history entry on that answer that the viewer may see, the own ones first; null where there is none. */
  visibleAnswer(answerId: string, viewer: Viewer): Promise<HistoryRecord | null>;
  /** Those of the answers that the user asked for, in the order given. */
  ownAnswers(user: string, answerIds: readonly string[]): Promise<string[]>;

  /** Keeps the verdict with the greatest `seq` of each answer. */
  noteVerdict(verdict: VerdictRecord): Promise<void>;
  /** The greatest `seq` noted, null before the first. */
  latestSeq(): Promise<number | null>;

  /** Makes the user a member; one who is already stays one since the earlier instant. */
  join(org: string, user: string, at: number): Promise<void>;
  /** False where the user was no member. */
  leave(org: string, user: string): Promise<boolean>;
  /** Ends the organisation's invitations that were issued before the instant. */
  endInvitations(org: string, at: number): Promise<void>;
  /** Since when its invitations count; null: all of them. */
  invitationsFrom(org: string): Promise<number | null>;
  /** The latest to be joined first. */
  organisationsOf(user: string): Promise<string[]>;
  /** The first to join first. */
  members(org: string): Promise<MemberRecord[]>;

  /** Ends a session for good, and forgets up to 100 of those that had expired by `now`. */
  endSession(sessionId: string, expiresAt: number, now: number): Promise<void>;
  sessionEnded(sessionId: string): Promise<boolean>;

  checkpoint(origin: string): Promise<CheckpointRecord | null>;
  /** Forgets the checkpoints of all logs. @returns how many there were */
  forgetCheckpoints(): Promise<number>;
  /** Replaces what was saved of that log. */
  saveCheckpoint(
    origin: string,
    checkpoint: Pick<CheckpointRecord, 'note' | 'keys'>,
    at: number,
  ): Promise<void>;

  /** Whether the organisation has the feature (docs/spec/contract.md#ae-entitlements). */
  entitled(org: string, feature: string): Promise<boolean>;
  /** What is recorded of it, null where nothing is. */
  entitlement(org: string, feature: string): Promise<boolean | null>;
  /** All that are recorded, by organisation and feature. */
  entitlements(): Promise<EntitlementRecord[]>;
  entitle(org: string, feature: string, plan: string, enabled: boolean): Promise<void>;
}
