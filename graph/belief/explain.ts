/** "Why this belief": every entry's part in it, and what would flip it (docs/spec/decisions.md#4-why). */
import type { EventId } from '../address.ts';
import type { EvidenceItem, EvidenceKind, LedgerEntryBody } from '../evidence.ts';
import { epochMs } from '../time.ts';
import { compareEffect, freshWeight, type ReadEntry, readEntry } from './cited-item.ts';
import { type Flip, smallestFlip } from './flip.ts';
import { fold } from './fold.ts';
import { FOLD_POLICY, type FoldPolicy } from './policy.ts';
import { Replay } from './replay.ts';
import type { FoldContext, FoldResult } from './result.ts';
import type { Stand } from './roster.ts';
import { type Share, shareOut } from './shares.ts';
import { utcDay } from './utc-day.ts';

/** Why an item contributes less than the weight of its kind. */
export type Discount =
  | 'standing'
  | 'unchecked'
  | 'age'
  | NonNullable<Share['discount']>
  | 'unvetted_cap'
  | 'change_of_side'
  | 'proposal'
  | 'after_as_of';

/** One evidence item's part. Weights and contribution in micro. */
export interface ExplainedItem {
  readonly item: EvidenceItem;
  /** Kind × check × standing, before age. */
  readonly weight: number;
  /** What age leaves of it. */
  readonly decayed: number;
  /**
   * Its part of the mass of its side. The contributions of a side's vetted items add up to that side's vetted mass;
   * those of its unvetted items to the mass before the cap.
   */
  readonly contribution: number;
  readonly discounts: readonly Discount[];
}

/** One entry's part. A proposal counts for its successor, not on a side of this claim. */
export interface ExplainedEntry {
  readonly event_id: EventId;
  readonly actor_root: string;
  readonly kind: EvidenceKind;
  readonly effective_at: string;
  readonly vetted: boolean;
  /** Whether it still stands as of T. */
  readonly open: boolean;
  readonly items: readonly ExplainedItem[];
}

export interface Explanation {
  readonly result: FoldResult;
  /** In order of effect. */
  readonly entries: readonly ExplainedEntry[];
  /** The smallest single event that flips the state, null when none does or the ledger is too long to search. */
  readonly flip: Flip | null;
}

const FULL_STANDING = 1000;

/**
 * Explains the belief that `fold` gives for the same arguments.
 *
 * @returns null when nothing took effect by T
 * @throws RangeError when a time is no instant
 */
export function explain(
  entries: readonly LedgerEntryBody[],
  asOf: string,
  context: FoldContext,
  policy: FoldPolicy = FOLD_POLICY,
): Explanation | null {
  const result = fold(entries, asOf, context, policy);
  if (result === null) return null;
  const instant = epochMs(asOf);
  const day = utcDay(instant);
  const read = entries.map((entry) => readEntry(entry, policy)).sort(compareEffect);
  const replay = new Replay(policy, context.observed);
  const stands = read.filter((entry) => entry.effective <= instant).map((entry) => replay.take(entry).added);
  const shares = sharesOf(stands, replay, day);
  const explained = stands.map((stand) => explainStand(stand, replay, day, shares.get(stand) ?? []));
  const later = read.slice(stands.length).map((entry) => explainLater(entry));
  const flip = smallestFlip(entries, asOf, context, result, policy);
  return { result, entries: capUnvetted([...explained, ...later], policy), flip };
}

/** Shares of each open entry's items, by side and vetting. */
function sharesOf(stands: readonly Stand[], replay: Replay, day: number): Map<Stand, Share[]> {
  const shares = new Map<Stand, Share[]>();
  const open = stands.filter((stand) => stand.closedBy === null);
  for (const group of Map.groupBy(open, tierOf).values()) {
    const items = group.flatMap((stand) =>
      stand.citations.map((citation) => ({ stand, citation, weight: replay.weigh(citation, day) })),
    );
    for (const [index, share] of shareOut(items).entries()) {
      const stand = items[index]?.stand;
      if (stand !== undefined) shares.set(stand, [...(shares.get(stand) ?? []), share]);
    }
  }
  return shares;
}

function tierOf({ entry, vetted }: Stand): string {
  return `${entry.kind} ${vetted} ${entry.kind === 'supersede-propose' ? entry.successor : ''}`;
}

function explainStand(stand: Stand, replay: Replay, day: number, shares: readonly Share[]): ExplainedEntry {
  const items = stand.citations.map((citation, index): ExplainedItem => {
    const weight = freshWeight(citation);
    const decayed = replay.weigh(citation, day);
    const share = shares[index];
    const discounts = [
      ...weightDiscounts(stand, citation.item, decayed < weight),
      ...(stand.closedBy === null ? [] : [stand.closedBy]),
      ...(share?.discount ? [share.discount] : []),
    ];
    return { item: citation.item, weight, decayed, contribution: share?.contribution ?? 0, discounts };
  });
  return { ...headOf(stand), open: stand.closedBy === null, items };
}

function explainLater(entry: ReadEntry): ExplainedEntry {
  const items = entry.citations.map((citation): ExplainedItem => {
    const weight = freshWeight(citation);
    return { item: citation.item, weight, decayed: weight, contribution: 0, discounts: ['after_as_of'] };
  });
  return { ...headOf(entry), open: false, items };
}

function headOf({ entry, vetted }: ReadEntry): Omit<ExplainedEntry, 'open' | 'items'> {
  const { event_id, actor_root, kind, effective_at } = entry;
  return { event_id, actor_root, kind, effective_at, vetted };
}

function weightDiscounts(stand: Stand, item: EvidenceItem, aged: boolean): Discount[] {
  const discounts: Discount[] = [];
  if (stand.entry.standing < FULL_STANDING) discounts.push('standing');
  if (item.check === 'unknown') discounts.push('unchecked');
  if (aged) discounts.push('age');
  return discounts;
}

/** Marks the unvetted items of a side whose mass passes the cap. */
function capUnvetted(entries: readonly ExplainedEntry[], policy: FoldPolicy): ExplainedEntry[] {
  const mass = new Map<EvidenceKind, number>();
  for (const entry of entries.filter(({ vetted }) => !vetted)) {
    const sum = entry.items.reduce((total, item) => total + item.contribution, 0);
    mass.set(entry.kind, (mass.get(entry.kind) ?? 0) + sum);
  }
  return entries.map((entry) => {
    const capped = !entry.vetted && (mass.get(entry.kind) ?? 0) > policy.unvettedCapMicro;
    if (!capped || entry.kind === 'supersede-propose') return entry;
    const items = entry.items.map((item) =>
      item.contribution === 0 ? item : { ...item, discounts: [...item.discounts, 'unvetted_cap' as const] },
    );
    return { ...entry, items };
  });
}
