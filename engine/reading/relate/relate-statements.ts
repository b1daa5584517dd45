/**
 * Whether two sentences of different documents contradict each other, and how: one scored judge for ingest and answers.
 * The features of the pair are weighed by a logistic policy that was learned from rated pairs; below its threshold the two
 * are unrelated, say the same, or speak of different things, times or places: nothing is flagged then. Pure.
 */
import type { Span } from '../../../graph/claim.ts';
import { memoizeBy } from '../../memoize.ts';
import { isEnglish } from '../../text/tokens.ts';
import type { BlockKind } from '../document/layout.ts';
import { probabilityOf } from '../logistic.ts';
import { type DifferenceKind, isAlike, type Side } from './alignment.ts';
import { STATING } from './document-statements.ts';
import {
  common,
  editionsDiffer,
  FEATURES,
  firstUnknown,
  isStrong,
  isValue,
  namesLeft,
  polarityDiffers,
  ranksDiffer,
} from './features.ts';
import { type Pair, pairOf } from './pair.ts';
import { RELATE_POLICY } from './relate-policy.ts';
import { type ReadStatement, readStatement, type Statement } from './statement.ts';
import { isPlain } from './words.ts';

/**
 * - `superseded`: the later one replaces what the earlier one states.
 * - `disputed`: both are of the same time, by different publishers.
 */
export type Relation = 'superseded' | 'disputed';

/** Who states something, and when. */
export interface Source {
  readonly publisher: string;
  /** RFC 3339 or a day. */
  readonly observedAt: string;
}

/** What is known of two sources beside their sentences. */
export interface SourcePair {
  readonly samePublisher: boolean;
  /** Whole days between the two, at least 0. */
  readonly days: number;
}

/** What the two say otherwise, with the words of each. */
export interface StatedDifference {
  readonly kind: DifferenceKind;
  /** How much of what stands around the words is the same: 0 to 1. */
  readonly near: number;
  readonly words: Span;
  readonly otherWords: Span;
}

export interface RelatedStatements {
  /** Null where nothing is flagged. */
  readonly relation: Relation | null;
  /** That the two contradict each other: 0 to 1; 0 where they cannot. */
  readonly probability: number;
  /** What they say otherwise, best placed first; empty where nothing is flagged. */
  readonly differences: readonly StatedDifference[];
}

const NOT_RELATED: RelatedStatements = { relation: null, probability: 0, differences: [] };
/** Statements of two publishers that are further apart are of two times: the later one is news, not a dispute. */
export const SAME_TIME_DAYS = 120;
const DAY_MS = 86_400_000;

export function sourcePair(a: Source, b: Source): SourcePair {
  const [one, other] = [a, b].map(({ observedAt }) => Date.parse(observedAt.slice(0, 'yyyy-mm-dd'.length)));
  return { samePublisher: a.publisher === b.publisher, days: Math.abs((one ?? 0) - (other ?? 0)) / DAY_MS };
}

/** Whether the judge reads such a sentence: English, in a block that states something. */
export function isJudged({ lang, kind }: { readonly lang: string; readonly kind: BlockKind }): boolean {
  return isEnglish(lang) && STATING.has(kind);
}

/** Judges a pair; symmetric. The texts may be anything, and it never throws. */
export function relateStatements(a: Statement, b: Statement, sources: SourcePair): RelatedStatements {
  return relateRead(readingOf(a), readingOf(b), sources);
}

/** Of statements that were read lately: one is held against several in a row, and for several questions. */
export const readingOf = memoizeBy((one: Statement) => JSON.stringify(one), readStatement, 1_024);

