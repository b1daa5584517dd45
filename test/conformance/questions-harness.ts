/** Watched questions, what moves them, and what looks find, for the suite of the records. */
import type {
  ComparedAnswer,
  LookOutcome,
  MovedCorpus,
  NewQuestion,
  WatchedQuestion,
} from '../../bff/question-records.ts';
import { records } from './records-harness.ts';

const HASH = '0'.repeat(64);
/** Longer than the tests' instants: everybody is here. */
export const PRESENT = 0;
/** Later than the tests' instants: nobody is here. */
export const ABSENT = 9_000_000_000;

/** What a question was answered first. */
export const MOONS: ComparedAnswer = {
  answer_id: 'ans_1',
  summary: '62 moons.',
  summary_hash: HASH,
  receipt_hash: HASH,
  findings_state: 'PASS',
};
/** Another answer. */
export const MORE: ComparedAnswer = { ...MOONS, answer_id: 'ans_2', summary: '274 moons.' };

/** Asked at instant 1,000, of a corpus of ten entries. */
export function question(id: string, changes: Partial<NewQuestion> = {}): NewQuestion {
  return {
    id,
    user_id: 'u_1',
    created_at: 1_000,
    q: `How many, ${id}?`,
    as_of: null,
    corpus: 'sky',
    mode: 'verified',
    asked_at: 1_000,
    asked_size: 10,
    answered_at: 1_000,
    ...MOONS,
    ...changes,
  };
}

/** One entry more than what the questions saw. */
export const moved = (changes: Partial<MovedCorpus> = {}): MovedCorpus => ({
  corpus: 'sky',
  size: 11,
  at: 2_000,
  limit: 100,
  againMs: 0,
  paceMs: 10,
  ...changes,
});

/** @param visitedSince visitors of a later visit are here */
export async function claim(
  at: number,
  limit = 100,
  visitedSince = PRESENT,
): Promise<readonly WatchedQuestion[]> {
  const due = { at, until: at + 500, limit, againMs: 0, visitedSince };
  return (await records.claimQuestions(due)).claimed;
}

/** In the order in which they were claimed. */
export const idsOf = (claimed: readonly WatchedQuestion[]) => claimed.map(({ id }) => id);

/** The question that is due first. */
export async function claimOne(at: number): Promise<WatchedQuestion> {
  const [one] = await claim(at, 1);
  if (one === undefined) throw new Error('nothing is due');
  return one;
}

/** Makes it due, and settles it with what a look found. */
export async function settle(outcome: LookOutcome, at: number, turnId = `t_${at}`): Promise<boolean> {
  await records.markMoved(moved({ at, size: at }));
  const { id, due_at } = await claimOne(at);
  return records.settleQuestion(id, due_at, { outcome, at, turnId });
}

/** What a look found: that answer, with the corpus of that size. */
export const answered = (answer: ComparedAnswer, size: number, askedAs = 'u_1'): LookOutcome => ({
  type: 'answered',
  askedAs,
  answer,
  size,
  found: null,
});

/** By default what is unseen of the first visitor. */
export const inbox = (user = 'u_1', unseen = true) => records.turns({ user, unseen, limit: 100 });
