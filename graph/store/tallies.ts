/**
 * Tallies (of the lists' role of the store port): who and what a corpus names, with how often. Publishers, entities, actors, and
 * pairs of publishers of which one contradicts the other, and chains of claims that were proposed as each other's successors.
 *
 * Each entry of the log adds to a few tallies (`graph/tally-entries.ts`), so that a list in the order of a count goes along an
 * index and looks at no claim. A tally only grows, but for chains, which are joined: what is withdrawn or redacted later was said all the same.
 */
import type { Between, Joined } from './filters.ts';
import type { View } from './rows.ts';

/** The counts of each kind, in the order in which stores hold them; the first `ORDERED_COUNTS` of each order lists. */
export const TALLY_COUNTS = {
  /**
   * Of the artefacts of a registrable domain. `statements`: how often one states a claim. `contradicted`, `contradicts`: how often
   * an artefact of another publisher states what contradicts a claim that this one stated first, and the other way round.
   * `disputed`: entries of ledgers against a claim that it stated first.
   */
  publisher: ['artefacts', 'statements', 'contradicted', 'contradicts', 'disputed'],
  /** Claims about it, or whose value names it; entries of their ledgers. */
  entity: ['claims', 'corroborations', 'disputes'],
  /** Entries of ledgers by the root of their writer. */
  actor: ['events', 'corroborations', 'disputes', 'proposals'],
  /** What a publisher states, or is named for as evidence, against claims that another one stated first. */
  opposition: ['contradictions', 'disputes'],
  /**
   * Of claims that proposals of supersession connect (`graph/chains.ts`): how many they are, and the log position of the newest
   * proposal. Chains that a proposal joins are one from then on, so that `length` of one may come from another.
   */
  chain: ['length', 'newest'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type TallyKind = keyof typeof TALLY_COUNTS;
export type TallyCount<K extends TallyKind = TallyKind> = (typeof TALLY_COUNTS)[K][number];

/** How many of its counts a list of a kind can be ordered by. */
export const ORDERED_COUNTS = 3;

export interface TallyName {
  readonly kind: TallyKind;
  readonly corpus: string;
  /** A registrable domain; the folded key of an entity; an actor's root; of a pair `oppositionKey`; the address of a claim of a chain. */
  readonly key: string;
}

export interface NameTally extends TallyName {
  /** Log position of the entry that named it first. */
  readonly seq: number;
  /** Earliest effective time of an entry that names it. */
  readonly since: string;
  /** Every count of its kind. */
  readonly counts: Readonly<Partial<Record<TallyCount, number>>>;
}

/** What some entries add: `seq` and `since` of the first of them; only counts that they add to. */
export type TallyChange = NameTally;

/** A space stands in no domain. */
export function oppositionKey(contradicting: string, contradicted: string): string {
  return `${contradicting} ${contradicted}`;
}

/** The two of an opposition's key. */
export function opponentsOf(key: string): { readonly contradicting: string; readonly contradicted: string } {
  const [contradicting = '', contradicted = ''] = key.split(' ');
  return { contradicting, contradicted };
}

/** `seq`: by the first entry that names it. Tallies that are equal in an order are ordered by key, in the same direction. */
export type TallyOrder = 'key' | 'seq' | TallyCount;

/** A filter of tallies. */
export interface TallyFilter extends Joined<TallyFilter> {
  /** Part of the key, as keys are held. */
  readonly text: string | null;
  readonly key: readonly string[] | null;
  /** Of oppositions, their two domains; what is none has neither. */
  readonly contradicting: readonly string[] | null;
  readonly contradicted: readonly string[] | null;
  readonly since: Between<string> | null;
  readonly seq: Between<number> | null;
  /** Of all entries, whatever the view sees. A count that the kind does not have throws `RangeError`. */
  readonly counts: Readonly<Partial<Record<TallyCount, Between<number>>>> | null;
}

export const ANY_TALLY: TallyFilter = {
  text: null,
  key: null,
  contradicting: null,
  contradicted: null,
  since: null,
  seq: null,
  counts: null,
  and: [],
  or: [],
  not: null,
};

/** Fields of tallies that an index finds by their values, the most selective first. */
export const SOUGHT_TALLIES = ['key', 'contradicting', 'contradicted'] as const;

/** Tallies that the view's entries name, and that pass the filter; their counts are of all entries, whatever the view sees. */
export interface TallySelection {
  readonly kind: TallyKind;
  readonly corpus: string;
  readonly view: View;
  /** Licences whose texts are withheld: an entity that only hidden claims name is not there (see `ClaimSelection`). */
  readonly closedLicences: readonly string[];
  /** Only these keys; null: every one. */
  readonly among: readonly string[] | null;
  readonly filter: TallyFilter;
}

/** Where a store holds a count: its place among those of its kind. @throws {RangeError} for a count of another kind */
export function placeOfCount(kind: TallyKind, count: string): number {
  const place = (TALLY_COUNTS[kind] as readonly string[]).indexOf(count);
  if (place < 0) throw new RangeError(`a tally of ${kind} has no count ${count}`);
  return place;
}

/** The same of an order. @throws {RangeError} also for a count that no list is ordered by */
export function placeOfOrder(kind: TallyKind, count: string): number {
  const place = placeOfCount(kind, count);
  if (place < ORDERED_COUNTS) return place;
  throw new RangeError(`no list of ${kind} is ordered by ${count}`);
}

/** The counts at their places. */
export function countsAt(kind: TallyKind, numbers: readonly number[]): NameTally['counts'] {
  const counts: Partial<Record<TallyCount, number>> = {};
  for (const [place, name] of TALLY_COUNTS[kind].entries()) counts[name] = numbers[place] ?? 0;
  return counts;
}
