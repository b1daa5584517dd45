/**
 * Lists and counts of what a corpus holds (a role of the store port): filtered, ordered, grouped.
 *
 * - **Order.** As the page requests; of groups the largest first, then by key.
 * - **Absence.** An unknown corpus has empty lists.
 * - **Cost.** A page costs as much as the rows that it skips in its order, of which it looks at `MAX_LOOKED_AT`, or what an index
 *   finds by its filter. Counts and groups look at as many rows, and at `MAX_COUNTED` that match; a store runs them off the serving
 *   thread where it can.
 */
import type { AnswerId, ClaimAddr } from '../address.ts';
import type { AnnotationKind } from '../annotation.ts';
import type { ArtefactState } from '../artefact.ts';
import type { ClaimRecord } from '../claim.ts';
import type { EvidenceKind } from '../evidence.ts';
import type { FindingsState } from '../log/entry.ts';
import type { FindingRecord, StoredAnnotation, View } from './rows.ts';
import type {
  ArtefactGrouping,
  ArtefactSelection,
  ClaimGrouping,
  ClaimSelection,
  Listed,
  ListOrder,
  ListPage,
} from './selection.ts';
import type { NameTally, TallyOrder, TallySelection } from './tallies.ts';

export interface Group {
  readonly key: string;
  readonly count: number;
  /** There may be more in it, of any number: not all rows were looked at. */
  readonly isCut?: true;
}

/** How many rows match. */
export interface RowCount {
  readonly count: number;
  /** False: there may be more, behind the first `MAX_COUNTED` that match or the first rows that were looked at; groups are of these. */
  readonly isExact: boolean;
}

export interface FoundClaims {
  readonly addrs: readonly ClaimAddr[];
  /** Whether more claims may pass, behind those that were looked at. */
  readonly isCut: boolean;
}

/** Most rows of one listing, and most groups: more is the caller's mistake. */
export const MAX_LISTED = 1_000;
/** Matching rows that are counted; of a longer list only whether there is another is looked at. */
export const MAX_COUNTED = 50_000;

/** How much the store holds of a corpus, beliefs aside. */
export interface CorpusCounts {
  /** Every version of every document, withdrawn ones too. */
  readonly artefacts: number;
  readonly documents: number;
  /** Indexed sections, of every version. */
  readonly sections: number;
  readonly claims: number;
  /** Entries of the claims' ledgers. */
  readonly events: number;
  /** The same by kind; a kind that none is of is absent. */
  readonly eventKinds: Readonly<Partial<Record<EvidenceKind, number>>>;
  readonly annotations: number;
  readonly closedStubs: number;
  /** Artefacts (counted as above) per licence. */
  readonly licences: Readonly<Record<string, number>>;
  /** Earliest and latest effective time of an artefact, null without one. */
  readonly oldestEffectiveAt: string | null;
  readonly newestEffectiveAt: string | null;
}

/** Answers per state of their latest verdict change; a state that no answer is in is absent. */
export type FindingsCounts = Readonly<Partial<Record<FindingsState, number>>>;

/** Annotations of a target within a range of the log. */
export interface AnnotationRange {
  /** The target's address, exactly as the annotation has it. */
  readonly target: string;
  /** Only seq > after; -1 starts at the beginning. */
  readonly after: number;
  /** Only seq ≤ upTo. */
  readonly upTo: number;
}

/** What can be listed, with its selection, its groups and its rows. */
export interface ListKinds {
  readonly claims: {
    readonly selection: ClaimSelection;
    readonly grouping: ClaimGrouping;
    readonly order: ListOrder;
    readonly row: ClaimRecord;
  };
  readonly artefacts: {
    readonly selection: ArtefactSelection;
    readonly grouping: ArtefactGrouping;
    readonly order: ListOrder;
    readonly row: ArtefactState;
  };
  /** See `tallies.ts`; an order that the kind of tally does not have throws `RangeError`. */
  readonly tallies: {
    readonly selection: TallySelection;
    readonly grouping: never;
    readonly order: TallyOrder;
    readonly row: NameTally;
  };
  /**
   * Claims of supersession chains in the order in which they came to them: a row for each part of a chain, of as many claims as
   * the page's limit. It is empty where no chain has that name, any more or ever, and behind or before a claim of another
   * chain. It costs as many rows as it may have, and a few more.
   */
  readonly chainMembers: {
    readonly selection: ChainSelection;
    readonly grouping: never;
    readonly order: 'joined';
    readonly row: readonly ClaimAddr[];
  };
  /** Annotations of a corpus, on whatever address. Of some kinds they cost no more than of all. */
  readonly annotations: {
    readonly selection: AnnotationSelection;
    readonly grouping: never;
    readonly order: 'seq';
    readonly row: StoredAnnotation;
  };
}

