/** Words of a claim that the sentence has another word for: opposites, values of which one holds, other names. Pure. */
import { stem } from '../../graph/stemming.ts';
import { areAntonyms } from './antonyms.ts';
import { meaningOf, sharedClass } from './exclusive-values.ts';
import { type Feature, type FeatureName, featureAt } from './feature.ts';
import type { Pairing } from './pairing.ts';
import type { StatedWord } from './read-words.ts';

/** Every pair of words, one of the claim alone and one of the sentence alone, that cannot both be said of one thing. */
export function wordFeatures(pairing: Pairing): Feature[] {
  const { claim, evidence, known, inClaim } = pairing;
  const others = evidence.flatMap((word, at) => (inClaim[at] || !isPlain(word) ? [] : [{ word, at }]));
  return claim.flatMap((word, at) => {
    if (known[at] || !isPlain(word)) return [];
    const found = others.flatMap((other) => {
      const name = difference(pairing, { word, at }, other);
      return name === null ? [] : [featureAt(pairing, name, at, other.at)];
    });
    return found.toSorted((a, b) => b.fit - a.fit).slice(0, 1);
  });
}

/** What is done once, by those who are named. */
const MADE: ReadonlySet<string> = new Set(
  'written directed founded designed composed painted discovered invented built created published sculpted'
    .split(' ')
    .map((word) => stem(word === 'written' ? 'write' : word, 'en')),
);

interface Placed {
  readonly word: StatedWord;
  readonly at: number;
}

/** Neither a number nor "may", which is a month with a capital only. */
function isPlain({ value, norm, capital }: StatedWord): boolean {
  return value === null && norm.length > 1 && (norm !== 'may' || capital);
}

function difference(pairing: Pairing, a: Placed, b: Placed): FeatureName | null {
  if (areAntonyms(a.word.stem, b.word.stem)) return a.word.name || b.word.name ? null : 'opposite_words';
  const shared = sharedClass(a.word.norm, b.word.norm);
  if (shared !== null) {
    // Where the sentence names several of the class, either may be meant.
    const rivals = pairing.evidence.filter(
      (other) =>
        other !== b.word &&
        sharedClass(a.word.norm, other.norm) === shared &&
        meaningOf(other.norm) !== meaningOf(b.word.norm),
    );
    if (pairing.evidence.some((other) => meaningOf(other.norm) === meaningOf(a.word.norm))) return null;
    return rivals.length === 0 ? 'exclusive_values' : null;
  }
  if (!a.word.name || !b.word.name) return null;
  return isMaker(pairing, a.at, b.at) ? 'name_substituted' : null;
}

/** "written by A" against "written by B": a work has the maker it has, but an office may be in many places. */
function isMaker({ claim, evidence }: Pairing, at: number, to: number): boolean {
  const [ours, theirs] = [claim.slice(Math.max(0, at - 2), at), evidence.slice(Math.max(0, to - 2), to)];
  if (ours.length < 2 || ours[1]?.norm !== 'by' || theirs[1]?.norm !== 'by') return false;
  return MADE.has(ours[0]?.stem ?? '') && ours[0]?.stem === theirs[0]?.stem;
}
