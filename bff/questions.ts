/** Watching a question: it is asked again as its corpus moves, and the inbox says when its answer changes (ADR 79). */
import { z } from 'zod';
import { answerMode } from '../gateway/wire/answer-content.ts';
import { findingsState } from '../gateway/wire/findings.ts';
import { expectedOf } from './ask.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import type { WatchedQuestion } from './question-records.ts';
import { refuse } from './refusal.ts';
import { verifiedReceipt } from './verified-receipt.ts';
import { sizeOfSnapshot } from './views/corpus-sizes.ts';

const MAX_ID_LENGTH = 64;
const id = z.string().min(1).max(MAX_ID_LENGTH);

export const watchInput = z.strictObject({
  /** Of an answer that the visitor asked for or saved: its question, corpus, day and mode are watched. */
  answer_id: id,
});
export const unwatchInput = z.strictObject({ id });

export const watchedQuestion = z.object({
  id: z.string(),
  q: z.string(),
  as_of: z.string().nullable(),
  corpus: z.string(),
  mode: answerMode,
  created_at: z.string(),
  /** The last answer; `summary` is empty where nothing answers. */
  answer_id: z.string(),
  summary: z.string(),
  findings_state: findingsState,
  /** When it was last looked at with success. */
  asked_at: z.string(),
  /** Why it could not be asked lately; it is tried again. Null: it could. */
  problem: z.string().nullable(),
  problem_since: z.string().nullable(),
});
type Watched = z.infer<typeof watchedQuestion>;

export const watchedQuestions = z.object({
  items: z.array(watchedQuestion).readonly(),
  /** Since when the engine cannot be asked; null: it can. Everything goes on when it is back. */
  waiting_since: z.string().nullable(),
});

/**
 * Watching it again changes nothing.
 * @throws {BffRefusal} 404 for an answer that the visitor neither asked for nor saved, 403 past 100 questions, 429 past the
 * limits, 502 where the receipt does not verify
 */
export async function watchQuestion(
  bff: BffContext,
  visitor: Visitor,
  { answer_id }: z.infer<typeof watchInput>,
): Promise<Watched> {
  await bff.limits.write(visitor);
  const asked = await bff.records.askedFor(visitor.user, answer_id);
  if (asked === null) {
    throw refuse(404, 'NotFound', 'missing:answer', 'There is no such answer in your history.');
  }
  const receipt = await bff.limits.engine(visitor, 'open', () =>
    verifiedReceipt(bff, callFor(bff, visitor, asked.owner), expectedOf(asked)),
  );
  const { corpus, request, summary } = receipt.content;
  const at = bff.now();
  const question = await bff.records.watchQuestion({
    id: bff.newId(),
    user_id: visitor.user,
    created_at: at,
    q: asked.q,
    as_of: asked.as_of,
    corpus: corpus.name,
    mode: request.mode,
    answer_id,
    summary,
    summary_hash: asked.summary_hash,
    receipt_hash: receipt.hash,
    findings_state: asked.findings_state,
    asked_at: at,
    asked_size: sizeOfSnapshot(corpus.snapshot),
    answered_at: at,
  });
  if (question !== null) return viewOf(question);
  const message = 'You watch 100 questions, which is as many as there may be.';
  throw refuse(403, 'Forbidden', 'limited:questions', message, 'Stop watching one that no longer matters.');
}

/** With everything in the inbox on it. @throws {BffRefusal} 404 where there is none, 429 past the limit */
export async function unwatchQuestion(bff: BffContext, visitor: Visitor, questionId: string): Promise<void> {
  await bff.limits.write(visitor);
  if (await bff.records.unwatchQuestion(visitor.user, questionId)) return;
  throw refuse(404, 'NotFound', 'missing:question', 'You watch no such question.');
}

/** All of them, the last watched first. @throws {BffRefusal} 429 past the limit */
export async function listQuestions(
  bff: BffContext,
  visitor: Visitor,
): Promise<z.infer<typeof watchedQuestions>> {
  await bff.limits.read(visitor);
  const items = (await bff.records.questionsOf(visitor.user)).map(viewOf);
  return { items, waiting_since: instantOf(bff.looking.awaySince) };
}

function viewOf(question: WatchedQuestion): Watched {
  const { q, as_of, corpus, mode, answer_id, summary, findings_state, problem } = question;
  return {
    id: question.id,
    q,
    as_of,
    corpus,
    mode,
    created_at: new Date(question.created_at).toISOString(),
    answer_id,
    summary,
    findings_state,
    asked_at: new Date(question.asked_at).toISOString(),
    problem,
    problem_since: instantOf(question.problem_since),
  };
}

function instantOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
