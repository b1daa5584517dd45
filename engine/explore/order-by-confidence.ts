/** Claims in the order of confidence, as the store has them: then by cluster, then by position in the log. */
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { clusterOf } from '../../graph/cluster.ts';
import type { ListKey, ListPage } from '../../graph/store/selection.ts';
import type { ListedBelief } from './belief-tables.ts';

export interface PlacedClaim extends Pick<ListedBelief, 'confidence' | 'ledger'> {
  readonly addr: ClaimAddr;
  /** Among the claims, by position in the log. */
  readonly at: number;
}

export function noBelief(ledger: ClaimAddr): ListedBelief {
  return { state: 'none', confidence: -1, ledger };
}

/** Those between the bounds of a page, in its order, as many as it holds. */
export function between(
  placed: readonly PlacedClaim[],
  { descending, after, before, limit }: Omit<ListPage, 'by'>,
): PlacedClaim[] {
  const places = new Map(placed.map((one) => [one.addr as string, one]));
  const sign = descending ? -1 : 1;
  const isBehind = (one: PlacedClaim, key: ListKey) => sign * compare(one, placeOf(key, places)) > 0;
  const isBefore = (one: PlacedClaim, key: ListKey) => sign * compare(one, placeOf(key, places)) < 0;
  return placed
    .filter((one) => (after === null || isBehind(one, after)) && (before === null || isBefore(one, before)))
    .sort((a, b) => sign * compare(a, b))
    .slice(0, limit);
}

type Place = Pick<PlacedClaim, 'confidence' | 'at'> & { readonly cluster: string };

function placeOf({ value, id }: ListKey, places: ReadonlyMap<string, PlacedClaim>): Place {
  const known = places.get(id);
  return {
    cluster: known === undefined ? '' : clusterOf(known.ledger),
    at: known?.at ?? -1,
    confidence: Number(value),
  };
}

function compare(one: PlacedClaim, other: PlacedClaim | Place): number {
  const cluster = 'cluster' in other ? other.cluster : clusterOf(other.ledger);
  return one.confidence - other.confidence || byCodeUnit(clusterOf(one.ledger), cluster) || one.at - other.at;
}
