/** How an analyst looks through a corpus: lists, what is around a node, ways between nodes. All as of a view. */
import type { ArtefactSelection } from '../../graph/store/selection.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { Beliefs } from '../belief/read-beliefs.ts';
import { isLicenceRefused, type TrustPolicy } from '../select/trust-policy.ts';
import { BeliefTables } from './belief-tables.ts';
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
import { type ChainRequest, readSupersessionChain, type SupersessionChain } from './supersession-chain.ts';

export interface Explore {
  claims(request: ClaimsRequest): Promise<ListedClaims>;
  artefacts(selection: ArtefactSelection): ListedArtefacts;
  /** Publishers, entities, actors, or who contradicts whom. */
  tallies(request: TalliesRequest): ListedTallies;
  clusterList(request: ClusterListRequest): Promise<ListedClusters>;
  clusters(request: ClustersRequest): Promise<(Cluster | null)[]>;
  /** Ledger entries of all its claims. */
  evidence(request: EvidenceListRequest): Promise<EvidencePage>;
  /** Null where the view does not see the node; as of the next three. */
  neighbourhood(request: NeighbourhoodRequest): Promise<Neighbourhood | null>;
  neighbours(request: NeighboursRequest): Promise<Neighbours | null>;
  path(request: PathRequest): Promise<FoundPath | null>;
  supersessionChain(request: ChainRequest): Promise<SupersessionChain | null>;
}

export function createExplore(reader: GraphReader, beliefs: Beliefs, policy: TrustPolicy): Explore {
  // A list reads every claim once: it must not evict the folds that are cached for readers.
  const listing = new Beliefs(reader, { claims: 1, bytes: 1 });
  const tables = new BeliefTables(reader, (claims, view) => listing.read(claims, view));
  const closedLicences = async (corpus: string) => {
    if (policy.licences.refused.length === 0) return [];
    const { licences } = await reader.counts(corpus);
    return Object.keys(licences).filter((licence) => isLicenceRefused(policy, licence));
  };
  const sources = { reader, tables, closedLicences };
  return {
    claims: (request) => listClaims(sources, request),
    artefacts: (selection) => listArtefacts(reader, selection),
    tallies: (request) => listTallies(reader, closedLicences, request),
    clusterList: (request) => listClusters(sources, request),
    clusters: (request) => readClusters(reader, request),
    evidence: (request) => listEvidence(reader, request),
    neighbourhood: (request) => readNeighbourhood(reader, request),
    neighbours: (request) => readNeighbours(reader, request),
    path: (request) => findPath(reader, request),
    supersessionChain: (request) => readSupersessionChain(reader, beliefs, request),
  };
}
