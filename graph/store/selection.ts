/**
 * What a listing selects, and its orders and pages, of claims and artefacts.
 *
 * A page begins behind a row, never at a number: a row is named by its order's value and its address, so that rows which
 * are added or taken away elsewhere shift nothing. Texts are compared as `foldText` gives them, the rest as it is.
 */
import type { ClaimAddr } from '../address.ts';
import type { ListedState } from './beliefs.ts';
import { type ArtefactFilter, type ClaimFilter, isAny } from './filters.ts';
import type { View } from './rows.ts';

/** Claims that a place in the view states, and that pass the filter. */
export interface ClaimSelection {
  readonly corpus: string;
  readonly view: View;
  readonly filter: ClaimFilter;
  /** Only addresses that begin with one of these; null: every one. */
  readonly prefixes: readonly string[] | null;
  /**
   * Licences whose texts are withheld. A claim of which every place is under one, or a mirror of one, or redacted, passes
   * no filter of words (`text`, `subject`, `entity`, `attribute`, `dimension`, `number`, `date`) and is in no group of them.
   */
  readonly closedLicences: readonly string[];
  /**
   * Only the first claim of each cluster, of those that a place in the view states and `prefixes` let through; `several`:
   * whether there are more of them, null: either. Absent: every claim.
   */
  readonly firstOfCluster?: { readonly several: boolean | null };
  /** Only these; null: every one. */
  readonly among: readonly ClaimAddr[] | null;
  /** By the projection of beliefs; not together with `among`. Absent: whatever is believed. */
  readonly belief?: BeliefCut;
}

/** Whether claims are selected by nothing but, at most, the number of their sources. */
export function isOfSourcesAlone({
  filter,
  prefixes,
  among,
  firstOfCluster,
  belief,
}: ClaimSelection): boolean {
  const isNarrowed = prefixes !== null || among !== null;
  const isOfParts = firstOfCluster !== undefined || belief !== undefined;
  return !isNarrowed && !isOfParts && isAny({ ...filter, sources: null });
}

/** Which claims are believed what in the view. */
export interface BeliefCut {
  /** Only claims in one of these; null: in any. */
  readonly states: readonly ListedState[] | null;
  /** Every ledger whose belief in the view is not the projection's, with what it is there; each once. */
  readonly moved: readonly MovedBelief[];
  /** Whether the view sees every claim of the corpus that is of no moved ledger, and nothing else is filtered. */
  readonly isWhole: boolean;
}

export interface MovedBelief {
  readonly cluster: string;
  readonly state: ListedState;
  /** In micro; -1 where nothing is in the ledger. */
  readonly confidence: number;
}

/**
 * `confidence` is that of claims selected by `belief`, in micro; claims of one confidence follow each other by cluster, and then
 * by position in the log.
 */
export type ListOrder = 'seq' | 'effective_at' | 'id' | 'confidence';

/** A row's place in an order: its value there (of `id` the id itself), and its address or id. */
export interface ListKey {
  readonly value: string | number;
  readonly id: string;
}

export interface ListPage<By = ListOrder> {
  readonly by: By;
  readonly descending: boolean;
  /** Only rows that this order has after it. Rows of one time follow each other by address, in the same direction. */
  readonly after: ListKey | null;
  /** Only rows that this order has before it. */
  readonly before: ListKey | null;
  readonly limit: number;
  /** Rows that are looked at, at most; absent: `MAX_LOOKED_AT`. */
  readonly lookAt?: number;
}

/**
 * Rows that a page or a count looks at, at most, where no index finds what passes its filter: some .4 s of CPU in the embedded
 * store, a second where the artefacts of each claim are looked at too (docs/benchmarks.md, `lists`).
 */
export const MAX_LOOKED_AT = 128_000;

/** A page of a list. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  /** The last row that was looked at, where that was the most that a page looks at and it is not full: the list goes on behind it. */
  readonly stoppedAt: ListKey | null;
}

/**
 * Groups of claims: by what the claim is, or by what states it; of the latter a claim may be in several. By `belief` where the
 * selection has a cut.
 */
export type ClaimGrouping = 'belief' | 'attribute' | 'dimension' | 'licence' | 'domain' | 'publisher';

/** Artefacts in the view that pass the filter. */
export interface ArtefactSelection {
  readonly corpus: string;
  readonly view: View;
  readonly filter: ArtefactFilter;
}

export type ArtefactGrouping = 'licence' | 'domain' | 'publisher' | 'lang' | 'mediaType';
