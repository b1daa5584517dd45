/** How two places of two sentences agree: equal words, and the words around them. Pure. */
import type { ReadStatement } from './statement.ts';
import { isPlain, type StatedWord } from './words.ts';

/** One side of a pair. */
export interface Side {
  readonly read: ReadStatement;
  /** For each word: whether the other sentence has it. */
  readonly met: readonly boolean[];
  /** For each word: whether the other sentence, its context or its title has it. */
  readonly known: readonly boolean[];
}

export const DIFFERENCE_KINDS = [
  'number',
  'date',
  'time',
  'name',
  'word',
  'opposite',
  'exclusive',
  'denial',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Something that the two say otherwise at the same place, as far as the words around it tell. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Indices of the words that differ. */
  readonly at: number;
  readonly to: number;
  /** Share of the content words around a place that the other has around its own, or above it; of both sides the greater. */
  readonly near: number;
  /** Equal words directly before and after, of three on each side: 0 to 1. */
  readonly fit: number;
  /** Both are measured or counted in the same words: 1; one of them in none: 0.5 or less. */
  readonly unit: number;
}

/** A difference with what stands around its two places. */
export function differenceAt(
  a: Side,
  b: Side,
  { kind, at, to, unit }: Omit<Difference, 'near' | 'fit'>,
): Difference {
  const near = Math.max(nearOf(a, b, at, to), nearOf(b, a, to, at));
  return { kind, at, to, unit, near, fit: (run(a, b, at, to, -1) + run(a, b, at, to, 1)) / (2 * RUN) };
}

const REACH = 6;
const RUN = 3;
const SHARED_LETTERS = 5;
const SHARED_PART = 0.7;

export function sideOf(own: ReadStatement, other: ReadStatement): Side {
  const stems = new Set(other.words.map(({ stem }) => stem));
  const content = other.words.filter(isPlain);
  const has = (word: StatedWord) =>
    stems.has(word.stem) || (isPlain(word) && content.some((one) => isAlike(word, one)));
  const met = own.words.map(has);
  const known = own.words.map(
    ({ stem }, at) => met[at] === true || other.title.has(stem) || other.above.has(stem),
  );
  return { read: own, met, known };
}

/** Whether two words are one, or derived from one: "attack" and "attacker". */
export function isAlike(a: StatedWord, b: StatedWord): boolean {
  if (a.stem === b.stem) return true;
  if (a.value !== null || b.value !== null || a.stem[0] !== b.stem[0]) return false;
  let shared = 0;
  while (shared < a.stem.length && a.stem[shared] === b.stem[shared]) shared++;
  return shared >= SHARED_LETTERS && shared >= SHARED_PART * Math.max(a.stem.length, b.stem.length);
}

function nearOf(own: Side, other: Side, at: number, to: number): number {
  const beside = other.read.words.slice(Math.max(0, to - 2 * REACH), to + 2 * REACH + 1);
  let [all, met] = [0, 0];
  for (let place = Math.max(0, at - REACH); place <= at + REACH; place++) {
    const word = own.read.words[place];
    if (word === undefined || place === at || !isPlain(word)) continue;
    all++;
    if (other.read.title.has(word.stem) || other.read.above.has(word.stem)) met++;
    else if (beside.some((one) => isAlike(word, one))) met++;
  }
  return all === 0 ? 0 : met / all;
}

/** Equal words next to two places on one side, up to three; an end meets an end. */
function run(a: Side, b: Side, at: number, to: number, step: 1 | -1): number {
  for (let same = 0; same < RUN; same++) {
    const [one, other] = [a.read.words[at + step * (same + 1)], b.read.words[to + step * (same + 1)]];
    if (one === undefined && other === undefined) return same === 0 ? 1 : RUN;
    if (one === undefined || other === undefined || !isAlike(one, other)) return same;
  }
  return RUN;
}
