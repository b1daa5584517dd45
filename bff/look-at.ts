/** One look at a watched question: a search first, which stores nothing, and the question itself where that found something. */
import { hash } from 'node:crypto';
import { AdduceError } from '../gateway/client/adduce-error.ts';
import type { CallOptions } from '../gateway/client/transport.ts';
import { DEFAULT_RESULTS } from '../gateway/wire/answers.ts';
import { askEngine, summaryHash } from './ask.ts';
import { type BffContext, callFor } from './bff-context.ts';
import type { LookOutcome, WatchedQuestion } from './question-records.ts';
import { refusalOf } from './refusal.ts';
import { sizeOfSnapshot } from './views/corpus-sizes.ts';

const MAX_RETRY_MS = 3_600_000;
const NO_REPLY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export interface Look {
  readonly outcome: LookOutcome;
  /** The engine gave no reply, or takes no more requests: other questions would fare the same. */
  readonly isAway: boolean;
}

/** Never throws: a failure is an outcome. @param sizes of the corpora, as this round read them */
export async function lookAt(
  bff: BffContext,
  question: WatchedQuestion,
  sizes: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<Look> {
  try {
    const visitor = { user: question.user_id, trace: bff.newId(), signal };
    return { outcome: await find(bff, callFor(bff, visitor), question, sizes), isAway: false };
  } catch (error) {
    const { lookTiming, now, client } = bff;
    const isAway = isNoReply(error);
    const wait = isAway ? lookTiming.retry : lookTiming.retry * 2 ** Math.min(question.failures, 16);
    const due_at = now() + Math.min(MAX_RETRY_MS, wait);
    const problem = refusalOf(error, client.circuit().openForMs).view.message;
    return { outcome: { type: 'failed', problem, due_at }, isAway };
  }
}

async function find(
  bff: BffContext,
  call: CallOptions,
  question: WatchedQuestion,
  sizes: ReadonlyMap<string, number>,
): Promise<LookOutcome> {
  const { q, as_of, corpus, mode } = question;
  const scope = { q, corpus, ...(as_of !== null && { as_of }) };
  const found = await searched(bff, call, scope);
  if (found === question.found && !(await isThorough(bff, question))) {
    return { type: 'nothing_new', size: sizes.get(corpus) ?? question.asked_size };
  }
  const { reply, receipt } = await askEngine(bff, call, { ...scope, mode, k: DEFAULT_RESULTS });
  const { answer_id, summary, trust } = reply;
  const { findings_state } = trust;
  const summary_hash = summaryHash(summary);
  return {
    type: 'answered',
    askedAs: question.user_id,
    answer: { answer_id, summary, summary_hash, receipt_hash: receipt.hash, findings_state },
    size: sizeOfSnapshot(receipt.content.corpus.snapshot),
    found,
  };
}

/** Evidence moves an answer without another section being found: its verdict is noted, and time brings the rest. */
async function isThorough({ records, now, lookTiming }: BffContext, question: WatchedQuestion) {
  if (now() - question.answered_at >= lookTiming.thorough) return true;
  const noted = await records.verdictOf(question.answer_id);
  return noted !== null && noted.findings_state !== question.findings_state;
}

/** Which sections are found, in which order and of which bytes. */
async function searched(
  { client }: BffContext,
  call: CallOptions,
  scope: { readonly q: string; readonly corpus: string; readonly as_of?: string },
): Promise<string> {
  const { results } = await client.search(scope, call);
  return hash('sha256', JSON.stringify(results.map(({ addr, hash: bytes }) => [addr, bytes])));
}

function isNoReply(error: unknown): boolean {
  return error instanceof AdduceError && (error.status < 400 || NO_REPLY.has(error.status));
}
