/** How an analyst looks through a corpus: lists, what is around a node, ways between nodes. All as of a view. */
import type { ClaimAddr } from '../../graph/address.ts';
import type { GraphNodeId } from '../../graph/store/edges.ts';
import type { ArtefactSelection } from '../../graph/store/selection.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { Beliefs } from '../belief/read-beliefs.ts';
import { type ClaimView, readClaimViews } from '../claim-view.ts';
import { LicenceFilter } from '../retrieve/licence-filter.ts';
import { isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';
import type { FoldView } from '../view.ts';
import { BeliefTables } from './belief-tables.ts';
import { type ClusterSum, type ClusterSumsRequest, sumClusters } from './cluster-sums.ts';
import {
  type Cluster,
  type ClusterListRequest,
  type ClustersRequest,
  type ListedClusters,
  listClusters,
  readClusters,
} from './clusters.ts';
import { type FoundPath, findPath, type PathRequest } from './find-path.ts';
import { type ListedArtefacts, listArtefacts } from './list-artefacts.ts';
import { type ClaimsRequest, type ListedClaims, listClaims } from './list-claims.ts';
import { type EvidenceListRequest, type EvidencePage, listEvidence } from './list-evidence.ts';
import { type ListedTallies, listTallies, type TalliesRequest } from './list-tallies.ts';
import {
  type Neighbourhood,
  type NeighbourhoodRequest,
  type Neighbours,
  type NeighboursRequest,
  readNeighbourhood,
  readNeighbours,
} from './neighbourhood.ts';
import { sharingLooks } from './shared-looks.ts';
import { type ChainRequest, readSupersessionChain, type SupersessionChain } from './supersession-chain.ts';
import { type Reach, step, type WalkStep } from './walk.ts';

export interface Explore {
  claims(request: ClaimsRequest): Promise<ListedClaims>;
  /**
   * Claims of one corpus as a view sees them, in the order of the addresses, null for an unknown one. For readers that go through
   * all of a list: no fold that is cached for readers is evicted.
   */
  claimsIn(addrs: readonly ClaimAddr[], view: FoldView): Promise<(ClaimView | null)[]>;
  artefacts(selection: ArtefactSelection): ListedArtefacts;
  /** Publishers, entities, actors, or who contradicts whom. */
  tallies(request: TalliesRequest): ListedTallies;
  clusterList(request: ClusterListRequest): Promise<ListedClusters>;
  clusters(request: ClustersRequest): Promise<(Cluster | null)[]>;
  /** For readers that go through all of a list: clusters of any size. */
  clusterSums(request: ClusterSumsRequest): Promise<(ClusterSum | null)[]>;
  /** Ledger entries of all its claims. */
  evidence(request: EvidenceListRequest): Promise<EvidencePage>;
  /** Null where the view does not see the node; as of the next three. */
  neighbourhood(request: NeighbourhoodRequest): Promise<Neighbourhood | null>;
  neighbours(request: NeighboursRequest): Promise<Neighbours | null>;
  /** The first edges of many nodes, of each kind as many as `limit`. */
  edgesOf(
    nodes: readonly GraphNodeId[],
    reach: Reach,
    limit: number,
  ): Promise<ReadonlyMap<GraphNodeId, WalkStep>>;
  path(request: PathRequest): Promise<FoundPath | null>;
  supersessionChain(request: ChainRequest): Promise<SupersessionChain | null>;
}

export function createExplore(store: GraphReader, beliefs: Beliefs, policy: TrustPolicy): Explore {
  const reader = sharingLooks(store);
  // A list reads every claim once: it must not evict the folds that are cached for readers.
  const listing = new Beliefs(reader, { claims: 1, bytes: 1 });
  const readFolds = (claims: readonly ClaimAddr[], view: FoldView) => listing.read(claims, view);
  const tables = new BeliefTables(reader, readFolds);
  const closedLicences = async (corpus: string) => {
    if (policy.licences.refused.length === 0) return [];
    const { licences } = await reader.counts(corpus);
    return Object.keys(licences).filter((licence) => isLicenceRefused(policy, licence));
  };
  const sources = { reader, tables, readFolds, closedLicences };
  const licences = new LicenceFilter(reader, policy);
  return {
    claims: (request) => listClaims(sources, request),
    claimsIn: (addrs, view) => readClaimViews(reader, listing, licences, addrs, view),
    artefacts: (selection) => listArtefacts(reader, selection),
    tallies: (request) => listTallies(reader, closedLicences, request),
    clusterList: (request) => listClusters(sources, request),
    clusters: (request) => readClusters(reader, request),
    clusterSums: (request) => sumClusters(reader, request),
    evidence: (request) => listEvidence(reader, request),
    neighbourhood: (request) => readNeighbourhood(reader, request),
    neighbours: (request) => readNeighbours(reader, request),
    edgesOf: (nodes, reach, limit) => step(reader, nodes, reach, limit),
    path: (request) => findPath(reader, request),
    supersessionChain: (request) => readSupersessionChain(reader, beliefs, request),
  };
}
