/** Words of one sentence alone beside words of the other alone, and words that only one of the two denies. Pure. */
import { setOf } from '../../text/rows.ts';
import { type Difference, type DifferenceKind, differenceAt, isAlike, type Side } from './alignment.ts';
import { areAntonyms, sharedClass } from './antonyms.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isPlain, NEGATIONS, type StatedWord } from './words.ts';

/** Verbs and adjectives that deny what follows them. */
const DENIALS = setOf(vocabulary.denials);
/** Words after a denial that it may concern. */
const DENIED = 4;

/** Words of one sentence alone beside words of the other alone, where the words next to them are the same. */
export function wordDifferences(a: Side, b: Side): Difference[] {
  const others = b.read.words.flatMap((word, to) => (b.met[to] || !isPlain(word) ? [] : [{ word, to }]));
  return a.read.words.flatMap((word, at) => {
    if (a.met[at] || !isPlain(word)) return [];
    return others.flatMap((other): Difference[] => {
      const kind = wordKind(word, other.word);
      if (kind === null) return [];
      const difference = differenceAt(a, b, { kind, at, to: other.to, unit: 1 });
      const isLoose = kind === 'name' || kind === 'word';
      return difference.fit === 0 && isLoose ? [] : [difference];
    });
  });
}

function wordKind(a: StatedWord, b: StatedWord): DifferenceKind | null {
  if (areAntonyms(a.stem, b.stem) && !a.name && !b.name) return 'opposite';
  if (sharedClass(a.norm, b.norm) !== null) return 'exclusive';
  if (a.name && b.name) return 'name';
  return a.name || b.name ? null : 'word';
}

/** A word that one side denies and the other says without a denial. */
export function denials(a: Side, b: Side): Difference[] {
  return [...deniedBy(a, b), ...deniedBy(b, a).map((one) => ({ ...one, at: one.to, to: one.at }))];
}

function deniedBy(own: Side, other: Side): Difference[] {
  return own.read.words.flatMap((word, place): Difference[] => {
    if (!DENIALS.has(word.norm) && !NEGATIONS.has(word.norm)) return [];
    if (/^(?:only|just)$/.test(own.read.words[place + 1]?.norm ?? '')) return [];
    const at = own.read.words.findIndex(
      ({ content }, next) => content && next > place && next <= place + DENIED,
    );
    const denied = own.read.words[at];
    if (denied === undefined) return [];
    const to = other.read.words.findIndex((one) => isAlike(one, denied));
    if (to < 0 || isDenied(other, to)) return [];
    return [differenceAt(own, other, { kind: 'denial', at, to, unit: 1 })];
  });
}

function isDenied({ read }: Side, place: number): boolean {
  return read.words
    .slice(Math.max(0, place - DENIED), place)
    .some(({ norm }) => DENIALS.has(norm) || NEGATIONS.has(norm));
}
