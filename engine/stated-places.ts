/**
 * Where claims are stated: of each claim a bounded number of places, and of each cluster of wordings, since a sentence may stand on
 * any number of pages and each place is an entry of the log to read (ADR 99).
 */
import type { ClaimAddr } from '../graph/address.ts';
import type { ClaimOccurrence, ClaimRecord } from '../graph/claim.ts';
import type { RangeReader } from '../graph/store/ranges.ts';
import type { View } from '../graph/store/rows.ts';

/** Of each claim: where none is cached they take some 20 ms of CPU. */
export const MAX_PLACES = 250;

/** The places of each claim in the view, the first `MAX_PLACES` in the order of the log: what is added later changes none of them. */
export function firstPlaces(
  reader: RangeReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<ClaimOccurrence[][]> {
  return reader.ranges('occurrences', {
    ...{ by: claims, view, after: -1 },
    ...{ limit: MAX_PLACES, newestFirst: false },
  });
}

/** The newest places of each claim in the view, the newest first. */
export function newestPlaces(
  reader: RangeReader,
  claims: readonly ClaimAddr[],
  view: View,
  limit: number,
): Promise<ClaimOccurrence[][]> {
  return reader.ranges('occurrences', { by: claims, view, after: -1, limit, newestFirst: true });
}

/** Of each cluster: a thing may be said in any number of wordings. */
export const MAX_WORDINGS = 100;

/** The first wordings of each cluster in the order of the log: what is added later changes none of them. */
export function firstWordings(reader: RangeReader, clusters: readonly string[]): Promise<ClaimRecord[][]> {
  return reader.ranges('claimsOfCluster', { by: clusters, limit: MAX_WORDINGS });
}

/** Whether a place of the view states each claim. */
export async function areStated(
  reader: RangeReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<boolean[]> {
  const found = await newestPlaces(reader, claims, view, 1);
  return found.map(({ length }) => length > 0);
}
