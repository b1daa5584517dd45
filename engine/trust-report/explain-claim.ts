/** Why a claim is believed, entry by entry, as a report shows it (docs/spec/decisions.md#4-why). Pure. */
import { type ExplainedEntry, type ExplainedItem, explain } from '../../graph/belief/explain.ts';
import type { Flip } from '../../graph/belief/flip.ts';
import type { LedgerEntryBody } from '../../graph/evidence.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import {
  REPORT_BOUNDS,
  type ReportBelief,
  type ReportEvent,
  type ReportEvidence,
  type ReportFlip,
} from './trust-report.ts';

/** A longer ledger is not explained: finding what would flip it folds the ledger anew for each event that is tried. */
export const MAX_EXPLAINED_LEDGER = 500;

/** A claim's belief at a view. */
export interface ReadBelief extends Pick<ClaimBelief, 'fold' | 'context'> {
  /** Entries of the ledger in the view. */
  readonly events: number;
  /** All of them; none where there are more than `MAX_EXPLAINED_LEDGER`. */
  readonly entries: readonly LedgerEntryBody[];
  /** T. */
  readonly until: string;
}

/** Null where nothing took effect by T. */
export function explainClaim({ fold, context, events, entries, until }: ReadBelief): ReportBelief | null {
  if (fold === null) return null;
  const why = entries.length === 0 ? null : explain(entries, until, context);
  return {
    state: fold.state,
    effective_confidence: fold.belief.effective_confidence,
    superseded_by: fold.acceptedSuccessor,
    support: fold.total.support,
    opposition: fold.total.opposition,
    vetted_support: fold.vetted.support,
    vetted_opposition: fold.vetted.opposition,
    events,
    explained: why === null ? [] : newest(why.entries).map(eventOf),
    flip: why?.flip ? flipOf(why.flip) : null,
  };
}

function newest(entries: readonly ExplainedEntry[]): readonly ExplainedEntry[] {
  return entries.slice(-REPORT_BOUNDS.events);
}

function flipOf({ event, from, to }: Flip): ReportFlip {
  const { kind, by, standing, evidence, successor } = event;
  return { kind, by, standing, evidence, successor, from, to };
}

function eventOf({ items, ...entry }: ExplainedEntry): ReportEvent {
  const { event_id, effective_at, kind, actor_root, vetted, open } = entry;
  return { event_id, effective_at, kind, actor_root, vetted, open, evidence: items.map(evidenceOf) };
}

function evidenceOf({ item, weight, decayed, contribution, discounts }: ExplainedItem): ReportEvidence {
  const { ref, kind, domain, check } = item;
  return { ref, kind, domain, check, weight, decayed, contribution, discounts };
}
