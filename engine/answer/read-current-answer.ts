/**
 * Reading stored answers with their verdicts as of a time. A corpus that has not been observed for too long causes no
 * event of the log: the state follows from the time, and is added where the answer is read
 * (docs/spec/decisions.md#5-findings: `snapshot_stale`).
 */
import type { AnswerId } from '../../graph/address.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { verdictOf } from '../findings/evaluate.ts';
import type { AnswerView, Trust } from './answer.ts';
import { AnswerDamaged } from './answer-damaged.ts';
import { checkFreshness, type FreshnessRequest, freshUntil, windowOf } from './freshness.ts';
import { lastObserved, lastObservedIn } from './last-observed.ts';
import { type FoundAnswer, readAnswers } from './read-answer.ts';

/**
 * As of now, in the order of the ids. Three batch reads at most, and one of each corpus that they are of.
 * @param now RFC 3339 UTC with ms
 */
export async function readCurrentAnswers(
  reader: BlobReader & RecordReader & RangeReader,
  ids: readonly AnswerId[],
  tenant: string,
  now: string,
): Promise<FoundAnswer[]> {
  const found = await readAnswers(reader, ids, tenant, null);
  return judged(found, await lastObserved(reader, corporaOf(found.filter(restsOnSnapshot))), now);
}

/** The answers that existed at the view, each with its verdict there. As many reads, and the log's for a time. */
export async function readPastAnswers(
  reader: GraphReader,
  ids: readonly AnswerId[],
  tenant: string,
  view: View,
): Promise<FoundAnswer[]> {
  const found = await readAnswers(reader, ids, tenant, view);
  const resting = found.filter(restsOnSnapshot);
  const windows = resting.flatMap((one) => windowOf(freshnessOf(one)) ?? []);
  if (windows.length === 0) return found;
  const observed = await lastObservedIn(reader, corporaOf(resting), view, Math.max(...windows));
  return judged(found, observed, view.until);
}

/** An empty answer rests on no snapshot. */
function restsOnSnapshot(found: FoundAnswer): found is AnswerView {
  return found !== null && !(found instanceof AnswerDamaged) && found.answer.claims.length > 0;
}

function corporaOf(views: readonly AnswerView[]): ReadonlySet<string> {
  return new Set(views.map(({ answer }) => answer.corpus.name));
}

function freshnessOf({ answer: { request } }: AnswerView): FreshnessRequest {
  return { mode: request.mode, maxSnapshotAge: request.max_snapshot_age, asOf: request.as_of };
}

/** @param observed when each corpus was last observed; answers of a missing corpus do not age */
function judged(
  found: readonly FoundAnswer[],
  observed: ReadonlyMap<string, string | null>,
  now: string,
): FoundAnswer[] {
  return found.map((one) => {
    if (!restsOnSnapshot(one)) return one;
    const observedAt = observed.get(one.answer.corpus.name);
    if (observedAt === undefined) return one;
    const request = freshnessOf(one);
    const until = freshUntil({ observedAt }, request);
    const dated = until === null ? one : { ...one, freshUntil: until };
    if (checkFreshness({ observedAt }, request, now).ok) return dated;
    return { ...dated, trust: withStaleSnapshot(one.trust) };
  });
}

function withStaleSnapshot(trust: Trust): Trust {
  const { state, reasons } = verdictOf([...trust.reasons, { code: 'snapshot_stale', claim: null }]);
  return { ...trust, findings_state: state, reasons };
}
