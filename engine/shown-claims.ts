/**
 * Claims as they may be shown: the one place that keeps the words of redacted artefacts from readers of claims
 * (docs/adr/0021-…). The log keeps what was asserted, since a claim's address is made of it.
 */
import type { ArtefactId, ClaimAddr } from '../graph/address.ts';
import type { ClaimOccurrence, ClaimRecord } from '../graph/claim.ts';
import type { LogReader } from '../graph/store/log.ts';
import type { RangeReader } from '../graph/store/ranges.ts';
import type { RecordReader } from '../graph/store/records.ts';
import { EVERYTHING } from '../graph/store/rows.ts';
import { firstPlaces, MAX_PLACES } from './stated-places.ts';

export interface ShownClaim {
  /** Without its words, an empty text and no form, where every artefact of the places that were read was redacted. */
  readonly claim: ClaimRecord;
  /**
   * Of artefacts that were not redacted, oldest first, among the first 250 places: where a sentence stood in an erased text is
   * nobody's to know.
   */
  readonly occurrences: readonly ClaimOccurrence[];
  /** Whether there may be places beyond those. */
  readonly isBounded: boolean;
}

/**
 * In the order of the arguments, null for an unknown address. Four batch reads at most.
 * @param records of the addresses, where the caller has read them
 */
export async function readShownClaims(
  reader: LogReader & RecordReader & RangeReader,
  addrs: readonly ClaimAddr[],
  records?: readonly (ClaimRecord | null)[],
): Promise<(ShownClaim | null)[]> {
  const claims = records ?? (await reader.records('claims', addrs));
  const places = await firstPlaces(reader, addrs, EVERYTHING);
  const redacted = await readRedacted(reader, places.flat());
  return claims.map((claim, index) => {
    if (claim === null) return null;
    const stated = places[index] ?? [];
    const occurrences = stated.filter(({ artefact }) => !redacted.has(artefact));
    const isErased = stated.length > 0 && occurrences.length === 0;
    const isBounded = stated.length >= MAX_PLACES;
    return { claim: isErased ? withoutWords(claim) : claim, occurrences, isBounded };
  });
}

/** Nearly every log has no redaction at all: then no artefact is read. */
async function readRedacted(
  reader: LogReader & RecordReader,
  occurrences: readonly ClaimOccurrence[],
): Promise<ReadonlySet<ArtefactId>> {
  const [any] = await reader.entries({ after: -1, limit: 1, types: ['artefact.redacted'] });
  if (any === undefined || occurrences.length === 0) return new Set();
  const states = await reader.records('artefacts', [...new Set(occurrences.map(({ artefact }) => artefact))]);
  return new Set(
    states.flatMap((state) => (state?.redacted === undefined ? [] : [state.record.artefact_id])),
  );
}

/** The claim without what it says: text, context and form. */
export function withoutWords(claim: ClaimRecord): ClaimRecord {
  const { v, corpus, lang } = claim.core;
  return { ...claim, core: { v, corpus, lang, text: '' } };
}
