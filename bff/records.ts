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
import type { AccountStore, EndedSession } from './account-records.ts';
import type { QuestionStore } from './question-records.ts';

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

/** What is stored of an answer that a user asked for or saved: enough to read it again and to check its receipt. */
export type StoredAnswer = Pick<
  HistoryRecord,
  | 'id'
  | 'user_id'
  | 'answer_id'
  | 'q'
  | 'as_of'
  | 'corpus'
  | 'summary_hash'
  | 'receipt_hash'
  | 'findings_state'
>;

export interface KnownAnswer extends StoredAnswer {
  /** The user as which it was asked for: another one where a visitor has signed in to an account that there was. */
  readonly owner: string;
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
  /** The latest verdict known. */
  readonly findings_state: FindingsStateV1;
  /** The verdict when it was saved: it does not change. */
  readonly saved_state: FindingsStateV1;
  /** Sorted, without doubles. */
  readonly tags: readonly string[];
  /** The user's own, null where there is none. */
  readonly note: string | null;
}

/** What a user may change of a saved entry; what is absent or undefined stays as it is. */
export interface SavedChange {
  readonly title?: string | undefined;
  /** Null: in no folder. */
  readonly folder?: string | null | undefined;
  /** Sorted, without doubles. */
  readonly tags?: readonly string[] | undefined;
  readonly note?: string | null | undefined;
}

/** An answer to save. Its verdict is the one at this instant. */
export interface SaveRecord
  extends Omit<SavedRecord, 'saved_state' | 'folder' | 'tags' | 'note'>,
    SavedChange {
  readonly title: string;
  /** The title is that of a new entry only. */
  readonly keepsTitle?: boolean;
}

export interface RemovedRecord extends SavedRecord {
  readonly removed_at: number;
}

export interface SavedFilter {
  readonly user: string;
  readonly folder?: string | undefined;
  readonly tag?: string | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** The two lists of a user: questions, and saved answers. */
export type Collection = 'history' | 'saved';

/**
 * What an entry is found by. `word` is a word of its text. `corpus` is empty for the default one; `day` is `YYYY-MM-DD` in
 * UTC, of the question or of saving; `any` is `yes` for every entry. Of saved answers alone: `folder`, `tag`, `verdict`
 * (the latest), and `changed`: `yes` where that is another than when the answer was saved, else `no`. Of questions alone:
 * `mode`.
 */
export type EntryFacet =
  | 'word'
  | 'folder'
  | 'tag'
  | 'corpus'
  | 'verdict'
  | 'changed'
  | 'mode'
  | 'day'
  | 'any';

export interface FacetValue {
  readonly facet: EntryFacet;
  readonly value: string;
}

/** A value of a facet, and how many entries of the whole collection have it. */
export interface FacetCount extends FacetValue {
  readonly entries: number;
}

export interface LibrarySearch {
  readonly user: string;
  /** Every word must be in the entry, the last one as the beginning of a word. Empty: entries with any text. */
  readonly text: string;
  /** All of them; no `word` among them. At least one where the text is empty. */
  readonly values: readonly FacetValue[];
  /** Instant of the question, or of saving, from here, inclusive. */
  readonly from?: number | undefined;
  /** Before here, exclusive. */
  readonly to?: number | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

export interface SavedPage {
  /** At most `limit`; a page of a search may be shorter, or empty. */
  readonly rows: readonly SavedRecord[];
  /** Position of the next page, null at the list's end. */
  readonly next: Position | null;
}

/** The latest verdict that the BFF has received. */
export interface VerdictRecord {
  readonly answer_id: string;
  readonly findings_state: FindingsStateV1;
  /** Log position of the transition. */
  readonly seq: number;
  /** When it was found, RFC 3339 UTC; null where that was not recorded. */
  readonly at: string | null;
  /** Codes such as `belief_stale`, without doubles. */
  readonly reasons: readonly string[];
}

/** `page`: the answer with its receipt, to be read. `banner`: its verdict alone, on any site. */
export type LinkKind = 'page' | 'banner';

/** A link by which anybody may read one answer until it is revoked. */
export interface LinkRecord {
  readonly id: string;
  /** Who made it. */
  readonly user_id: string;
  readonly kind: LinkKind;
  readonly answer_id: string;
  readonly q: string;
  readonly summary_hash: string;
  /** Hash of the receipt that was checked; null where none was recorded. */
  readonly receipt_hash: string | null;
  readonly created_at: number;
}

export interface KnownLink extends LinkRecord {
  /** As in `KnownAnswer`. */
  readonly owner: string;
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

export interface RecordStore extends QuestionStore, AccountStore, AsyncDisposable {
  addHistory(record: HistoryRecord): Promise<void>;
  /**
   * `findings_state` is the latest verdict known. What is read is bounded by the page, or by a constant, however much is
   * stored; so under a tag a user's own list has the newest 256 entries of each answer.
   * @throws {RangeError} for a user's own entries under another user's tag
   */
  history(filter: HistoryFilter): Promise<HistoryPage>;

