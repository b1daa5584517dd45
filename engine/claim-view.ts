/** A claim with its belief and the places that state it, as of a view. */
import type { ClaimAddr } from '../graph/address.ts';
import type { ClaimOccurrence, ClaimRecord } from '../graph/claim.ts';
import type { LogReader } from '../graph/store/log.ts';
import type { RangeReader } from '../graph/store/ranges.ts';
import type { RecordReader } from '../graph/store/records.ts';
import type { View } from '../graph/store/rows.ts';
import type { Beliefs, ClaimBelief } from './belief/read-beliefs.ts';
import { readRivals } from './belief/read-rivals.ts';
import type { LicenceFilter } from './retrieve/licence-filter.ts';
import { readShownClaims, withoutWords } from './shown-claims.ts';
import { within } from './view.ts';

export interface ClaimView {
  /** Its text is empty where artefacts that were redacted or are under a refused licence alone state it. */
  readonly claim: ClaimRecord;
  readonly belief: ClaimBelief;
  /** Of artefacts that were not redacted, oldest first, among the first 250 places. */
  readonly occurrences: readonly ClaimOccurrence[];
  /** Whether there may be places beyond those. */
  readonly isBounded: boolean;
  /** Claims that contradict it. */
  readonly rivals: readonly ClaimAddr[];
}

/** In the order of the arguments, null for an unknown address, each kind in batch reads. */
export async function readClaimViews(
  reader: LogReader & RecordReader & RangeReader,
  beliefReader: Beliefs,
  licences: LicenceFilter,
  addrs: readonly ClaimAddr[],
  view: View,
): Promise<(ClaimView | null)[]> {
  const records = await reader.records('claims', addrs);
  const shown = await readShownClaims(reader, addrs, records);
  const beliefs = await beliefReader.read(addrs, view);
  // By what the claims say, shown or not.
  const rivals = await readRivals(reader, addrs, view, records);
  const closed = await licences.refusedClaims(
    addrs,
    shown.map((one) => one?.occurrences ?? []),
  );
  return addrs.map((addr, index) => {
    const found = shown[index];
    const belief = beliefs.get(addr);
    if (!found || belief === undefined) return null;
    const { claim, occurrences, isBounded } = found;
    return {
      claim: closed.has(addr) ? withoutWords(claim) : claim,
      belief,
      occurrences: occurrences.filter((one) => within(view, one)),
      isBounded,
      rivals: rivals.get(addr) ?? [],
    };
  });
}
