/**
 * Records of watched questions, and of what changed since their visitor last looked: the inbox. A question is one of a
 * visitor, a corpus, a day and a mode. Instants are epoch milliseconds.
 */
import type { AnswerModeV1 } from '../gateway/wire/answer-content.ts';
import type { FindingsStateV1 } from '../gateway/wire/findings.ts';

/** What is recorded of an answer: enough to show its words and to check its receipt. */
export interface ComparedAnswer {
  readonly answer_id: string;
  /** Empty: nothing answered the question. */
  readonly summary: string;
  readonly summary_hash: string;
  /** Hash of the receipt that was checked, 64 hex digits; null in saved entries older than this member. */
  readonly receipt_hash: string | null;
  readonly findings_state: FindingsStateV1;
}

export interface WatchedQuestion extends ComparedAnswer {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: number;
  readonly q: string;
  /** As it was asked for; null: the present. */
  readonly as_of: string | null;
  /** The corpus that answered; a question never moves to another one. */
  readonly corpus: string;
  readonly mode: AnswerModeV1;
  /** When it was last looked at with success, by a question or by a search. */
  readonly asked_at: number;
  /** Size of the log at the newest knowledge of the corpus that this look saw. */
  readonly asked_size: number;
  /** When the engine last answered it: a search may have found nothing new since. */
  readonly answered_at: number;
  /** Hash of the sections that a search found then; null: none was made. */
  readonly found: string | null;
  /** When it is to be looked at next. */
  readonly due_at: number;
  /** Why it could not be asked, in words for the visitor; null: it could. */
  readonly problem: string | null;
  readonly problem_since: number | null;
  /** Attempts in a row that failed. */
  readonly failures: number;
}

export type NewQuestion = Omit<
  WatchedQuestion,
  'due_at' | 'problem' | 'problem_since' | 'failures' | 'found'
>;

/**
 * What changed between two answers. `verdict`: the same words under another verdict. `restored`: it changed, and is again
 * as it was when the visitor last looked.
 */
export type TurnKind = 'changed' | 'gap_closed' | 'gap_opened' | 'verdict' | 'restored';

/** An entry of the inbox. Of each subject at most one is unseen: further changes are added to it. */
export interface TurnRecord {
  readonly id: string;
  readonly user_id: string;
  readonly kind: TurnKind;
  readonly about: 'question' | 'saved';
  /** Id of the watched question, or of the saved answer. */
  readonly subject: string;
  /** Of the first change that the visitor has not seen. */
  readonly at: number;
  /** Of the last one. */
  readonly last_at: number;
  /** How many changes it stands for. */
  readonly changes: number;
  readonly seen_at: number | null;
  readonly q: string;
  readonly as_of: string | null;
  readonly corpus: string | null;
  /** As the visitor last saw it, and as it is now. */
  readonly before: ComparedAnswer;
  readonly now: ComparedAnswer;
}

export interface TurnFilter {
  readonly user: string;
  /** Only those that were not seen. */
  readonly unseen: boolean;
  /** Position of the last entry of the page before. */
  readonly after?: { readonly at: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** What a look at a question found. */
export type LookOutcome =
  /** A search found the sections of before: the answer was not asked for. */
  | { readonly type: 'nothing_new'; readonly size: number }
  | {
      readonly type: 'answered';
      /** As whom the engine was asked. */
      readonly askedAs: string;
      readonly answer: ComparedAnswer;
      readonly size: number;
      readonly found: string | null;
    }
  /** `due_at`: the next attempt. */
  | { readonly type: 'failed'; readonly problem: string; readonly due_at: number };

/** The questions of a corpus that has moved, and how they are spread over time. */
export interface MovedCorpus {
  readonly corpus: string;
  /** Size of the log at its newest knowledge. */
  readonly size: number;
  readonly at: number;
  /** Most questions that one call marks. */
  readonly limit: number;
  /** After the last look at the same question, at least. */
  readonly againMs: number;
  /** Between two questions of one visitor. */
  readonly paceMs: number;
}

export interface DueQuestions {
  readonly at: number;
  /** A claim ends then by itself: who claimed may have died. */
  readonly until: number;
  readonly limit: number;
  /** After the last look at the same question, at least; one that is due earlier waits. */
  readonly againMs: number;
  /** Visitors who have not come since then are looked after once a day. */
  readonly visitedSince: number;
}

export interface Visit {
  readonly user: string;
  readonly at: number;
  /** Between two questions of the user. */
  readonly paceMs: number;
}

export interface ClaimedQuestions {
  readonly claimed: readonly WatchedQuestion[];
  /** How many were due, but may not be looked at yet: they are due later now. */
  readonly putOff: number;
}

export interface QuestionStore {
  /**
   * Watches a question, under the latest verdict known of its answer; one that the user watches already stays as it is. Null
   * where the user watches 100 already.
   */
  watchQuestion(question: NewQuestion): Promise<WatchedQuestion | null>;
  /** For good, with everything in the inbox on it. False where the user has no such question. */
  unwatchQuestion(user: string, id: string): Promise<boolean>;
  /** All of them, the last watched first. */
  questionsOf(user: string): Promise<WatchedQuestion[]>;
  /** Whether anybody watches a question. */
  hasQuestions(): Promise<boolean>;

  /**
   * Makes questions of a corpus due that were last looked at before the size. The first of each visitor is due before the
   * second of any. @returns how many; as many as the limit: call again
   */
  markMoved(corpus: MovedCorpus): Promise<number>;
  /**
   * Takes questions that are due, the longest due first. Until the claim ends nobody else gets them: its end is their
   * `due_at`, which `settleQuestion` takes. Nothing claimed and nothing put off: nothing is due.
   */
  claimQuestions(due: DueQuestions): Promise<ClaimedQuestions>;
  /**
   * Records what a look found, and adds a change to the inbox. Nothing happens where the question is not watched any more,
   * or the claim has ended. @param claim the question's `due_at` as it was claimed @returns whether something changed
   */
  settleQuestion(
    id: string,
    claim: number,
    look: { readonly outcome: LookOutcome; readonly at: number; readonly turnId: string },
  ): Promise<boolean>;

  /** The last first. Unseen ones are never deleted; of those that were seen the newest 500. */
  turns(filter: TurnFilter): Promise<TurnRecord[]>;
  /** At most 1,000 are counted. */
  unseenTurns(user: string): Promise<number>;
  /** @param ids null: all @returns how many were unseen, at most 1,000 a call */
  seeTurns(user: string, ids: readonly string[] | null, at: number): Promise<number>;
  /** Grows with each change of the user's inbox; 0: it never held anything. */
  inboxRevision(user: string): Promise<number>;
  /**
   * The user is here: from now on questions are looked after as the corpus moves. Those that waited for their user are due
   * now, one after the other; one that is being asked, or that failed, keeps its time. Once a day; else nothing happens.
   */
  visit(visit: Visit): Promise<void>;
  /**
   * Forgets the questions of one user who came before the instant and not since, with what the inbox has on them.
   * False where there is none; else call again.
   */
  forgetAbsent(before: number): Promise<boolean>;
}
