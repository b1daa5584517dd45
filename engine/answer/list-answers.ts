/** A tenant's answers that pass a filter, page by page. */
import type { FindingsState } from '../../graph/log/entry.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import { type AnswerList, type PageCut, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { AnswerRecord, View } from '../../graph/store/rows.ts';
import { latestFindings } from '../findings/latest-findings.ts';
import { nextSlice } from '../slices.ts';
import { seenBefore } from '../view.ts';
import type { AnswerMode } from './answer.ts';

export interface AnswersRequest extends AnswerList, PageCut {
  /** Null: any. */
  readonly mode: AnswerMode | null;
  /** Answers that had been given by then, with their verdicts of then; null: as of now. */
  readonly view: View | null;
  /** Of their latest verdict in the log of the view; null: any. */
  readonly states: readonly FindingsState[] | null;
  /** When they were given, both ends included, RFC 3339 UTC with ms; null: any. */
  readonly from: string | null;
  readonly to: string | null;
  /** Text that the question contains, ignoring case; null: any. */
  readonly text: string | null;
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
  const { tenant, corpus, uses, newestFirst, limit } = request;
  const records: AnswerRecord[] = [];
  let { after } = request;
  let before = seenBefore(request.view, request.before);
  const size = isFiltered(request) ? BATCH : limit;
  for (let lookedAt = 0; lookedAt < MAX_ANSWERS_LOOKED_AT; lookedAt += size) {
    if (lookedAt > 0) await nextSlice();
    const list = { tenant, corpus, uses, after, before };
    const page = await readRange(reader, 'answers', list, { limit: size, newestFirst });
    records.push(...(await passing(reader, page, request)));
    const last = page.at(-1);
    if (last === undefined || page.length < size || records.length >= limit || isPast(last, request)) {
      return { records: records.slice(0, limit), stoppedAt: null };
    }
    if (newestFirst) before = last.seq;
    else after = last.seq;
  }
  return { records, stoppedAt: newestFirst ? before : after };
}

function isFiltered({ mode, states, from, to, text }: AnswersRequest): boolean {
  return [mode, states, from, to, text].some((filter) => filter !== null);
}

/** Whether all later answers lie outside the requested time: an entry is never earlier than the one before. */
function isPast({ at }: AnswerRecord, { newestFirst, from, to }: AnswersRequest): boolean {
  return newestFirst ? from !== null && at < from : to !== null && at > to;
}

/** Two batch reads at most. */
async function passing(
  reader: BlobReader & RecordReader & RangeReader,
  page: readonly AnswerRecord[],
  { tenant, view, mode, states, from, to, text }: AnswersRequest,
): Promise<AnswerRecord[]> {
  const inTime = page.filter(
    ({ at, body }) =>
      (mode === null || body.mode === mode) && (from === null || at >= from) && (to === null || at <= to),
  );
  const ofState = states === null ? inTime : await inState(reader, inTime, { tenant, view, states });
  return text === null ? ofState : asking(reader, ofState, folded(text));
}

async function inState(
  reader: RecordReader & RangeReader,
  records: readonly AnswerRecord[],
  { tenant, view, states }: Pick<AnswersRequest, 'tenant' | 'view'> & { states: readonly FindingsState[] },
): Promise<AnswerRecord[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ body }) => body.answer_id);
  const latest = await latestFindings(reader, tenant, ids, view);
  return records.filter((_, index) => states.includes(latest[index]?.body.to ?? 'UNKNOWN'));
}

async function asking(
  reader: BlobReader,
  records: readonly AnswerRecord[],
  text: string,
): Promise<AnswerRecord[]> {
  if (records.length === 0) return [];
  const questions = await reader.blobs(records.map(({ body }) => body.question_hash));
  return records.filter((_, index) => {
    const question = questions[index] ?? null;
    return question !== null && folded(Buffer.from(question).toString()).includes(text);
  });
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
