/** Verdict changes of a tenant's answers that pass a filter, page by page, in the order of the log. */
import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { FindingCode, FindingsState } from '../../graph/log/entry.ts';
import { type Between, isAmong, isBetween, type Joined, passes } from '../../graph/store/filters.ts';
import { type PageCut, type RangeReader, readRange, type Stretch } from '../../graph/store/ranges.ts';
import type { FindingRecord, View } from '../../graph/store/rows.ts';
import { type LookedThrough, lookThrough, narrowedStretch } from '../look-through.ts';
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

/** Changes that one page looks at. */
export const MAX_FINDINGS_LOOKED_AT = 2_000;
/** Answers whose changes are looked up one list each; of more, the tenant's are gone through. */
const MAX_ANSWERS_SOUGHT = 100;

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
    isWanted: (finding) => passes(filter, (own) => holdsOf(finding, own)),
  });
}

async function readFindings(
  reader: RangeReader,
  tenant: string,
  { answer: answers, to: states }: FindingFilter,
  { after, before, ...cut }: Stretch & PageCut,
): Promise<readonly FindingRecord[]> {
  if (answers === null || answers.length > MAX_ANSWERS_SOUGHT) {
    return readRange(reader, 'findingsOfTenant', { tenant, states, after, before }, cut);
  }
  const lists = await reader.ranges('findingsOf', {
    ...cut,
    tenant,
    by: answers.map((answer) => ({ answer, after, before })),
    ...(states !== null && { states }),
  });
  const sign = cut.newestFirst ? -1 : 1;
  return lists
    .flat()
    .sort((a, b) => sign * (a.seq - b.seq))
    .slice(0, cut.limit);
}

function holdsOf({ seq, at, corpus, body }: FindingRecord, filter: FindingFilter): boolean {
  return (
    isAmong(filter.answer, body.answer_id) &&
    isAmong(filter.corpus, corpus) &&
    isAmong(filter.from, body.from) &&
    isAmong(filter.to, body.to) &&
    hasReason(body.reasons, filter) &&
    isBetween(filter.at, at) &&
    isBetween(filter.seq, seq)
  );
}

function hasReason(
  reasons: FindingRecord['body']['reasons'],
  { code, claim, artefact }: FindingFilter,
): boolean {
  if (code === null && claim === null && artefact === null) return true;
  return reasons.some(
    (reason) =>
      isAmong(code, reason.code) &&
      (claim === null || (reason.claim != null && claim.includes(reason.claim))) &&
      (artefact === null || (reason.artefact != null && artefact.includes(reason.artefact))),
  );
}
