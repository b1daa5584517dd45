/** Why a claim is believed, entry by entry, as a report shows it (docs/spec/decisions.md#4-why). Pure. */
import { type ExplainedEntry, type ExplainedItem, explain } from '../../graph/belief/explain.ts';
import type { LedgerEntryBody } from '../../graph/evidence.ts';
import type { ClaimBelief } from '../belief/read-beliefs.ts';
import { REPORT_BOUNDS, type ReportBelief, type ReportEvent, type ReportEvidence } from './trust-report.ts';

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
    effectiveConfidence: fold.belief.effective_confidence,
    successor: fold.acceptedSuccessor,
    support: fold.total.support,
    opposition: fold.total.opposition,
    vettedSupport: fold.vetted.support,
    vettedOpposition: fold.vetted.opposition,
    events,
    explained: why === null ? [] : newest(why.entries).map(eventOf),
    flip: why?.flip ?? null,
  };
}

function newest(entries: readonly ExplainedEntry[]): readonly ExplainedEntry[] {
  return entries.slice(-REPORT_BOUNDS.events);
}

function eventOf({
  event_id,
  effective_at,
  kind,
  actor_root,
  vetted,
  open,
  items,
}: ExplainedEntry): ReportEvent {
  return {
    eventId: event_id,
    effectiveAt: effective_at,
    kind,
    actorRoot: actor_root,
    isVetted: vetted,
    isOpen: open,
    evidence: items.map(evidenceOf),
  };
}

function evidenceOf({ item, weight, decayed, contribution, discounts }: ExplainedItem): ReportEvidence {
  const { ref, kind, domain, check } = item;
  return { ref, kind, domain, check, weight, decayed, contribution, discounts };
}
