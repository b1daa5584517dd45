/**
 * The table of features by which a pair of statements is judged, each 0 to 1 and symmetric in the two. `relate-policy.json`
 * has their weights, which are learned again when the table changes (`npm run train:relate`). Below it: the shares, overlaps and
 * names that they are made of.
 */
import { DIFFERENCE_KINDS, type DifferenceKind, type Side } from './alignment.ts';
import type { Amount } from './amounts.ts';
import type { Pair } from './pair.ts';
import { isPlain, NEGATIONS } from './words.ts';

const VALUES: readonly DifferenceKind[] = ['number', 'date', 'time'];
/** Kinds of differences that contradict by themselves where the subject is the same. */
const STRONG: readonly DifferenceKind[] = [...VALUES, 'opposite', 'exclusive', 'denial'];

export interface PairFeature {
  readonly name: string;
  readonly of: (pair: Pair) => number;
}

/** By name; what is so counts 1. */
type Table = Readonly<Record<string, (pair: Pair) => number | boolean>>;

const WORDS: Table = {
  least_known: (pair) => least(knownShare, pair),
  most_known: (pair) => most(knownShare, pair),
  least_shared: (pair) => least(sharedShare, pair),
  most_shared: (pair) => most(sharedShare, pair),
  shared_count: ({ a, b }) => upTo(common(a.read.stems, b.read.stems), 6),
  shared_one: ({ a, b }) => common(a.read.stems, b.read.stems) < 2,
  topic: ({ a, b }) => (knownShare(a) + knownShare(b)) / 2,
  phrase: (pair) => upTo(longestPhrase(pair), 3),
  few_words: ({ a, b }) => 1 - upTo(Math.min(a.read.stems.size, b.read.stems.size), 6),
  lengths: (pair) => least(lengthOf, pair) / Math.max(1, most(lengthOf, pair)),
};

const CONTEXT: Table = {
  titled: ({ a, b }) => a.read.title.size > 0 && b.read.title.size > 0,
  one_titled: ({ a, b }) => a.read.title.size > 0 !== b.read.title.size > 0,
  title_length: ({ a, b }) => upTo(Math.max(a.read.title.size, b.read.title.size), 10),
  title_shared: ({ a, b }) => overlap(a.read.title, b.read.title),
  title_apart: ({ a, b }) => areApart(a.read.title, b.read.title),
  title_known_most: ({ a, b }) => Math.max(titleKnown(a, b), titleKnown(b, a)),
  title_known_least: ({ a, b }) => Math.min(titleKnown(a, b), titleKnown(b, a)),
  context_shared: ({ a, b }) => overlap(a.read.above, b.read.above),
  same_publisher: ({ samePublisher }) => samePublisher,
  same_publisher_title: ({ a, b, samePublisher }) => samePublisher && overlap(a.read.title, b.read.title),
  names_shared: (pair) => upTo(namesShared(pair), 3),
  names_none: (pair) => !pair.samePublisher && namesShared(pair) === 0,
  names_apart: ({ a, b }) => areApart(a.read.names.own, b.read.names.own),
  names_clash: ({ a, b }) => namesLeft(a, b) > 0 && namesLeft(b, a) > 0,
  title_names_apart: ({ a, b }) => areApart(a.read.names.title, b.read.names.title),
  name_extended: ({ a, b }) => extendsName(a, b) || extendsName(b, a),
  ids_shared: ({ a, b }) => common(a.read.ids, b.read.ids) > 0,
  ids_apart: ({ a, b }) => areApart(a.read.ids, b.read.ids),
  label_shared: labelOverlap,
  label_same: (pair) => labelOverlap(pair) === 1,
  label_differs: (pair) => pair.a.read.label !== null && pair.b.read.label !== null && 1 - labelOverlap(pair),
  one_label: ({ a, b }) => (a.read.label === null) !== (b.read.label === null),
};

