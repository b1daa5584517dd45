/**
 * Belief in a claim: the pure fold of its evidence ledger (docs/spec/decisions.md#4).
 *
 * Integers only, no clock, and the order of the input does not matter: everybody who folds the same entries as of the
 * same T, with the same observations and successors, gets the same belief.
 */
import type { LedgerEntryBody } from '../evidence.ts';
import { FOLD_POLICY, type FoldPolicy } from './policy.ts';
import type { FoldContext, FoldResult } from './result.ts';
import { advance, emptyState, read } from './state.ts';

/**
 * Folds a claim's ledger.
 *
 * @param entries the claim's entries, or a prefix of its ledger
 * @param asOf T, an instant (RFC 3339, UTC, milliseconds); entries that took effect later do not count
 * @returns null when nothing took effect by T: an empty ledger has no belief
 * @throws RangeError when a time is no instant
 */
export function fold(
  entries: readonly LedgerEntryBody[],
  asOf: string,
  context: FoldContext,
  policy: FoldPolicy = FOLD_POLICY,
): FoldResult | null {
  const state = emptyState(policy);
  for (const entry of entries) advance(state, entry);
  return read(state, asOf, context);
}
