/** Clusters of claims that say the same: one by its id, and those of a corpus, listed by their first claims. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import { claimCorpusOf } from '../../graph/address.ts';
import type { ClaimOccurrence } from '../../graph/claim.ts';
import { NO_LIMIT, type RangeReader } from '../../graph/store/ranges.ts';
import { EVERYTHING, type View } from '../../graph/store/rows.ts';
import { nextSlice } from '../slices.ts';
import { firstPlaces, MAX_PLACES } from '../stated-places.ts';
import type { FoldView } from '../view.ts';
import { type ClaimSources, type ClaimsRequest, type ListedClaims, listClaims } from './list-claims.ts';
import type { ClaimOrder } from './projected-claims.ts';
import type { ItemPage, PageRequest } from './read-page.ts';

export interface Cluster {
  readonly id: string;
  readonly corpus: string;
  /** In the order of the log; at least one. */
  readonly claims: readonly ClaimAddr[];
  /** Artefacts that state any of them, among the first 250 places of each claim; each once, in the order of the log. */
  readonly artefacts: readonly ArtefactId[];
  /** Whether a claim may have places beyond those. */
  readonly isBounded: boolean;
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
const CLAIMS_AT_ONCE = 2_000;

/** In the order of the ids, null where none of its claims is in sight. Two batch reads, and one more for each 2,000 claims. */
export async function readClusters(
  reader: RangeReader,
  { ids, asOf, view, admits }: ClustersRequest,
): Promise<(Cluster | null)[]> {
  const found = await reader.ranges('claimsOfCluster', { by: ids, limit: NO_LIMIT });
  const members = found.map((claims) => claims.map(({ addr }) => addr).filter(admits));
  const places = await placesOf(reader, members.flat(), viewOfBoth(view, asOf));
  const stated = new Map(members.flat().map((addr, index) => [addr, places[index] ?? []]));
  return members.map((addrs, index) => {
    const seen = addrs.flatMap((addr) => stated.get(addr) ?? []);
    const inSight = new Set(seen.map(({ claim }) => claim));
    const claims = addrs.filter((addr) => inSight.has(addr));
    const [first] = claims;
    if (first === undefined) return null;
    const artefacts = new Set(seen.sort((a, b) => a.seq - b.seq).map(({ artefact }) => artefact));
    const isBounded = claims.some((addr) => (stated.get(addr) ?? []).length >= MAX_PLACES);
    const id = ids[index] ?? '';
    return { id, corpus: claimCorpusOf(first), claims, artefacts: [...artefacts], isBounded };
  });
}

/** What is in the view, and had taken effect by then. */
function viewOfBoth(view: View = EVERYTHING, asOf: string | null): View {
  return asOf === null || asOf >= view.until ? view : { ...view, until: asOf };
}

async function placesOf(
  reader: RangeReader,
  claims: readonly ClaimAddr[],
  view: View,
): Promise<readonly (readonly ClaimOccurrence[])[]> {
  const found = await firstPlaces(reader, claims.slice(0, CLAIMS_AT_ONCE), view);
  for (let start = CLAIMS_AT_ONCE; start < claims.length; start += CLAIMS_AT_ONCE) {
    await nextSlice();
    found.push(...(await firstPlaces(reader, claims.slice(start, start + CLAIMS_AT_ONCE), view)));
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