const DIFFERENCES: Table = {
  ...Object.fromEntries(DIFFERENCE_KINDS.flatMap((kind) => Object.entries(differenceTable(kind)))),
  number_unit: ({ differences }) => differences.get('number')?.unit ?? 0,
  amounts_agree: ({ agreeing }) => upTo(agreeing, 4),
  amounts_left: ({ disagreeing }) => upTo(Math.max(0, disagreeing - 2), 4),
  figures_agree: ({ agreeing, disagreeing }) => agreeing > 0 && disagreeing === 0,
  strong: isStrong,
  strong_phrase: (pair) => isStrong(pair) && upTo(longestPhrase(pair), 3),
  strong_title: (pair) => isStrong(pair) && Math.max(titleKnown(pair.a, pair.b), titleKnown(pair.b, pair.a)),
  strong_names: (pair) => isStrong(pair) && upTo(namesShared(pair), 2),
  strong_known: (pair) => isStrong(pair) && least(knownShare, pair),
  equal: (pair) => pair.disagreeing === 0 && !isStrong(pair) && least(sharedShare, pair),
  denied: polarityDiffers,
  denied_known: (pair) => polarityDiffers(pair) && most(knownShare, pair) ** 3,
  denied_alone: (pair) => polarityDiffers(pair) && !isStrong(pair),
};

/** Kinds that beside another date are of another time. */
const OTHER = ['number', 'name', 'exclusive'] as const;

/** Signs that the two speak of two things, times or editions, or that one does not assert what it says. */
const SCOPE: Table = {
  planned: ({ a, b }) => a.read.planned !== b.read.planned,
  hedged: ({ a, b }) => a.read.hedged !== b.read.hedged,
  hedged_strong: (pair) => isStrong(pair) && (pair.a.read.hedged || pair.b.read.hedged),
  other_subject: (pair) => isValue(pair) && namesLeft(pair.a, pair.b) > 0 && namesLeft(pair.b, pair.a) > 0,
  subject_left: (pair) => isValue(pair) && namesLeft(pair.a, pair.b) + namesLeft(pair.b, pair.a) > 0,
  first_unknown: ({ a, b }) => firstUnknown(a) || firstUnknown(b),
  first_unknown_strong: (pair) => isStrong(pair) && (firstUnknown(pair.a) || firstUnknown(pair.b)),
  other_edition: editionsDiffer,
  other_time: ({ differences }) => differences.has('date') && OTHER.some((kind) => differences.has(kind)),
  two_differences: ({ differences }) =>
    upTo(Math.max(0, STRONG.filter((kind) => differences.has(kind)).length - 1), 2),
  value_words_left: (pair) => isValue(pair) && upTo(most(wordsLeft, pair), 5),
  value_none_left: (pair) => isValue(pair) && wordsLeft(pair.a) + wordsLeft(pair.b) === 0,
  value_word: (pair) =>
    isValue(pair) && (pair.differences.has('exclusive') || pair.differences.has('opposite')),
  ranks_differ: ranksDiffer,
  value_and_name: (pair) => isValue(pair) && (pair.differences.get('name')?.fit ?? 0),
  value_and_word: (pair) => isValue(pair) && (pair.differences.get('word')?.fit ?? 0),
  more_differences: ({ differences }) =>
    upTo(Math.max(0, [...differences.values()].filter(({ fit }) => fit > 0).length - 1), 2),
  tense_differs: ({ a, b }) => a.read.past !== b.read.past,
  value_tense: (pair) => isValue(pair) && pair.a.read.past !== pair.b.read.past,
  former: ({ a, b }) => a.read.former !== b.read.former,
  pointing: ({ a, b }) => a.read.pointing || b.read.pointing,
  pointing_apart: ({ a, b }) =>
    (a.read.pointing || b.read.pointing) && 1 - overlap(a.read.title, b.read.title),
};

export const FEATURES: readonly PairFeature[] = Object.entries({
  ...WORDS,
  ...CONTEXT,
  ...DIFFERENCES,
  ...SCOPE,
}).map(([name, of]) => ({ name, of: (pair) => Number(of(pair)) }));

function differenceTable(kind: DifferenceKind): Table {
  return {
    [`${kind}_differs`]: ({ differences }) => differences.has(kind),
    [`${kind}_near`]: ({ differences }) => differences.get(kind)?.near ?? 0,
    [`${kind}_fit`]: ({ differences }) => differences.get(kind)?.fit ?? 0,
    [`${kind}_topic`]: (pair) => {
      const { near = 0, unit = 0 } = pair.differences.get(kind) ?? {};
      return near * unit * most(knownShare, pair);
    },
  };
}

function lengthOf({ read }: Pair['a']): number {
  return read.words.length;
}

/** 1 from `most` on. */
function upTo(count: number, most: number): number {
  return Math.min(count, most) / most;
}

function most(of: (side: Side) => number, { a, b }: Pair): number {
  return Math.max(of(a), of(b));
}

function least(of: (side: Side) => number, { a, b }: Pair): number {
  return Math.min(of(a), of(b));
}

