/** Which artefacts a receipt does not quote: their entries, which hold their words, are left out of it. Pure. */
import type { ArtefactId } from '../../graph/address.ts';
import type { Receipt } from './receipt.ts';

/**
 * Artefacts that only disagree and of which nothing is quoted, since their licence was refused when the answer was made.
 * The receipt itself says so, whatever the policy is now.
 */
export function unquotedIn({
  evidence_set,
  claim_clusters,
}: Pick<Receipt, 'evidence_set' | 'claim_clusters'>): ReadonlySet<ArtefactId> {
  const against = claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
  const unquoted = new Set(against.map(({ artefact_id }) => artefact_id));
  for (const { artefact_id, quote } of against) if (quote !== '') unquoted.delete(artefact_id);
  for (const id of evidence_set.artefact_ids) unquoted.delete(id);
  return unquoted;
}