/** The same of statements that have been read: for one that is held against several. */
export function relateRead(a: ReadStatement, b: ReadStatement, sources: SourcePair): RelatedStatements {
  const relation = relationOf(sources);
  // Most pairs that meet share no word of substance, or one of them asserts nothing: those cost no alignment.
  if (relation === null || common(a.stems, b.stems) === 0 || a.hedged || b.hedged || a.planned !== b.planned)
    return NOT_RELATED;
  const pair = pairOf(a, b, sources.samePublisher);
  const bare = a.title.size === 0 || b.title.size === 0;
  if (!mayContradict(pair, bare)) return NOT_RELATED;
  const probability = probabilityOf(bare ? RELATE_POLICY.bare : RELATE_POLICY.titled, FEATURES, pair);
  if (probability < thresholdOf(pair, relation)) return { ...NOT_RELATED, probability };
  return { relation, probability, differences: differencesOf(pair) };
}

/**
 * What no contradiction is, however alike the words (docs/spec/decisions.md#9-traps): what somebody claims, would do or
 * plans, what
 * is true of another version, rank or subject. With titles other words alone are other matters.
 */
function mayContradict(pair: Pair, bare: boolean): boolean {
  const { a, b, differences } = pair;
  if (saySame(pair)) return false;
  if (editionsDiffer(pair) || (ranksDiffer(pair) && (differences.size > 1 || pair.disagreeing > 2)))
    return false;
  // Figures of two years, or of what was and what is, are two figures.
  if (differences.has('number') && (differences.has('date') || a.read.past !== b.read.past)) return false;
  // "Swiss" and "Danish" are names too: what differs is not what tells the subjects apart.
  const own = differences.has('exclusive') || differences.has('name') ? 1 : 0;
  if (!bare && isStrong(pair) && namesLeft(a, b) > own && namesLeft(b, a) > own) return false;
  if (!bare && isValue(pair) && beginWithOthers(a, b)) return false;
  // "It is not a Danish series" and "it is a French one" agree.
  if (polarityDiffers(pair) && (isValue(pair) || differences.has('exclusive'))) return false;
  return isStrong(pair) || polarityDiffers(pair) || (bare && differences.size > 0);
}

/** "Jupiter has 95 moons, so that Saturn …" and "Saturn has 274 moons": each begins with a name of its own. */
function beginWithOthers(a: Side, b: Side): boolean {
  const [one, other] = [a, b].map(({ read }) => read.words.find(isPlain));
  if (one?.capital !== true || other?.capital !== true || isAlike(one, other)) return false;
  const named = [a, b].flatMap(({ read: { names } }) => [...names.own, ...names.above, ...names.title]);
  return (named.includes(one.stem) || named.includes(other.stem)) && (firstUnknown(a) || firstUnknown(b));
}

/** Word by word, whatever the case and the marks. */
function saySame({ a, b }: Pair): boolean {
  const [ours, theirs] = [a.read.words, b.read.words];
  return ours.length === theirs.length && ours.every(({ norm }, at) => norm === theirs[at]?.norm);
}

function differencesOf({ a, b, differences }: Pair): StatedDifference[] {
  const found = [...differences.values()].toSorted((one, other) => other.near - one.near);
  return found.map(({ kind, near, at, to }) => {
    return { kind, near, words: spanOf(a.read.words[at]), otherWords: spanOf(b.read.words[to]) };
  });
}

function spanOf(word: Span | undefined): Span {
  return { start: word?.start ?? 0, end: word?.end ?? 0 };
}

/** What a contradiction of such sources is; of one publisher on one day there is none to tell which holds. */
export function relationOf({ samePublisher, days }: SourcePair): Relation | null {
  if (samePublisher) return days > 0 ? 'superseded' : null;
  return days > SAME_TIME_DAYS ? 'superseded' : 'disputed';
}

function thresholdOf({ a, b }: Pair, relation: Relation): number {
  const titled = [a, b].filter(({ read }) => read.title.size > 0).length;
  const { thresholds } = RELATE_POLICY;
  if (titled === 2) return thresholds[relation];
  return titled === 1 ? thresholds.oneTitled : thresholds.untitled;
}
