/** What is behind edges of the claim graph: the ledger entries that they rest on, and the places where it is said. */
import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { nextSlice } from '../../../../engine/slices.ts';
import type { ClaimAddr } from '../../../../graph/address.ts';
import type { ClaimOccurrence } from '../../../../graph/claim.ts';
import { clusterOf } from '../../../../graph/cluster.ts';
import type { LedgerEntry } from '../../../../graph/evidence.ts';
import {
  type EdgeKind,
  EVIDENCE_OF,
  type EvidenceEdge,
  type EvidenceEdgeKind,
  type GraphEdge,
  type GraphNodeId,
} from '../../../../graph/store/edges.ts';
import type { View } from '../../../../graph/store/rows.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { isArtefactId } from '../../builder/ids.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { reachesAddress } from '../../session/session.ts';
import { holdsAt } from '../../views/view.ts';
import { artefactStates, occurrencesIn } from '../artefacts/artefact-ref.ts';
import type { ClaimNode } from '../claims/claim-node.ts';
import { ClaimType } from '../claims/claim-ref.ts';

/** An edge of a graph that is seen in a view. */
export interface SeenEdge {
  readonly edge: GraphEdge;
  readonly view: View;
  readonly asOf: string | null;
}

interface EvidenceKey extends EvidenceEdge {
  readonly view: View;
  readonly limit: number;
}

/** The first ledger entries of an edge, by log position; none of one that rests on none. */
export async function evidenceOf(
  { edge: { kind, from, to }, view }: SeenEdge,
  limit: number,
  context: GraphqlContext,
): Promise<readonly LedgerEntry[]> {
  return restsOnEvidence(kind) ? evidence(context).load({ kind, from, to, view, limit }) : [];
}

/** One call per view and limit: edges of one level are all of one view, and asked for alike. */
const evidence = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<EvidenceKey, readonly LedgerEntry[], string>(
      async (keys) => {
        const found = new Map<EvidenceKey, readonly LedgerEntry[]>();
        for (const group of Map.groupBy(keys, cutOf).values()) {
          const [first] = group;
          if (first === undefined) continue;
          const lists = await engine.store.edgeEvidence(group, first.view, first.limit);
          for (const [index, key] of group.entries()) found.set(key, lists[index] ?? []);
        }
        return keys.map((key) => found.get(key) ?? []);
      },
      { ...loaderOptions, cacheKeyFn: (key) => `${cutOf(key)} ${key.kind} ${key.from} ${key.to}` },
    ),
);

function cutOf({ view, limit }: EvidenceKey): string {
  return `${limit} ${view.seq} ${view.until}`;
}

function restsOnEvidence(kind: EdgeKind): kind is EvidenceEdgeKind {
  return kind in EVIDENCE_OF;
}

/** Where what the edge says is said, oldest first; see the description of the field. */
export function placesOf(edge: SeenEdge, context: GraphqlContext): Promise<readonly ClaimOccurrence[]> {
  return places(context).load(edge);
}

/** Edges of one level wait for each other, whatever their kinds take, so that what follows is read together. */
const places = createContextCache(
  (context: GraphqlContext) =>
    new DataLoader<SeenEdge, readonly ClaimOccurrence[]>(
      (edges) => Promise.all(edges.map((edge) => readPlaces(edge, context))),
      loaderOptions,
    ),
);

async function readPlaces(
  { edge: { kind, from, to }, asOf }: SeenEdge,
  context: GraphqlContext,
): Promise<readonly ClaimOccurrence[]> {
  switch (kind) {
    case 'states':
      return statingPlaces(from, to, asOf, context);
    case 'supports':
    case 'disputes':
      return placesSaying(await sayingClusters(kind, to, asOf, context), from, asOf, context);
    case 'supersedes':
      return statedPlaces([from], asOf, context);
    case 'contradicts':
    case 'same_cluster':
      return statedPlaces([from, to], asOf, context);
    case 'mirrors':
      return [];
  }
}

async function claimAt(
  node: GraphNodeId,
  asOf: string | null,
  context: GraphqlContext,
): Promise<ClaimNode | null> {
  // Edges of these kinds have a claim here.
  return ClaimType.getDataloader(context).load(claimKey(node as ClaimAddr, asOf));
}

async function statedPlaces(
  nodes: readonly GraphNodeId[],
  asOf: string | null,
  context: GraphqlContext,
): Promise<ClaimOccurrence[]> {
  const claims = await Promise.all(nodes.map((node) => claimAt(node, asOf, context)));
  const stated = claims.flatMap((claim) => claim?.view.occurrences ?? []);
  return stated.sort((a, b) => a.seq - b.seq);
}

/** Of a claim with more places than are shown of it, those that are not among them are found by the artefact. */
async function statingPlaces(
  artefact: GraphNodeId,
  claim: GraphNodeId,
  asOf: string | null,
  context: GraphqlContext,
): Promise<ClaimOccurrence[]> {
  const shown = (await statedPlaces([claim], asOf, context)).filter((place) => place.artefact === artefact);
  const isBounded = (await claimAt(claim, asOf, context))?.view.isBounded === true;
  if (shown.length > 0 || !isBounded) return shown;
  return (await placesWithin(artefact, asOf, context)).filter((place) => place.claim === claim);
}

/** What says the same as this claim, or what contradicts it. */
async function sayingClusters(
  kind: 'supports' | 'disputes',
  node: GraphNodeId,
  asOf: string | null,
  context: GraphqlContext,
): Promise<ReadonlySet<string>> {
  const claim = await claimAt(node, asOf, context);
  if (claim === null) return new Set();
  return new Set(kind === 'disputes' ? claim.view.rivals.map(clusterOf) : [claim.cluster]);
}

/** Looks at the claims of the artefact: those of a cluster may be any number. */
async function placesSaying(
  clusters: ReadonlySet<string>,
  artefact: GraphNodeId,
  asOf: string | null,
  context: GraphqlContext,
): Promise<ClaimOccurrence[]> {
  if (clusters.size === 0) return [];
  const places = await placesWithin(artefact, asOf, context);
  const found = await Promise.all(places.map(({ claim }) => clusterOfClaim(context).load(claim)));
  return places.filter((_, index) => clusters.has(found[index] ?? ''));
}

/** Claims that are read in one event-loop slice: a document may state any number. */
const MAX_OF_SLICE = 250;

const clusterOfClaim = createContextCache(
  ({ engine }: GraphqlContext) =>
    new DataLoader<ClaimAddr, string | null>(async (claims) => {
      const clusters: (string | null)[] = [];
      for (let start = 0; start < claims.length; start += MAX_OF_SLICE) {
        if (start > 0) await nextSlice();
        const records = await engine.store.records('claims', claims.slice(start, start + MAX_OF_SLICE));
        clusters.push(...records.map((record) => record?.claim_cluster_id ?? null));
      }
      return clusters;
    }, loaderOptions),
);

/** Of a redacted artefact none, as of whatever time. */
async function placesWithin(
  artefact: GraphNodeId,
  asOf: string | null,
  context: GraphqlContext,
): Promise<ClaimOccurrence[]> {
  if (!isArtefactId(artefact)) return [];
  const [state, said] = await Promise.all([
    artefactStates(context).load(artefact),
    occurrencesIn(context).load(artefact),
  ]);
  if (state === null || state.redacted !== undefined) return [];
  return said.filter(
    ({ claim, effective_at }) => holdsAt(asOf, effective_at) && reachesAddress(context.session, claim),
  );
}
