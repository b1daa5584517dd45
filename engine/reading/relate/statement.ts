/** A sentence as the judge of pairs compares it: words, amounts, and the words of what stands above it. Pure. */
import { findCues } from '../../text/cues.ts';
import { setOf } from '../../text/rows.ts';
import { type Amount, readAmounts } from './amounts.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { isPlain, readWords, type StatedWord } from './words.ts';

/** A sentence of a document with its context. */
export interface Statement {
  readonly text: string;
  /** The document's title; empty where it has none. */
  readonly title: string;
  /** Headings and lead-in above the sentence, outermost first. */
  readonly above: readonly string[];
  /** Cells of the head row above a row of a table; null elsewhere. */
  readonly header: readonly string[] | null;
}

export interface Names {
  readonly own: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
}

export interface ReadStatement {
  readonly text: string;
  readonly words: readonly StatedWord[];
  /** Stems of the content words without numbers, in order. */
  readonly content: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly amounts: readonly Amount[];
  readonly title: ReadonlySet<string>;
  /** Stems of headings, lead-in and header. */
  readonly above: ReadonlySet<string>;
  /** What names a thing: capitals inside a sentence, letters with digits. */
  readonly names: Names;
  /** Names in the title, word by word: capitals in a row. */
  readonly titleNames: readonly (readonly string[])[];
  /** Names of letters with digits in the sentence and above it: "C30", "PX-1499". */
  readonly ids: ReadonlySet<string>;
  /** Stems of the first cell of a table row; null of other sentences. */
  readonly label: ReadonlySet<string> | null;
  /** Speaks of what is at hand: "this bylaw", "we". */
  readonly pointing: boolean;
  readonly planned: boolean;
  /** Reported or hypothetical wording. */
  readonly hedged: boolean;
  /** Wording of a former state: "used to", "until". */
  readonly former: boolean;
  /** Says what was: a past form, and no present one. */
  readonly past: boolean;
}

const POINTING = setOf(vocabulary.pointing);
const PAST = /^(?:was|were|had|\p{L}{2,}ed)$/u;
const PRESENT = /^(?:is|are|has|have)$/;
const MIXED = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}./-]+$/u;
const CELL = /\s\|\s|\s\||\|\s/u;

export function readStatement({ text, title, above, header }: Statement): ReadStatement {
  const words = readWords(text);
  const named = readWords(title);
  const context = [...above, ...(header ?? [])].map((one) => ({ text: one, words: readWords(one) }));
  const ends = header === null ? [] : cellEnds(text);
  const countedIn = (place: number) => {
    const column = ends.findIndex((end) => place < end);
    return column < 1 ? '' : `${header?.[column] ?? ''} ${text.slice(0, ends[0])}`;
  };
  const cues = new Set(findCues(text).map(({ kind }) => kind));
  const content = stemsOf(words);
  const [ids, idsAbove] = [idsIn(text), context.flatMap((one) => idsIn(one.text))];
  return {
    text,
    words,
    content,
    stems: new Set(content),
    amounts: readAmounts(text, words, countedIn),
    title: new Set(stemsOf(named)),
    above: new Set(context.flatMap((one) => stemsOf(one.words))),
    names: {
      own: new Set([...namesIn(words), ...ids]),
      above: new Set([...context.flatMap((one) => namesIn(one.words)), ...idsAbove]),
      title: new Set([...namesIn(named), ...idsIn(title)]),
    },
    titleNames: nameRuns(named),
    ids: new Set([...ids, ...idsAbove]),
    label: header === null ? null : new Set(stemsOf(words.filter(({ start }) => start < (ends[0] ?? 0)))),
    pointing: words.some(({ norm }) => POINTING.has(norm)),
    planned: cues.has('planned'),
    hedged: cues.has('reported') || cues.has('hypothetical'),
    former: cues.has('superseded'),
    past: words.some(({ norm }) => PAST.test(norm)) && !words.some(({ norm }) => PRESENT.test(norm)),
  };
}

/** Where the cells of a row end, the last one at the end of the text. */
function cellEnds(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.search(CELL); at >= 0; ) {
    ends.push(at + 1);
    const next = text.slice(at + 2).search(CELL);
    at = next < 0 ? -1 : at + 2 + next;
  }
  return [...ends, text.length];
}

/** Of the content words without numbers, in order. */
function stemsOf(words: readonly StatedWord[]): string[] {
  return words.filter(isPlain).map(({ stem }) => stem);
}

/** Words with capitals that stand in a row; one alone is no run. */
function nameRuns(words: readonly StatedWord[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    if (word.breaks || !word.capital || !isPlain(word)) runs.push([]);
    if (word.capital && isPlain(word)) runs.at(-1)?.push(word.stem);
  }
  return runs.filter((run) => run.length > 1);
}

function namesIn(words: readonly StatedWord[]): string[] {
  return stemsOf(words.filter(({ name }) => name));
}

function idsIn(text: string): string[] {
  if (!/\p{N}/u.test(text)) return [];
  const mixed = text.split(/[\s,;:()|"“”]+/).filter((word) => MIXED.test(word));
  return mixed.map((word) => word.toLowerCase().replace(/\.$/, ''));
}