  /**
   * Questions by their words and by values of facets. What one page reads is bounded: it may be shorter than its limit, or
   * empty, and `next` states whether the list continues.
   */
  searchHistory(search: LibrarySearch): Promise<HistoryPage>;
  /** Deletes a question for good. False where the user has no such entry. */
  forgetQuestion(user: string, id: string): Promise<boolean>;
  /** Deletes up to `limit` of the user's questions for good, the oldest first. @returns how many */
  forgetHistory(user: string, limit: number): Promise<number>;

  /**
   * Saves an answer. Where the user has saved it already, its id, its instant and its verdict when saved stay, and so does
   * each of title, folder, tags and note that is absent.
   * @param org in which the user has the answer: noted with it, where none of the user's questions and no earlier note says it
   */
  save(record: SaveRecord, org?: string): Promise<SavedRecord>;
  saved(filter: SavedFilter): Promise<SavedRecord[]>;
  /** The same for saved answers as `searchHistory`. */
  searchSaved(search: LibrarySearch): Promise<SavedPage>;
  /** Null where the user has no such saved answer. */
  savedById(user: string, id: string): Promise<SavedRecord | null>;
  /**
   * Changes an entry by what `changeOf` makes of it, null: nothing; what that throws is thrown, and nothing is changed. Null
   * where the user has no such saved answer.
   */
  changeSaved(
    user: string,
    id: string,
    changeOf: (saved: SavedRecord) => SavedChange | null,
  ): Promise<SavedRecord | null>;
  /**
   * Soft: the entry leaves every list and can be restored for 30 days. Up to 100 entries of the user that were removed
   * longer ago are deleted for good. False where the user has no such saved answer.
   */
  removeSaved(user: string, id: string, at: number): Promise<boolean>;
  /** Undoes a removal. Where the answer was saved again meanwhile, that entry. Null where there is nothing to restore. */
  restoreSaved(user: string, id: string): Promise<SavedRecord | null>;
  /** Deletes a removed entry for good. False where the user has no such removed entry. */
  purgeSaved(user: string, id: string): Promise<boolean>;
  /** Removed entries that can still be restored, the last removed first, by position of their removal. */
  removedSaved(user: string, after: Position | undefined, limit: number): Promise<RemovedRecord[]>;
  /**
   * The values of each facet with the number of entries: per facet at most 50, the most frequent first, of days the newest
   * first.
   */
  facets(user: string, collection: Collection): Promise<FacetCount[]>;

  /** The newest entry of the user on that answer, asked or saved; null where there is neither. */
  askedFor(user: string, answerId: string): Promise<KnownAnswer | null>;
  /** The newest entry on that answer that the viewer may see, the own ones first; null where there is none. */
  visibleAnswer(answerId: string, viewer: Viewer): Promise<KnownAnswer | null>;
  /** Those of the answers that the user asked for, in the order given. */
  ownAnswers(user: string, answerIds: readonly string[]): Promise<string[]>;

  /**
   * Keeps the verdict with the greatest `seq` of each answer, and brings the saved entries and watched questions on it to that
   * verdict. Where that ends halfway, noting the same verdict again goes on.
   */
  noteVerdict(verdict: VerdictRecord): Promise<void>;
  /** Up to which `seq` all verdicts were noted as a whole, null where that is none: noting goes on behind it. */
  latestSeq(): Promise<number | null>;

  /** The verdict noted of an answer, null before the first. */
  verdictOf(answerId: string): Promise<VerdictRecord | null>;

  /** False where the user has 200 links already. @param org as in `save` */
  addLink(link: LinkRecord, org?: string): Promise<boolean>;
  /** Null where there is no such link, or none any more. */
  linkById(id: string): Promise<KnownLink | null>;
  /** The last made first, all of them. */
  linksOf(user: string): Promise<LinkRecord[]>;
  /**
   * Those of a user to answers that it has in the organisation, the last made first: by a question, also by one that was
   * deleted while the answer was saved or shared, or by the organisation that was noted with it.
   */
  linksIn(org: string, user: string): Promise<LinkRecord[]>;
  /** For good. False where the user has no such link. */
  revokeLink(user: string, id: string): Promise<boolean>;

  /** Ends the organisation's invitations that were issued before the instant. */
  endInvitations(org: string, at: number): Promise<void>;
  /** Since when its invitations count; null: all of them. */
  invitationsFrom(org: string): Promise<number | null>;

  /**
   * Ends a session for good. Without an account also the questions that its user watches: nobody reads their answers any
   * more. Those of a session that a sign-in has ended are the account's, and stay. Forgets up to 100 of the sessions that
   * had expired by `now`.
   */
  endSession(session: EndedSession, now: number): Promise<void>;
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
