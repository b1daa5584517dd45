/** Clusters of claims that say the same: one by its id, and those of a corpus, listed by their first claims. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import { claimCorpusOf } from '../../graph/address.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { View } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';
import { type FoldView, holdsBy, within } from '../view.ts';
import { type ClaimSources, type ClaimsRequest, type ListedClaims, listClaims } from './list-claims.ts';
import type { ClaimOrder } from './projected-claims.ts';
import type { ItemPage, PageRequest } from './read-page.ts';

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
  /** In which those claims are stated; absent: by now. */
  readonly view?: View;
  /** Whether the caller may see the claim. */
  readonly admits: (claim: ClaimAddr) => boolean;
}

/** Claims whose places are read together. */
const PLACES_AT_ONCE = 2_000;

/** In the order of the ids, null where none of its claims is in sight. Two batch reads, and one more for each 2,000 claims. */
export async function readClusters(
  reader: RangeReader,
  { ids, asOf, view, admits }: ClustersRequest,
): Promise<(Cluster | null)[]> {
  const found = await reader.ranges('claimsOfCluster', { by: ids });
  const members = found.map((claims) => claims.map(({ addr }) => addr).filter(admits));
  const places = await placesOf(reader, members.flat());
  const isSeen = (place: ClaimOccurrence) =>
    holdsBy(place, asOf) && (view === undefined || within(view, place));
  const stated = new Map(members.flat().map((addr, index) => [addr, places[index] ?? []]));
  return members.map((addrs, index) => {
    const seen = addrs.flatMap((addr) => (stated.get(addr) ?? []).filter(isSeen));
    const inSight = new Set(seen.map(({ claim }) => claim));
    const claims = addrs.filter((addr) => inSight.has(addr));
    const [first] = claims;
    if (first === undefined) return null;
    const artefacts = new Set(seen.sort((a, b) => a.seq - b.seq).map(({ artefact }) => artefact));
    return { id: ids[index] ?? '', corpus: claimCorpusOf(first), claims, artefacts: [...artefacts] };
  });
}

async function placesOf(
  reader: RangeReader,
  claims: readonly ClaimAddr[],
): Promise<readonly (readonly ClaimOccurrence[])[]> {
  const found = await reader.ranges('occurrences', { by: claims.slice(0, PLACES_AT_ONCE) });
  for (let start = PLACES_AT_ONCE; start < claims.length; start += PLACES_AT_ONCE) {
    await nextSlice();
    const by = claims.slice(start, start + PLACES_AT_ONCE);
    found.push(...(await reader.ranges('occurrences', { by })));
  }
  return found;
}

/** The filter is what the first claim of each cluster passes; its belief is that of the cluster. */
export interface ClusterListRequest extends Omit<ClaimsRequest, 'firstOfCluster'> {
  /** Only clusters of more than one claim, or only of one; null: either. */
  readonly several: boolean | null;
}

export interface ClusterPage extends ItemPage<string> {
  /** As of a page of claims. */
  readonly view: FoldView;
}

export interface ListedClusters extends Pick<ListedClaims, 'count'> {
  /** Ids of clusters; the order is that of their first claims. */
  page(request: PageRequest<ClaimOrder>): Promise<ClusterPage>;
  isBounded(): Promise<boolean>;
}

/** A list of their first claims. */
export async function listClusters(
  sources: ClaimSources,
  { several, ...request }: ClusterListRequest,
): Promise<ListedClusters> {
  const list = await listClaims(sources, { ...request, firstOfCluster: { several } });
  return {
    page: async (asked) => {
      const { rows, ...page } = await list.page(asked);
      const claims = await sources.reader.records(
        'claims',
        rows.map(({ id }) => id),
      );
      const ids = claims.map((claim) => claim?.claim_cluster_id ?? null);
      return {
        ...page,
        rows: rows.flatMap((row, index) => {
          const id = ids[index] ?? null;
          return id === null ? [] : [{ ...row, id }];
        }),
      };
    },
    count: () => list.count(),
    isBounded: () => list.isBounded('list'),
  };
}
