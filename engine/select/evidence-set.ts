/** The minimal evidence set: what goes in, what comes out. Pure data. */

/** A claim that the set must support. */
export interface SelectionClaim {
  readonly id: string;
  /** Publishers wanted, at least 1: artefacts of one publisher count once. */
  readonly demand: number;
}

/** An artefact that may enter the set. */
export interface SelectionArtefact {
  readonly id: string;
  /** BLAKE3-256, 64 hex digits: the last tie-break, so that every store and machine chooses alike. */
  readonly hash: string;
  /** The registrable domain; of a mirror that stands for its original, the original's. */
  readonly publisher: string;
  /** 0 to 999: licence, age, weak support (see `artefactPenalty`). */
  readonly penalty: number;
  /** A mirror repeats another artefact and supports nothing by itself, unless that one has gone. */
  readonly independent: boolean;
  /** Score 0 to 1 of the support for each claim. */
  readonly covers: readonly { readonly claim: string; readonly score: number }[];
}

/** What the trust policy says about choosing. */
export interface SelectionPolicy {
  /** Publishers that every claim asks for at least, 1 or more; fewer serve where no more exist. */
  readonly minPublishers: number;
  /** 0 to 999: the penalty of each further artefact of a publisher that is in the set already. */
  readonly repeatedPublisher: number;
  /** 0 to 1: support below this score does not count. */
  readonly minScore: number;
}

export interface SelectionInput {
  readonly claims: readonly SelectionClaim[];
  readonly artefacts: readonly SelectionArtefact[];
  readonly policy: SelectionPolicy;
  /** Search nodes, not time: the same set comes out on a slow machine. */
  readonly nodeBudget: number;
}

export type SelectionDropReason =
  /** It repeats another artefact. */
  | 'not_independent'
  /** It supports no claim well enough. */
  | 'no_cover'
  /** The same publisher has one that covers as much and costs less. */
  | 'dominated'
  /** The set covers everything without it. */
  | 'not_needed';

/** A claim whose demand the artefacts cannot meet; the set meets what is available. */
export interface UncoveredClaim {
  readonly claim: string;
  readonly demand: number;
  /** Publishers that support it at all; 0 where nothing does. */
  readonly available: number;
}

export interface SelectedSet {
  /** Ids of the artefacts, by hash. */
  readonly chosen: readonly string[];
  /** `proved`: no cheaper set exists. `bounded`: none is cheaper than `bound`. */
  readonly optimality: 'proved' | 'bounded';
  /** Number of artefacts × 1,000 plus their penalties. */
  readonly cost: number;
  readonly bound: number;
  readonly nodesExplored: number;
  readonly taken: readonly { readonly id: string; readonly claims: readonly string[] }[];
  readonly dropped: readonly { readonly id: string; readonly reason: SelectionDropReason }[];
  /** By claim id. */
  readonly uncovered: readonly UncoveredClaim[];
}

/**
 * Nodes that prove almost every set of 30 claims and 300 artefacts, a quarter of a second at worst
 * (docs/benchmarks.md).
 */
export const DEFAULT_NODE_BUDGET = 10_000;

/** Artefacts that one often repeated claim may add to the choice of an answer; quoted ones are always included. */
export const MAX_SELECTABLE = 500;
