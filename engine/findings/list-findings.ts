/** Verdict changes of a tenant's answers that pass a filter, page by page, in the order of the log. */
import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { FindingCode, FindingsState } from '../../graph/log/entry.ts';
import {
  type Between,
  isBetween,
  isOneOf,
  type Joined,
  type RowCheck,
  rowCheck,
} from '../../graph/store/filters.ts';
import { type PageCut, type RangeReader, readRange, type Stretch } from '../../graph/store/ranges.ts';
import type { FindingRecord, View } from '../../graph/store/rows.ts';
import { type LookedThrough, lookThrough, narrowedStretch, type RowsRead, rowsOf } from '../look-through.ts';
import { seenBefore } from '../view.ts';

/** Each null: anything. */
export interface FindingFilter extends Joined<FindingFilter> {
  readonly answer: readonly AnswerId[] | null;
  readonly corpus: readonly string[] | null;
  /** The verdict before. */
  readonly from: readonly FindingsState[] | null;
  /** The verdict from then on. */
  readonly to: readonly FindingsState[] | null;
  /** Of one reason of the later verdict; where several are given, of the same one. */
  readonly code: readonly FindingCode[] | null;
  readonly claim: readonly ClaimAddr[] | null;
  readonly artefact: readonly ArtefactId[] | null;
  /** When it changed, RFC 3339 UTC with ms. */
  readonly at: Between<string> | null;
  /** Position in the log. */
  readonly seq: Between<number> | null;
}

export const ANY_FINDING: FindingFilter = {
  answer: null,
  corpus: null,
  from: null,
  to: null,
  code: null,
  claim: null,
  artefact: null,
  at: null,
  seq: null,
  and: [],
  or: [],
  not: null,
};

export interface FindingListRequest extends Stretch, PageCut {
  readonly tenant: string;
  readonly filter: FindingFilter;
  /** Changes that it sees by their position; null: all of now. */
  readonly view: View | null;
}

/** Changes that one page looks at; up to one more of each answer that is sought. */
export const MAX_FINDINGS_LOOKED_AT = 2_000;
/** Answers whose changes are looked up one list each; of more, the tenant's are gone through. */
export const MAX_ANSWERS_SOUGHT = 100;

/**
 * Along the index of the answers, states and positions that the filter itself names. At most `limit`; fewer although there are more
 * where `MAX_FINDINGS_LOOKED_AT` were looked at.
 */
export function listFindings(
  reader: RangeReader,
  { tenant, filter, view, limit, newestFirst, ...page }: FindingListRequest,
): Promise<LookedThrough<FindingRecord>> {
  const { after, before } = narrowedStretch(page, filter.seq);
  return lookThrough<FindingRecord>({
    ...{ after, before: seenBefore(view, before), limit, newestFirst, most: MAX_FINDINGS_LOOKED_AT },
    read: (some) => readFindings(reader, tenant, filter, some),
    seqOf: ({ seq }) => seq,
    isWanted: rowCheck(filter, checkOf),
  });
}

async function readFindings(
  reader: RangeReader,
  tenant: string,
  { answer: answers, to: states }: FindingFilter,
  { after, before, ...cut }: Stretch & PageCut,
): Promise<RowsRead<FindingRecord>> {
  if (answers === null || answers.length > MAX_ANSWERS_SOUGHT) {
    return rowsOf(await readRange(reader, 'findingsOfTenant', { tenant, states, after, before }, cut), cut);
  }
  const limit = Math.max(1, Math.floor(cut.limit / Math.max(1, answers.length)));
  const lists = await reader.ranges('findingsOf', {
    ...{ ...cut, limit, tenant },
    by: answers.map((answer) => ({ answer, after, before })),
    ...(states !== null && { states }),
  });
  return merged(lists, { ...cut, limit });
}

/** Rows of all lists, up to where each is known: one that was read to its limit may go on behind its last row. */
function merged(
  lists: readonly (readonly FindingRecord[])[],
  { limit, newestFirst }: PageCut,
): RowsRead<FindingRecord> {
  const place = ({ seq }: FindingRecord) => (newestFirst ? -seq : seq);
  const all = lists.flat().sort((a, b) => place(a) - place(b));
  const ends = lists.flatMap((list) => (list.length < limit ? [] : list.slice(-1).map(place)));
  const known = Math.min(Number.POSITIVE_INFINITY, ...ends);
  return { rows: all.filter((row) => place(row) <= known), more: ends.length > 0, count: all.length };
}

function checkOf(filter: FindingFilter): RowCheck<FindingRecord> {
  const [isAnswer, isCorpus] = [isOneOf(filter.answer), isOneOf(filter.corpus)];
  const [isFrom, isTo] = [isOneOf(filter.from), isOneOf(filter.to)];
  const hasReason = reasonCheck(filter);
  return ({ seq, at, corpus, body }) =>
    isAnswer(body.answer_id) &&
    isCorpus(corpus) &&
    isFrom(body.from) &&
    isTo(body.to) &&
    hasReason(body.reasons) &&
    isBetween(filter.at, at) &&
    isBetween(filter.seq, seq);
}

function reasonCheck({ code, claim, artefact }: FindingFilter): RowCheck<FindingRecord['body']['reasons']> {
  if (code === null && claim === null && artefact === null) return () => true;
  const isCode = isOneOf(code);
  const isClaim = isOneOf<string | null | undefined>(claim);
  const isArtefact = isOneOf<string | null | undefined>(artefact);
  return (reasons) =>
    reasons.some((reason) => isCode(reason.code) && isClaim(reason.claim) && isArtefact(reason.artefact));
}
