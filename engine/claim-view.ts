/** A claim with its belief and the places that state it, as of a view. */
import type { ClaimAddr } from '../graph/address.ts';
import type { ClaimOccurrence, ClaimRecord } from '../graph/claim.ts';
import type { GraphReader, View } from '../graph/store.ts';
import type { Beliefs, ClaimBelief } from './belief/read-beliefs.ts';
import { readRivals } from './belief/read-rivals.ts';
import type { Withheld } from './retrieve/withheld.ts';
import { within } from './view.ts';

export interface ClaimView {
  /** Its text is empty where artefacts under a refused licence alone state it. */
  readonly claim: ClaimRecord;
  readonly belief: ClaimBelief;
  /** Oldest first. */
  readonly occurrences: readonly ClaimOccurrence[];
  /** Claims that contradict it. */
  readonly rivals: readonly ClaimAddr[];
}

/** In the order of the arguments, null for an unknown address, each kind in batch reads. */
export async function readClaimViews(
  reader: GraphReader,
  beliefReader: Beliefs,
  withheld: Withheld,
  addrs: readonly ClaimAddr[],
  view: View,
): Promise<(ClaimView | null)[]> {
  const claims = await reader.claims(addrs);
  const beliefs = await beliefReader.read(addrs, view);
  const occurrences = await reader.occurrences(addrs);
  const rivals = await readRivals(reader, addrs, view);
  const closed = await withheld.claims(addrs, occurrences);
  return addrs.map((addr, index) => {
    const claim = claims[index];
    const belief = beliefs.get(addr);
    if (!claim || belief === undefined) return null;
    return {
      claim: closed.has(addr) ? { ...claim, core: { ...claim.core, text: '' } } : claim,
      belief,
      occurrences: (occurrences[index] ?? []).filter((one) => within(view, one)),
      rivals: rivals.get(addr) ?? [],
    };
  });
}
