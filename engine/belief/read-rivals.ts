import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { GraphReader, View } from '../../graph/store.ts';

/** The claims that contradict each of these, as far as the view knows; one batch read, whichever side was found first. */
export async function readRivals(
  reader: GraphReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<Map<ClaimAddr, readonly ClaimAddr[]>> {
  const found = claims.length === 0 ? [] : await reader.rivals(claims);
  return new Map(
    claims.map((claim, index) => {
      const seen = (found[index] ?? []).filter(({ seq }) => seq <= view.seq);
      const others = seen.map((one) => (one.claim === claim ? one.rival : one.claim));
      return [claim, [...new Set(others)].sort(byCodeUnit)];
    }),
  );
}
