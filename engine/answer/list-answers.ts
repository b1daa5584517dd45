/** A tenant's answers that pass a filter, page by page. */
import type { FindingsState } from '../../graph/log/entry.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import {
  type Between,
  isAny,
  isBetween,
  isOneOf,
  type Joined,
  names,
  type RowCheck,
  rowCheck,
} from '../../graph/store/filters.ts';
import { type AnswerList, type PageCut, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { AnswerRecord, View } from '../../graph/store/rows.ts';
import { latestFindings } from '../findings/latest-findings.ts';
import { nextSlice } from '../slices.ts';
import { seenBefore } from '../view.ts';
import type { AnswerMode } from './answer.ts';

/** Each null: anything. */
export interface AnswerFilter extends Joined<AnswerFilter> {
  readonly corpus: readonly string[] | null;
  readonly mode: readonly AnswerMode[] | null;
  /** Of their latest verdict in the log of the view. */
  readonly states: readonly FindingsState[] | null;
  /** When they were given, RFC 3339 UTC with ms. */
  readonly at: Between<string> | null;
  /** Position in the log. */
  readonly seq: Between<number> | null;
  /** Text that the question contains, ignoring case. */
  readonly text: string | null;
}

export const ANY_ANSWER: AnswerFilter = {
  corpus: null,
  mode: null,
  states: null,
  at: null,
  seq: null,
  text: null,
  and: [],
  or: [],
  not: null,
};

export interface AnswersRequest extends AnswerList, PageCut {
  readonly filter: AnswerFilter;
  /** Answers that had been given by then, with their verdicts of then; null: as of now. */
  readonly view: View | null;
}

export interface AnswersPage {
  readonly records: readonly AnswerRecord[];
  /** Position of the last answer that was read, where more remain; else null. */
  readonly stoppedAt: number | null;
}

/** Answers that one page reads at most. */
const MAX_ANSWERS_LOOKED_AT = 5_000;
/** Answers that are read together. */
const BATCH = 250;

/** At most `limit`; fewer although there are more where `MAX_ANSWERS_LOOKED_AT` were looked at. */
export async function listAnswers(
  reader: BlobReader & RecordReader & RangeReader,
  request: AnswersRequest,
): Promise<AnswersPage> {
  const { tenant, uses, newestFirst, limit, filter } = request;
  const records: AnswerRecord[] = [];
  let after = Math.max(request.after, (filter.seq?.from ?? 0) - 1);
  let before = seenBefore(request.view, endOf(request.before, filter.seq));
  const size = isAny(filter) ? limit : BATCH;
  const checks = { isLikely: ofRecord(filter), isWanted: rowCheck(filter, checkOf) };
  for (let lookedAt = 0; lookedAt < MAX_ANSWERS_LOOKED_AT; lookedAt += size) {
    if (lookedAt > 0) await nextSlice();
    const list = { tenant, uses, after, before };
    const page = await readRange(reader, 'answers', list, { limit: size, newestFirst });
    records.push(...(await passing(reader, page, request, checks)));
    const last = page.at(-1);
    if (last === undefined || page.length < size || records.length >= limit || isPast(last, request)) {
      return { records: records.slice(0, limit), stoppedAt: null };
    }
    if (newestFirst) before = last.seq;
    else after = last.seq;
  }
  return { records, stoppedAt: newestFirst ? before : after };
}

function endOf(before: number | null, seq: AnswerFilter['seq']): number | null {
  if (seq === null || seq.to === null) return before;
  return Math.min(before ?? Number.MAX_SAFE_INTEGER, seq.to + 1);
}

/** Whether all later answers lie outside the requested time: an entry is never earlier than the one before. */
function isPast({ at }: AnswerRecord, { newestFirst, filter }: AnswersRequest): boolean {
  const { from = null, to = null } = filter.at ?? {};
  return newestFirst ? from !== null && at < from : to !== null && at > to;
}

/** What the filter asks of an answer beside its record, where it asks for it. */
interface Beside {
  readonly record: AnswerRecord;
  readonly state: FindingsState;
  /** Folded; null: redacted, or not asked for. */
  readonly question: string | null;
}

interface Checks {
  /** Whether it may pass, by its record and what the outermost filter says itself. */
  readonly isLikely: RowCheck<AnswerRecord>;
  readonly isWanted: RowCheck<Beside>;
}

/** Two batch reads at most. */
async function passing(
  reader: BlobReader & RecordReader & RangeReader,
  page: readonly AnswerRecord[],
  { tenant, view, filter }: AnswersRequest,
  { isLikely, isWanted }: Checks,
): Promise<AnswerRecord[]> {
  const likely = page.filter(isLikely);
  if (likely.length === 0) return [];
  const states = names(filter, ['states']) ? await statesOf(reader, likely, tenant, view) : [];
  const questions = names(filter, ['text']) ? await questionsOf(reader, likely) : [];
  return likely.filter((record, index) =>
    isWanted({ record, state: states[index] ?? 'UNKNOWN', question: questions[index] ?? null }),
  );
}

function ofRecord(own: AnswerFilter): RowCheck<AnswerRecord> {
  const [isCorpus, isMode] = [isOneOf(own.corpus), isOneOf(own.mode)];
  return ({ at, seq, corpus, body }) =>
    isCorpus(corpus) && isMode(body.mode) && isBetween(own.at, at) && isBetween(own.seq, seq);
}

function checkOf(own: AnswerFilter): RowCheck<Beside> {
  const [holds, isState] = [ofRecord(own), isOneOf(own.states)];
  const text = own.text === null ? null : folded(own.text);
  return ({ record, state, question }) =>
    holds(record) && (text === null || question?.includes(text) === true) && isState(state);
}

async function statesOf(
  reader: RecordReader & RangeReader,
  records: readonly AnswerRecord[],
  tenant: string,
  view: View | null,
): Promise<FindingsState[]> {
  const ids = records.map(({ body }) => body.answer_id);
  const latest = await latestFindings(reader, tenant, ids, view);
  return latest.map((one) => one?.body.to ?? 'UNKNOWN');
}

async function questionsOf(reader: BlobReader, records: readonly AnswerRecord[]): Promise<(string | null)[]> {
  const questions = await reader.blobs(records.map(({ body }) => body.question_hash));
  return questions.map((one) => (one === null ? null : folded(Buffer.from(one).toString())));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