/** Share of the content words that the other sentence has, or stands under. */
function knownShare(side: Side): number {
  return shareOf(side, side.known);
}

/** Share of the content words that the other sentence has. */
function sharedShare(side: Side): number {
  return shareOf(side, side.met);
}

function shareOf({ read }: Side, has: readonly boolean[]): number {
  const met = read.words.filter((word, at) => has[at] && isPlain(word));
  return met.length / Math.max(1, read.words.filter(isPlain).length);
}

/** Content words that the other has nowhere. */
function wordsLeft({ read, known }: Side): number {
  return read.words.filter((word, at) => isPlain(word) && !known[at]).length;
}

/** Whether the other has the first content word nowhere: as a rule it is what the sentence is about. */
export function firstUnknown({ read, known }: Side): boolean {
  return known[read.words.findIndex(isPlain)] === false;
}

export function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared++;
  return shared;
}

/** Jaccard; 0 where both are empty. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = common(a, b);
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Both have something, and nothing in common. */
function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && common(a, b) === 0;
}

/** Share of the one's title that the other has anywhere. */
function titleKnown({ read }: Side, { read: other }: Side): number {
  const has = [...read.title].filter(
    (word) => other.stems.has(word) || other.title.has(word) || other.above.has(word),
  );
  return has.length / Math.max(1, read.title.size);
}

/** Most content words in a row that stand in a row in the other too. */
function longestPhrase({ a, b }: Pair): number {
  const [ours, theirs] = [a.read.content, b.read.content];
  let longest = 0;
  let before = new Uint8Array(theirs.length + 1);
  for (const word of ours) {
    const now = new Uint8Array(theirs.length + 1);
    for (const [to, other] of theirs.entries()) {
      if (word !== other) continue;
      const run = (before[to] ?? 0) + 1;
      now[to + 1] = run;
      longest = Math.max(longest, run);
    }
    before = now;
  }
  return longest;
}

/** Names that both have in the sentence, above it or in the title. */
function namesShared({ a, b }: Pair): number {
  const allNames = ({ read: { names } }: Side) => names.own.union(names.above).union(names.title);
  return common(allNames(a), allNames(b));
}

/** Names of the sentence that the other has nowhere. */
export function namesLeft({ read }: Side, { read: other }: Side): number {
  return [...read.names.own].filter((name) => !knowsName(other, name)).length;
}

/** "Oxbow Lite" beside "Oxbow": a name in the one's title has a word that the other knows, and one that it does not. */
function extendsName({ read }: Side, { read: other }: Side): boolean {
  return read.titleNames.some((run) => {
    const known = run.filter((name) => knowsName(other, name)).length;
    return known > 0 && known < run.length;
  });
}

function knowsName({ names, stems, title, above }: Side['read'], name: string): boolean {
  return [names.own, names.above, names.title, stems, title, above].some((words) => words.has(name));
}

/** How alike the first cells of two table rows are; 0 where one is no row. */
function labelOverlap({ a, b }: Pair): number {
  return a.read.label === null || b.read.label === null ? 0 : overlap(a.read.label, b.read.label);
}

export function isStrong({ differences }: Pair): boolean {
  return STRONG.some((kind) => differences.has(kind));
}

export function isValue({ differences }: Pair): boolean {
  return VALUES.some((kind) => differences.has(kind));
}

/** "Vela 2" and "Vela 3": each has numbers in names, and the other has none of them. */
export function editionsDiffer({ a, b }: Pair): boolean {
  return areApart(figures(a, isNamed), figures(b, isNamed));
}

/** Ranks that the other lacks, on both sides: "the first stage" and "the second stage". */
export function ranksDiffer({ a, b }: Pair): boolean {
  return areApart(figures(a, isRank), figures(b, isRank));
}

const isNamed = ({ named }: Amount) => named;
const isRank = ({ kind }: Amount) => kind === 'rank';

function figures({ read }: Side, isMeant: (amount: Amount) => boolean): ReadonlySet<string> {
  return new Set(read.amounts.filter(isMeant).map(({ min }) => String(min)));
}

/** One of the two denies, and the other does not. */
export function polarityDiffers({ a, b }: Pair): boolean {
  return negationsIn(a) % 2 !== negationsIn(b) % 2;
}

export function negationsIn({ read }: Side): number {
  return read.words.filter(({ norm }) => NEGATIONS.has(norm)).length;
}