export interface AnnotationSelection {
  readonly corpus: string;
  /** Null: of every kind. */
  readonly kinds: readonly AnnotationKind[] | null;
  /** Those that it sees by their position: each takes effect when it is written. Null: all of now. */
  readonly view: View | null;
}

/** Claims of a chain strictly between two of them. */
export interface ChainPart {
  /** Its name. */
  readonly chain: ClaimAddr;
  /** Null: from its beginning. */
  readonly after: ClaimAddr | null;
  /** Null: up to its end. */
  readonly before: ClaimAddr | null;
}

export interface ChainSelection {
  /** They say where they begin and end: the page does not. */
  readonly parts: readonly ChainPart[];
  /** Chains are of now. */
  readonly view: null;
}
export type ListKind = keyof ListKinds;
/** Kinds whose rows are counted: how long a chain is, its tally says, and of annotations `counts`. */
export type CountedKind = Exclude<ListKind, 'chainMembers' | 'annotations'>;
/** Kinds of which groups are counted. */
export type GroupedKind = 'claims' | 'artefacts';
export type SelectionOf<K extends ListKind> = ListKinds[K]['selection'];

export interface ListReader {
  list<K extends ListKind>(
    kind: K,
    selection: SelectionOf<K>,
    page: ListPage<ListKinds[K]['order']>,
  ): Promise<Listed<ListKinds[K]['row']>>;
  /** @param lookAt rows that are looked at, at most, the first of the log; absent: `MAX_LOOKED_AT` */
  count<K extends CountedKind>(kind: K, selection: SelectionOf<K>, lookAt?: number): Promise<RowCount>;
  /** As many groups as `MAX_LISTED`. */
  groups<K extends GroupedKind>(
    kind: K,
    selection: SelectionOf<K>,
    by: ListKinds[K]['grouping'],
  ): Promise<Group[]>;
  /** Addresses of claims by `seq`, as many as `limit`, without reading their records. @param lookAt as of `count` */
  claimAddrs(selection: ClaimSelection, limit: number, lookAt?: number): Promise<FoundClaims>;

  /**
   * Counted over indexes when asked, without parsing records or reading blobs: the time grows with the corpus. The counts
   * change with the corpus' knowledge entries only, so that `CorpusRecord.size` tells whether they still hold.
   */
  counts(corpus: string): Promise<CorpusCounts>;
  /**
   * The same of what had taken effect by `until`, and of claims that an artefact had stated by then. Rows are looked at one
   * by one, which takes many times as long, so that claims and events are counted up to `MAX_COUNTED`.
   */
  countsBy(corpus: string, until: string): Promise<CorpusCounts>;
  /** Reads an index and no annotation. */
  countAnnotations(range: AnnotationRange): Promise<number>;
  /** With `before` as the log stood when it held the positions before that one. */
  findingsCounts(tenant: string, before?: number): Promise<FindingsCounts>;
  /** The latest verdict change of every answer of a tenant, by seq; of every tenant where it is null. */
  currentFindings(tenant: string | null, answers: readonly AnswerId[] | null): Promise<FindingRecord[]>;
}

/** What an adapter has for `list` of a kind. */
export interface ListReadsOf<K extends ListKind> {
  list(
    selection: SelectionOf<K>,
    page: ListPage<ListKinds[K]['order']>,
  ): Promise<Listed<ListKinds[K]['row']>>;
}
/** For `count`. */
export interface CountReadsOf<K extends CountedKind> {
  count(selection: SelectionOf<K>, lookAt?: number): Promise<RowCount>;
}
/** And for `groups`. */
export interface GroupReadsOf<K extends GroupedKind> {
  groups(selection: SelectionOf<K>, by: ListKinds[K]['grouping']): Promise<Group[]>;
}

export type ListReads = { readonly [K in ListKind]: ListReadsOf<K> } & {
  readonly [K in CountedKind]: CountReadsOf<K>;
} & {
  readonly [K in GroupedKind]: GroupReadsOf<K>;
};
