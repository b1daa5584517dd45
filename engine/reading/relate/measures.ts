/** What the features of a pair are made of: shares, overlaps and names. Pure; symmetric where both sides enter. */
import type { DifferenceKind, Side } from './alignment.ts';
import type { Amount } from './amounts.ts';
import type { Pair } from './pair.ts';
import { isPlain, NEGATIONS } from './words.ts';

const VALUES: readonly DifferenceKind[] = ['number', 'date', 'time'];
/** Kinds of differences that contradict by themselves where the subject is the same. */
export const STRONG: readonly DifferenceKind[] = [...VALUES, 'opposite', 'exclusive', 'denial'];

/** 1 from `most` on. */
export function upTo(count: number, most: number): number {
  return Math.min(count, most) / most;
}

export function most(of: (side: Side) => number, { a, b }: Pair): number {
  return Math.max(of(a), of(b));
}

export function least(of: (side: Side) => number, { a, b }: Pair): number {
  return Math.min(of(a), of(b));
}

/** Share of the content words that the other sentence has, or stands under. */
export function knownShare(side: Side): number {
  return shareOf(side, side.known);
}

/** Share of the content words that the other sentence has. */
export function sharedShare(side: Side): number {
  return shareOf(side, side.met);
}

function shareOf({ read }: Side, has: readonly boolean[]): number {
  const met = read.words.filter((word, at) => has[at] && isPlain(word));
  return met.length / Math.max(1, read.words.filter(isPlain).length);
}

/** Content words that the other has nowhere. */
export function wordsLeft({ read, known }: Side): number {
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
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = common(a, b);
  return shared / Math.max(1, a.size + b.size - shared);
}

/** Both have something, and nothing in common. */
export function areApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && common(a, b) === 0;
}

/** Share of the one's title that the other has anywhere. */
export function titleKnown({ read }: Side, { read: other }: Side): number {
  const has = [...read.title].filter(
    (word) => other.stems.has(word) || other.title.has(word) || other.above.has(word),
  );
  return has.length / Math.max(1, read.title.size);
}

/** Most content words in a row that stand in a row in the other too. */
export function longestPhrase({ a, b }: Pair): number {
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
export function namesShared({ a, b }: Pair): number {
  const allNames = ({ read: { names } }: Side) => names.own.union(names.above).union(names.title);
  return common(allNames(a), allNames(b));
}

/** Names of the sentence that the other has nowhere. */
export function namesLeft({ read }: Side, { read: other }: Side): number {
  return [...read.names.own].filter((name) => !knowsName(other, name)).length;
}

/** "Oxbow Lite" beside "Oxbow": a name in the one's title has a word that the other knows, and one that it does not. */
export function extendsName({ read }: Side, { read: other }: Side): boolean {
  return read.titleNames.some((run) => {
    const known = run.filter((name) => knowsName(other, name)).length;
    return known > 0 && known < run.length;
  });
}

function knowsName({ names, stems, title, above }: Side['read'], name: string): boolean {
  return [names.own, names.above, names.title, stems, title, above].some((words) => words.has(name));
}

/** How alike the first cells of two table rows are; 0 where one is no row. */
export function labelOverlap({ a, b }: Pair): number {
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
  const denials = ({ read }: Side) => read.words.filter(({ norm }) => NEGATIONS.has(norm)).length;
  return denials(a) % 2 !== denials(b) % 2;
}
