/**
 * The projection of beliefs (a role of the store port): what the ledger of each cluster is believed to say at the newest view of
 * its corpus, and the state of each claim. It follows the log (`engine/belief/projection/`), so that its rows say how far.
 *
 * - **Order.** As each kind says.
 * - **Absence.** What is not there has no row.
 * - **Cost.** Every kind reads along an index, as many rows as it gives. A page of `citing` reads all ledgers of its hashes.
 */
import type { AnswerId, ClaimAddr } from '../address.ts';
import type { BeliefState } from '../evidence.ts';
import type { LogReader } from './log.ts';

/** States that claims are listed by; `none`: nothing is in the ledger. The embedded store holds their places here. */
export const LISTED_STATES = ['none', 'settled', 'contested', 'disputed', 'stale', 'superseded'] as const;
export type ListedState = BeliefState | 'none';

/** A row that only the day of its reading is right for, and that every list reads anew. */
export const NEVER_LASTS = -1;

/** The belief of the claims of a cluster, which share one ledger. */
export interface LedgerBelief {
  readonly corpus: string;
  /** Id of the cluster. */
  readonly cluster: string;
  readonly state: ListedState;
  /** In micro; -1 where nothing is in the ledger. */
  readonly confidence: number;
  /** UTC day (from 1970-01-01) at whose end it was folded. */
  readonly day: number;
  /**
   * Last day at whose end the state is the same where nothing is appended or observed; null: it stays; `NEVER_LASTS` where it
   * may change with entries that the log does not connect with this ledger.
   */
  readonly until: number | null;
}

export interface ClaimState {
  readonly addr: ClaimAddr;
  readonly corpus: string;
  readonly cluster: string;
  /** Position in the log. */
  readonly seq: number;
  /** Null: not projected yet. */
  readonly state: ListedState | null;
}

/** How far the projection has followed the log. */
export interface BeliefPosition {
  /** Entries up to here have moved every row that they move; -1 at the beginning. */
  readonly seq: number;
  /** Entries up to here may have moved some. */
  readonly pending: number;
  /** Grows with each step that gives a claim another state. */
  readonly revision: number;
}

/** How far the projection has followed the days of a corpus. */
export interface BeliefDay {
  readonly corpus: string;
  /** The latest day that any row was folded at. */
  readonly day: number;
  /** The day that every confidence is of; -1: rows are of several days. */
  readonly confidentDay: number;
  /** Clusters up to this id have been folded again since the day moved; null: all. */
  readonly passed: string | null;
}

/** How many claims of a corpus are in a state; one that none is in has no row. */
export interface BeliefTally {
  readonly corpus: string;
  readonly state: ListedState;
  readonly claims: number;
}

/**
 * For how long the verdict on an answer lasts. An answer has one from its entry on, but for one as of a day that was over and one
 * that says nothing: no day changes their verdicts.
 */
export interface VerdictDay {
  readonly answer: AnswerId;
  readonly corpus: string;
  /** Last UTC day (from 1970-01-01) at whose end the verdict is the same where nothing is said or observed. Too early, never too late. */
  readonly until: number;
  /** Position of the log that says so. */
  readonly seq: number;
}

/** What a step of the projection writes: all upserts. */
export interface BeliefChanges {
  readonly position: BeliefPosition | null;
  readonly days: readonly BeliefDay[];
  readonly ledgers: readonly LedgerBelief[];
  readonly states: readonly { readonly addr: ClaimAddr; readonly state: ListedState }[];
  readonly tallies: readonly BeliefTally[];
  readonly verdicts: readonly VerdictDay[];
}

export const NO_BELIEF_CHANGES: BeliefChanges = {
  position: null,
  days: [],
  ledgers: [],
  states: [],
  tallies: [],
  verdicts: [],
};

export interface LedgerKey {
  readonly corpus: string;
  readonly cluster: string;
}

interface Kind<Query, Row> {
  readonly query: Query;
  readonly row: Row;
}

export interface BeliefKinds {
  /** One row, none before the projection began. */
  readonly position: Kind<Record<never, never>, BeliefPosition>;
  readonly day: Kind<{ readonly corpus: string }, BeliefDay>;
  readonly tallies: Kind<{ readonly corpus: string }, BeliefTally>;
  /** In no order. */
  readonly ledgers: Kind<{ readonly by: readonly LedgerKey[] }, LedgerBelief>;
  /** Those whose state lasts until before a day, `NEVER_LASTS` first. */
  readonly due: Kind<
    { readonly corpus: string; readonly before: number; readonly from: number; readonly limit: number },
    LedgerBelief
  >;
  /** By id of the cluster, from behind one. */
  readonly after: Kind<
    { readonly corpus: string; readonly after: string; readonly limit: number },
    LedgerBelief
  >;
  /** Claims of a cluster by position in the log, from behind one. */
  readonly members: Kind<LedgerKey & { readonly after: number; readonly limit: number }, ClaimState>;
  /** In no order. */
  readonly claims: Kind<{ readonly by: readonly ClaimAddr[] }, ClaimState>;
  /** Ledgers (by their claims' addresses, in that order) of which evidence names bytes with one of these hashes. */
  readonly citing: Kind<
    { readonly hashes: readonly string[]; readonly after: string; readonly limit: number },
    { readonly claim: ClaimAddr }
  >;
  /** In no order. */
  readonly verdicts: Kind<{ readonly by: readonly AnswerId[] }, VerdictDay>;
  /** Those that last until before a day, by that day and the answer's id, from behind one. */
  readonly dueVerdicts: Kind<
    {
      readonly corpus: string;
      readonly before: number;
      readonly after: Pick<VerdictDay, 'until' | 'answer'> | null;
      readonly limit: number;
    },
    VerdictDay
  >;
}
export type BeliefKind = keyof BeliefKinds;
export type BeliefQuery<K extends BeliefKind> = BeliefKinds[K]['query'];
export type BeliefRow<K extends BeliefKind> = BeliefKinds[K]['row'];

export interface BeliefReader {
  beliefs<K extends BeliefKind>(kind: K, query: BeliefQuery<K>): Promise<BeliefRow<K>[]>;
}

/** A step of the projection: what it reads, and the head of the log that its claims and ledgers are of. */
export interface BeliefTransaction extends BeliefReader, Pick<LogReader, 'head'> {
  save(changes: BeliefChanges): Promise<void>;
}

/** What an adapter has for `beliefs`: a read for each kind. */
export type BeliefReads = {
  readonly [K in BeliefKind]: (query: BeliefQuery<K>) => Promise<BeliefRow<K>[]>;
};

export function beliefReader(reads: BeliefReads): BeliefReader {
  return { beliefs: (kind, query) => reads[kind](query) };
}
