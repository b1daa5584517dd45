import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimRivalry, JudgedRivalry } from '../../graph/claim.ts';
import type { GraphReader, View } from '../../graph/store.ts';

/** A claim that a judge holds to contradict another. */
export interface Contest extends JudgedRivalry {
  readonly addr: ClaimAddr;
}

/** What stands against a claim. */
export interface Opposition {
  /** Claims whose structured forms contradict it. */
  readonly rivals: readonly ClaimAddr[];
  /** Claims that only a judge holds against it. */
  readonly contests: readonly Contest[];
}

/**
 * What stands against each of these claims, as far as the view knows; one batch read, whichever side was found first.
 */
export async function readOpposition(
  reader: GraphReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<Map<ClaimAddr, Opposition>> {
  const found = claims.length === 0 ? [] : await reader.rivals(claims);
  return new Map(claims.map((claim, index) => [claim, oppositionTo(claim, found[index] ?? [], view)]));
}

/** The claims that contradict each of these by their structured forms. */
export async function readRivals(
  reader: GraphReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<Map<ClaimAddr, readonly ClaimAddr[]>> {
  const found = await readOpposition(reader, claims, view);
  return new Map([...found].map(([claim, { rivals }]) => [claim, rivals]));
}

function oppositionTo(claim: ClaimAddr, found: readonly ClaimRivalry[], view: View): Opposition {
  const seen = found.filter(({ seq }) => seq <= view.seq);
  const other = (one: ClaimRivalry) => (one.claim === claim ? one.rival : one.claim);
  const told = seen.filter(({ judged }) => judged === undefined).map(other);
  const contests = new Map<ClaimAddr, Contest>();
  for (const one of seen) {
    const addr = other(one);
    if (one.judged !== undefined && !told.includes(addr) && !contests.has(addr))
      contests.set(addr, { addr, ...one.judged });
  }
  return {
    rivals: [...new Set(told)].sort(byCodeUnit),
    contests: [...contests.values()].sort((a, b) => byCodeUnit(a.addr, b.addr)),
  };
}
