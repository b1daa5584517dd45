/**
 * Ranges (a role of the store port): parts of ordered lists, one method for every kind of list.
 *
 * A query names lists in `by` and gives one range of each, in the order of `by`. A list that can grow without bound is
 * read from a position (`after`, `before`, both exclusive) and up to a `limit` of rows of each list; a list without these
 * is short by its nature and is read whole.
 *
 * - **Order.** By position in the log, oldest first, or as the kind says; `newestFirst` reverses it, so that a limit takes
 *   the newest.
 * - **Absence.** A list that does not exist is an empty list.
 * - **Cost.** That of the rows it gives: every kind reads along an index. A page of some kinds or states costs as much as
 *   one of all, however many others lie between. Only `answersUsing`, and `answers` by a use, look at every answer that has
 *   the use.
 * - **State.** The lists of a query see one committed state, but for `artefacts`, `evidence`, `answers`, `answersUsing`,
 *   `answersOfCorpus`, `findingsOfTenant`, `findings` and `revocations`, where each list is a read of its own.
 */
import type { AnswerId, ArtefactId, ClaimAddr } from '../address.ts';
import type { AnnotationKind, StoredVoice } from '../annotation.ts';
import type { ArtefactState, Observation } from '../artefact.ts';
import type { ClaimOccurrence, ClaimRecord, ClaimRivalry } from '../claim.ts';
import type { EvidenceKind, LedgerEntry } from '../evidence.ts';
import type { FindingsState } from '../log/entry.ts';
import {
  type AnswerRecord,
  EVERYTHING,
  type FindingRecord,
  type Revocation,
  type StoredAnnotation,
  type View,
} from './rows.ts';

/** A limit for lists that are read whole. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Positions behind one. */
export interface After {
  /** -1 starts at the beginning. */
  readonly after: number;
}

/** Positions strictly between two. */
export interface Stretch extends After {
  /** Null goes to the end. */
  readonly before: number | null;
}

/** The lists of a query. */
interface By<List> {
  readonly by: readonly List[];
}
/** At most so many rows of each list. */
interface Limited<List> extends By<List> {
  readonly limit: number;
}
/** Which rows of each list: its first or its last ones, in the order in which they were counted. */
export interface PageCut {
  readonly limit: number;
  /** False: oldest first. */
  readonly newestFirst: boolean;
}
interface Paged<List> extends By<List>, PageCut {}

export interface AnnotationCut extends PageCut {
  /** Absent: of every kind. */
  readonly kinds?: readonly AnnotationKind[] | undefined;
}
export interface FindingCut extends PageCut {
  /** Of the later verdict; absent: any. */
  readonly states?: readonly FindingsState[] | undefined;
}
/** Lists within one corpus. */
interface InCorpus {
  readonly corpus: string;
}

/** What an answer uses: a claim of its summary, or an artefact of its set. */
export type AnswerUse = { readonly claim: ClaimAddr } | { readonly artefact: ArtefactId };

/** Answers of one tenant. */
export interface AnswerList extends Stretch {
  readonly tenant: string;
  /** Null: whatever they use. */
  readonly uses: AnswerUse | null;
}

/** Answers (of any tenant) that use any of these, each once. */
export interface AnswersUsing extends After {
  readonly claims: readonly ClaimAddr[];
  readonly artefacts: readonly ArtefactId[];
}

/** Verdict changes of some answers, in one list. */
export interface FindingList extends After {
  /** Null: of every tenant. */
  readonly tenant: string | null;
  /** Null: of every answer. */
  readonly answers: readonly AnswerId[] | null;
}

/** Verdict changes of all answers of a tenant. */
export interface TenantFindings extends Stretch {
  readonly tenant: string;
  /** Of the later verdict; null: any. */
  readonly states: readonly FindingsState[] | null;
}

/** Ledger entries of all claims of a corpus. */
export interface EvidenceList extends Stretch, InCorpus {
  readonly kinds: readonly EvidenceKind[];
  /** Roots of writers, each once; null: of every writer. Each costs a page of its own for each kind. */
  readonly actors: readonly string[] | null;
}

export interface LedgerPlace extends After {
  readonly claim: ClaimAddr;
}
export interface TargetPlace extends After {
  /** The target's address, exactly as the annotation has it. */
  readonly target: string;
}
export interface TargetStretch extends Stretch, Pick<TargetPlace, 'target'> {}
export interface FindingStretch extends Stretch {
  readonly answer: AnswerId;
}

interface FindingPages extends By<FindingStretch>, FindingCut {
  readonly tenant: string;
}
interface SlotRanges extends InCorpus, Limited<string> {
  /** Only seq ≤ upTo. */
  readonly upTo: number;
}

/** Places of claims: a sentence may stand on any number of pages. */
interface PlaceRanges extends Paged<ClaimAddr>, After {
  /** Only places in it. */
  readonly view: View;
}

