/**
 * Edges of the claim graph (a role of the store port), for walks over it, and what rests on a node.
 *
 * An edge is there once for its kind and its two ends, however many places or ledger entries it rests on. It runs from the
 * node that states or acts to the node that this is about; where neither does, from the lower address.
 *
 * - **Order.** As each method says; ledger entries by log position.
 * - **Absence.** A node that is not there has no edges: an empty list, a total of 0.
 * - **Cost.** That of the edges at the nodes asked for, since each `total` counts them all; never that of the corpus.
 */
import type { ArtefactId, ClaimAddr } from '../address.ts';
import type { EvidenceKind, LedgerEntry } from '../evidence.ts';
import type { AnswerRecord, Counted, View } from './rows.ts';

/**
 * `states`: artefact → claim. `supports`, `disputes`: artefact → claim, through ledger entries whose evidence names it.
 * `supersedes`: successor → claim, proposed; accepted is for a fold to say. `contradicts`: two claims, by their forms or as
 * a judge holds. `same_cluster`: two claims that say the same. `mirrors`: artefact → the one whose text it repeats.
 */
export const EDGE_KINDS = [
  'states',
  'supports',
  'disputes',
  'supersedes',
  'contradicts',
  'same_cluster',
  'mirrors',
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

export type GraphNodeId = ClaimAddr | ArtefactId;

export interface GraphEdge {
  readonly kind: EdgeKind;
  readonly from: GraphNodeId;
  readonly to: GraphNodeId;
  /** Log position of the first thing that it rests on; of `same_cluster` that of the later claim. */
  readonly seq: number;
  /** Places or ledger entries that it rests on. */
  readonly weight: number;
}

/** The place of an edge of a node among those of its kind: two claims may each be the other's successor. */
export interface EdgePlace {
  /** The end that is not the node. */
  readonly other: GraphNodeId;
  readonly from: GraphNodeId;
}

export interface EdgeQuery {
  readonly kinds: readonly EdgeKind[];
  readonly of: readonly GraphNodeId[];
  readonly view: View;
  /** Only claims (at the other end) whose address begins with one of these; null: every one. */
  readonly prefixes: readonly string[] | null;
  /** Only edges that the order of their kind has behind this place; null: all. */
  readonly after: EdgePlace | null;
  /** Edges of each node and kind. */
  readonly limit: number;
}

/** An edge that rests on ledger entries. */
export interface EvidenceEdge {
  readonly kind: EvidenceEdgeKind;
  readonly from: GraphNodeId;
  readonly to: GraphNodeId;
}

/** Kinds of edges that rest on ledger entries, with the kind of these. */
export const EVIDENCE_OF = {
  supports: 'corroborate',
  disputes: 'dispute',
  supersedes: 'supersede-propose',
} as const satisfies Partial<Record<EdgeKind, EvidenceKind>>;
export type EvidenceEdgeKind = keyof typeof EVIDENCE_OF;

/** `claim`: whose ledger has the entry; `successor`: the claim that it proposes instead. */
export type ProposalEnd = 'claim' | 'successor';

export interface EdgeReader {
  /**
   * For each kind, its edges at each node, whichever end it is, by their other end, then `from`; of all kinds in one read where a
   * server is asked. The other end is in the view: a claim where a place of the view states it, an artefact where it is itself.
   * `total` is how many there are after `after`.
   */
  edges(query: EdgeQuery): Promise<Counted<GraphEdge>[][]>;
  /** Ledger entries in the view that each edge rests on, by log position, at most `limit` of each. */
  edgeEvidence(edges: readonly EvidenceEdge[], view: View, limit: number): Promise<LedgerEntry[][]>;
  /**
   * Ledger entries in the view that propose a successor, with each claim as this end of the proposal, by log position. A store that is
   * far away may add those of some claims that these lead to, so that a walk from claim to claim asks it seldom.
   */
  proposals(
    end: ProposalEnd,
    claims: readonly ClaimAddr[],
    view: View,
    limit: number,
  ): Promise<ReadonlyMap<ClaimAddr, Counted<LedgerEntry>>>;
  /** Ledger entries (of any claim) whose evidence names the artefact, by log position. */
  eventsCiting(artefact: ArtefactId, limit: number): Promise<Counted<LedgerEntry>>;
  /** Answers of one tenant whose evidence set holds the artefact, newest first; with `before` those at earlier positions. */
  answersRestingOn(
    artefact: ArtefactId,
    tenant: string,
    limit: number,
    before?: number,
  ): Promise<Counted<AnswerRecord>>;
}
