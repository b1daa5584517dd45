import type { TallyCount } from '../../../graph/store/tallies.ts';

/** Counts of ledgers: what a token without svc.evidence does not see. */
const LEDGER_COUNTS: ReadonlySet<string> = new Set<TallyCount>([
  'disputed',
  'disputes',
  'corroborations',
  'events',
  'proposals',
]);

export function isOfLedgers(count: string): boolean {
  return LEDGER_COUNTS.has(count);
}