interface RangeOf<Query, Row> {
  readonly query: Query;
  readonly row: Row;
}

/** Each kind with its query and its rows. */
export interface RangeKinds {
  /** All artefacts of a corpus, every version. */
  readonly artefacts: RangeOf<Limited<InCorpus & After>, ArtefactState>;
  /** Every version of each document, by its id, oldest version first. */
  readonly versions: RangeOf<InCorpus & By<string>, ArtefactState>;
  /** Artefacts by url or by hash of their bytes: what an evidence ref may mean. */
  readonly artefactsByRef: RangeOf<InCorpus & By<string>, ArtefactState>;
  /** Every time the bytes of each hash were observed, oldest first. */
  readonly observations: RangeOf<By<string>, Observation>;

  /** The newest canonical claims of each slot, oldest first. */
  readonly claimsOfSlot: RangeOf<SlotRanges, ClaimRecord>;
  /** The earliest claims that say what has the key of a subject, as `foldText` gives it. */
  readonly definitions: RangeOf<SlotRanges, ClaimRecord>;
  /** The first claims of each cluster, by its id. */
  readonly claimsOfCluster: RangeOf<Limited<string>, ClaimRecord>;
  /** Where each claim is stated. */
  readonly occurrences: RangeOf<PlaceRanges, ClaimOccurrence>;
  /** What each artefact states. */
  readonly occurrencesIn: RangeOf<By<ArtefactId>, ClaimOccurrence>;
  /** Contradictions known of each claim, in either direction. */
  readonly rivals: RangeOf<By<ClaimAddr>, ClaimRivalry>;
  /** Claims of which a proposed supersession names this claim as successor, each once, by its first proposal. */
  readonly predecessors: RangeOf<By<ClaimAddr>, ClaimAddr>;

  /** Ledger entries of each claim; `after` and the order are positions of its ledger, which is also (at, event_id). */
  readonly ledger: RangeOf<Limited<LedgerPlace>, LedgerEntry>;
  /** Ledger entries of a corpus, of the kinds and writers that are named. */
  readonly evidence: RangeOf<Paged<EvidenceList>, LedgerEntry>;

  /** Annotations of each target. */
  readonly annotations: RangeOf<By<TargetStretch> & AnnotationCut, StoredAnnotation>;
  /** What annotations say for or against each target. Notes say nothing, and cost nothing. */
  readonly voices: RangeOf<Limited<TargetPlace>, StoredVoice>;

  readonly answers: RangeOf<Paged<AnswerList>, AnswerRecord>;
  readonly answersUsing: RangeOf<Limited<AnswersUsing>, AnswerRecord>;
  /** Answers of a corpus, of any tenant, for a monitor that must look at all. */
  readonly answersOfCorpus: RangeOf<Limited<InCorpus & After>, AnswerRecord>;

  /** Verdict changes of one tenant's answers, a list for each answer. */
  readonly findingsOf: RangeOf<FindingPages, FindingRecord>;
  /** Verdict changes of a tenant, from either end. */
  readonly findingsOfTenant: RangeOf<Paged<TenantFindings>, FindingRecord>;
  /** Verdict changes; the limit is at most 1,000. */
  readonly findings: RangeOf<Limited<FindingList>, FindingRecord>;

  /** Revocations of keys, by position. */
  readonly revocations: RangeOf<Limited<After>, Revocation>;
}
export type RangeKind = keyof RangeKinds;
export type RangeQuery<K extends RangeKind> = RangeKinds[K]['query'];
export type RangeRow<K extends RangeKind> = RangeKinds[K]['row'];

export interface RangeReader {
  ranges<K extends RangeKind>(kind: K, query: RangeQuery<K>): Promise<RangeRow<K>[][]>;
}

/** Every place of the claims, however many there are: for what compares stores whole, not for a request. */
export function allPlaces(by: readonly ClaimAddr[]): RangeQuery<'occurrences'> {
  return { by, after: -1, view: EVERYTHING, limit: NO_LIMIT, newestFirst: false };
}

/** The range of one list. */
export async function readRange<K extends RangeKind>(
  reader: RangeReader,
  kind: K,
  list: RangeQuery<K>['by'][number],
  cut: Omit<RangeQuery<K>, 'by'>,
): Promise<RangeRow<K>[]> {
  // A query is its lists and how they are cut; TypeScript cannot join the two again for a K that it does not know.
  const [rows] = await reader.ranges(kind, { ...cut, by: [list] } as unknown as RangeQuery<K>);
  return rows ?? [];
}

/** What an adapter has for `ranges`: a read for each kind. */
export type RangeReads<K extends RangeKind = RangeKind> = {
  readonly [Kind in K]: (query: RangeQuery<Kind>) => Promise<RangeRow<Kind>[][]>;
};
