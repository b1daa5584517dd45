/** Clusters of claims that say the same: one by its id, and those of a corpus, listed by their first claims. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import { claimCorpusOf } from '../../graph/address.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import type { ListReader, RowCount } from '../../graph/store/lists.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { ClaimSelection, ListKey } from '../../graph/store/selection.ts';
import { nextSlice } from '../slices.ts';
import { holdsBy } from '../view.ts';
import { once } from './once.ts';
import { type ItemPage, type PageRequest, readPage } from './read-page.ts';

export interface Cluster {
  readonly id: string;
  readonly corpus: string;
  /** In the order of the log; at least one. */
  readonly claims: readonly ClaimAddr[];
  /** Whatever states any of them, each once, in the order of the log. */
  readonly artefacts: readonly ArtefactId[];
}

export interface ClustersRequest {
  readonly ids: readonly string[];
  /** Only claims that an artefact had stated by then; null: the present. */
  readonly asOf: string | null;
  /** Whether the caller may see the claim. */
  readonly admits: (claim: ClaimAddr) => boolean;
}

/** In the order of the ids, null where none of its claims is in sight. Two batch reads. */
export async function readClusters(
  reader: RangeReader,
  { ids, asOf, admits }: ClustersRequest,
): Promise<(Cluster | null)[]> {
  const found = await reader.ranges('claimsOfCluster', { by: ids });
  const members = found.map((claims) => claims.map(({ addr }) => addr).filter(admits));
  const places = await reader.ranges('occurrences', { by: members.flat() });
  const stated = new Map(members.flat().map((addr, index) => [addr, places[index] ?? []]));
  return members.map((addrs, index) => {
    const seen = addrs.flatMap((addr) => (stated.get(addr) ?? []).filter((place) => holdsBy(place, asOf)));
    const inSight = new Set(seen.map(({ claim }) => claim));
    const claims = addrs.filter((addr) => inSight.has(addr));
    const [first] = claims;
    if (first === undefined) return null;
    const artefacts = new Set(seen.sort((a, b) => a.seq - b.seq).map(({ artefact }) => artefact));
    return { id: ids[index] ?? '', corpus: claimCorpusOf(first), claims, artefacts: [...artefacts] };
  });
}

export type ClusterOrder = 'seq' | 'effective_at' | 'id';

/** The filter is what the first claim of each cluster passes. */
export interface ClusterSelection
  extends Omit<ClaimSelection, 'among' | 'belief' | 'closedLicences' | 'firstOfCluster'> {
  /** Only clusters of more than one claim, or only of one; null: either. */
  readonly several: boolean | null;
}

export interface ListedClusters {
  /** Ids of clusters; the order is that of their first claims. */
  page(request: PageRequest<ClusterOrder>): Promise<ItemPage<string>>;
  count(): Promise<RowCount>;
}

export function listClusters(
  reader: ListReader,
  { several, ...base }: ClusterSelection,
  closedLicences: readonly string[],
): ListedClusters {
  const selection: ClaimSelection = { ...base, closedLicences, among: null, firstOfCluster: { several } };
  return {
    page: (request) =>
      readPage<ClaimRecord, string>(
        request,
        (bounds) => reader.list('claims', selection, { ...bounds, by: request.by }),
        (record) => ({ id: record.claim_cluster_id, key: keyOf(record, request.by) }),
      ),
    count: once(async () => {
      await nextSlice();
      return reader.count('claims', selection);
    }),
  };
}

function keyOf({ addr: id, seq, effective_at }: ClaimRecord, by: ClusterOrder): ListKey {
  return { id, value: { seq, effective_at, id }[by] };
}
