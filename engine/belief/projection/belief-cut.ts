/** What the projection of beliefs says of a view, and what has to be read beside it. */

import { type ClaimAddr, claimCorpusOf } from '../../../graph/address.ts';
import { utcDayOf } from '../../../graph/belief/utc-day.ts';
import { canonicalClaim } from '../../../graph/cluster.ts';
import type { BeliefPosition } from '../../../graph/store/beliefs.ts';
import type { StoredEntry } from '../../../graph/store/log.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type FoldView, viewOf } from '../../view.ts';
import { MOVING, touchedLedgers } from './touched-ledgers.ts';

/** Entries between the projection and a view that are looked through. */
export const MAX_ENTRIES_BETWEEN = 1_000;
/** Ledgers that are folded for one list, because the projection has another belief of them, or may have. */
export const MAX_MOVED = 512;

/** A state of the projection that a view can be read from. */
export interface ProjectedView {
  /** Ledgers of the corpus, by the addresses of their claims, whose rows are not for this view. */
  readonly moved: readonly ClaimAddr[];
  /** Whether every other row's confidence is that of the view. */
  readonly isConfident: boolean;
  /** Whether the projection has been moved since: what was read meanwhile may be of two states then. */
  hasMoved(): Promise<boolean>;
}

/**
 * Null where the projection is too far from the view: it has followed too little of the log, or has gone on to a later day.
 * @param view of the present; `observedUpTo` is set
 */
export async function projectedView(
  reader: GraphReader,
  corpus: string,
  view: Required<FoldView>,
): Promise<ProjectedView | null> {
  const [position] = await reader.beliefs('position', {});
  const [days] = await reader.beliefs('day', { corpus });
  const day = utcDayOf(view.until);
  if (position === undefined || days === undefined || days.day > day) return null;
  const entries = await entriesBetween(reader, corpus, position, view);
  if (entries === null) return null;
  const moved = new Set<ClaimAddr>();
  for await (const ledgers of touchedLedgers(reader, entries)) {
    for (const claim of ledgers) if (claimCorpusOf(claim) === corpus) moved.add(claim);
    if (moved.size > MAX_MOVED) return null;
  }
  const due = await reader.beliefs('due', { corpus, before: day, from: -1, limit: MAX_MOVED + 1 });
  for (const { cluster } of due) moved.add(ledgerOf(corpus, cluster));
  if (moved.size > MAX_MOVED) return null;
  return {
    moved: [...moved],
    isConfident: days.confidentDay === day,
    hasMoved: async () => {
      const [now] = await reader.beliefs('position', {});
      const [today] = await reader.beliefs('day', { corpus });
      const { revision, pending } = position;
      const isSame = now?.seq === position.seq && now.pending === pending && now.revision === revision;
      return !isSame || today?.confidentDay !== days.confidentDay || today.day > day;
    },
  };
}

function ledgerOf(corpus: string, cluster: string): ClaimAddr {
  return canonicalClaim({ addr: `wx://${corpus}/claim/c1`, claim_cluster_id: cluster });
}

/** Entries that the projection has taken and the view has not, or the other way round; null: more than are looked through. */
async function entriesBetween(
  reader: GraphReader,
  corpus: string,
  { seq, pending }: BeliefPosition,
  view: Required<FoldView>,
): Promise<readonly StoredEntry[] | null> {
  const record = await readRecord(reader, 'corpora', corpus);
  if (record === null) return null;
  // Behind the newest S of a corpus the log says nothing of its claims but what others observe.
  const isNewest = viewOf(record, null).view.seq === view.seq;
  const lowest = Math.min(seq, view.observedUpTo, isNewest ? seq : view.seq);
  const highest = Math.max(pending, view.observedUpTo, view.seq);
  const limit = MAX_ENTRIES_BETWEEN;
  const found = lowest === highest ? [] : await reader.entries({ after: lowest, limit, types: MOVING });
  const isWhole = found.length < limit || (found.at(-1)?.entry.seq ?? 0) >= highest;
  return isWhole ? found.filter(({ entry }) => entry.seq <= highest) : null;
}
