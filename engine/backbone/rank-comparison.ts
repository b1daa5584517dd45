/**
 * Two things compared: by a sentence that states which is ahead, by one that gives both figures, or by the figures of two
 * sentences. Unknown where a figure is missing; never a choice among more than the two (decisions §9).
 */
import { intervalOf } from '../claims/intervals.ts';
import type { ComparedSide, Comparison, Question } from '../question/question.ts';
import { conceptOf, isSuperlative } from '../question/question-form.ts';
import { stemOf, type Word } from '../question/stems.ts';
import { isPronoun } from '../text/coreference.ts';
import { findCues } from '../text/cues.ts';
import { add, compareDecimals, type Decimal, decimal } from '../text/decimals.ts';
import { answerValues } from './answer-values.ts';
import type { Ranked } from './candidate.ts';
import { findName } from './name-gate.ts';
import { readSentence, type SentenceReading } from './sentence-reading.ts';
import { textOf } from './value.ts';

/** Ranks the sentences that answer one side's question. */
export type RankSide = (question: Question) => readonly Ranked[];

/** What a side comes to, on a scale on which larger is more; `base` names the scale. */
interface Figure {
  readonly size: Decimal;
  readonly base: string;
}

/** A sentence that says which is ahead is as good as any. */
const STATED = 1;
const AHEAD =
  /\b(?:ahead\sof|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|outnumber(?:s|ed|ing)?|overtak(?:es|en|ing)|overtook|outstrip(?:s|ped)?|beat(?:s|en|ing)?)\b/iu;
const DISPLACED = /\b(?:displaced|replaced|overtaken|overtook|succeeded|passed)\b/iu;
/** A size of no certain dimension: the largest telescope has the widest mirror. */
const SIZE: ReadonlySet<string> = new Set(['area']);

/** The one that is ahead first; beside it the sentence of the other's figure, where it is another. Empty: unknown. */
export function rankComparison(
  comparison: Comparison,
  readings: readonly SentenceReading[],
  rankSide: RankSide,
): Ranked[] {
  const newest = readings.toSorted((a, b) => {
    if (a.candidate.effectiveAt !== b.candidate.effectiveAt)
      return a.candidate.effectiveAt < b.candidate.effectiveAt ? 1 : -1;
    return a.candidate.id < b.candidate.id ? -1 : 1;
  });
  for (const reading of newest) {
    const winner = winnerIn(comparison, reading);
    if (winner !== null) return [statedBy(comparison, reading, winner)];
  }
  return byTwoSentences(comparison, rankSide);
}

/** Index of the side that one sentence puts ahead; null where it does not say. */
function winnerIn(comparison: Comparison, reading: SentenceReading): 0 | 1 | null {
  const [one, other] = comparison.sides.map((side) => placeOf(side, reading));
  if (one == null || other == null || one === other || isAhead(reading)) return null;
  const first: 0 | 1 = one < other ? 0 : 1;
  return statedIn(comparison, reading, first) ?? byFiguresIn(comparison, reading, first);
}

/** What is planned or possible says nothing of what is. */
function isAhead({ text }: SentenceReading): boolean {
  return findCues(text).some(({ kind }) => kind === 'planned' || kind === 'hypothetical');
}

/** Where the side is named, or a pronoun at the start stands for it; null where neither. */
function placeOf({ name }: ComparedSide, reading: SentenceReading): number | null {
  const words = reading.words.map((word) => (word.norm === 'than' ? { ...word, norm: 'as' } : word));
  const range = findName(name, words);
  if (range !== null) return reading.words[range.from]?.start ?? null;
  const nearest = reading.before.at(-1) ?? [];
  const pronoun = reading.words.find(({ norm }) => isPronoun(norm));
  return pronoun !== undefined && findName(name, nearest) !== null ? pronoun.start : null;
}

/** "A is taller than B", "A has displaced B as the tallest", "A, well ahead of B": the first named is ahead, or behind. */
function statedIn(
  { quality, wantsMore, sides }: Comparison,
  reading: SentenceReading,
  first: 0 | 1,
): 0 | 1 | null {
  const second: 0 | 1 = first === 0 ? 1 : 0;
  const [from, to] = [first, second].map((at) => placeOf(sides[at] as ComparedSide, reading) ?? 0);
  const between = reading.words.filter(({ start }) => start > (from ?? 0) && start < (to ?? 0));
  const text = reading.text.slice(from, to);
  const than = between.some(({ norm }) => norm === 'than');
  const graded = between.find((word) => /^(?:more|fewer|less)$/.test(word.norm) || /er$/.test(word.norm));
  if (than && graded !== undefined && !/\b(?:not|never|no)\b|n['’]t\b/iu.test(text)) {
    const same = isOf(quality, graded) || between.some((word) => isOf(quality, word));
    if (!same) return null;
    const less = /^(?:fewer|less|smaller|shorter|lower|lighter|younger|newer)$/.test(graded.norm);
    return less === wantsMore ? second : first;
  }
  const grades = (word: Word) => isSuperlative(word) && isOf(quality, word);
  const displaced = DISPLACED.test(text) && reading.words.some(grades);
  const ahead = AHEAD.test(text) && reading.words.some((word) => isOf(quality, word));
  if (!(displaced || ahead)) return null;
  return wantsMore ? first : second;
}

/** Whether the word says what is compared: the quality itself, another degree of it, or the idea it measures. */
function isOf(quality: string, word: Word): boolean {
  const own = stemOf(quality, 'en');
  if (word.keys.includes(own)) return true;
  const stem = word.norm.replace(/(?:est|er)$/, '');
  if (stem.length > 2 && (own.startsWith(stem) || stem === `${own}${own.at(-1)}`)) return true;
  const concept = conceptOf({ ...word, keys: [own] });
  const other = conceptOf(word) ?? conceptOf({ ...word, keys: [stemOf(stem, 'en')] });
  if (concept === null || other === null) return false;
  return (
    concept === other ||
    (SIZE.has(other.name) && concept.dimensions.includes('length') && isSuperlative(word))
  );
}

/** Each side with the figure that stands next to its name. */
function byFiguresIn(comparison: Comparison, reading: SentenceReading, first: 0 | 1): 0 | 1 | null {
  const questions = comparison.sides.flatMap(({ questions: own }) => own);
  const values = questions.flatMap((question) => answerValues(question, reading));
  const starts = [...new Set(values.map(({ start }) => start))].toSorted((a, b) => a - b);
  const places = comparison.sides.map((side) => placeOf(side, reading) ?? 0);
  const names = [...places, ...reading.names.map(({ start }) => start)];
  const inOrder = /\brespectively\b/iu.test(reading.text) && starts.length === 2;
  const ordered = first === 0 ? starts : starts.toReversed();
  const own = inOrder ? ordered : places.map((at) => nearest(at, starts, names));
  const [left, right] = own;
  if (left === undefined || right === undefined || left === right) return null;
  const [one, other] = [figureAt(reading, left), figureAt(reading, right)];
  return one === null || other === null ? null : ahead(comparison, [one, other]);
}

/** The first figure after a name and before the next one, else the last before it and after the name before. */
function nearest(at: number, figures: readonly number[], names: readonly number[]): number | undefined {
  const next = Math.min(...names.filter((name) => name > at));
  const last = Math.max(-1, ...names.filter((name) => name < at));
  const after = figures.find((figure) => figure > at && figure < next);
  return after ?? figures.findLast((figure) => figure < at && figure > last);
}

/** Index of the side that is ahead by its figure; null where they are equal. */
function ahead({ wantsMore, quality }: Comparison, [one, other]: readonly [Figure, Figure]): 0 | 1 | null {
  if (one.base !== other.base) return null;
  const order = compareDecimals(one.size, other.size);
  if (order === 0) return null;
  // The older of two has the earlier date.
  const larger = wantsMore !== (quality === 'old' && one.base === 'date');
  return order > 0 === larger ? 0 : 1;
}

/** A date as the number of its digits, a quantity by the middle of its interval, doubled. */
function figureAt(reading: SentenceReading, start: number): Figure | null {
  const day = reading.dates.find((date) => date.start === start)?.from?.slice(0, 'yyyy-mm-dd'.length);
  if (day !== undefined) return { size: decimal(day.replaceAll('-', '')), base: 'date' };
  const quantity = reading.quantities.find((one) => one.start === start && !one.ordinal);
  if (quantity === undefined) return null;
  const { min, max, base } = intervalOf({ kind: 'quantity', ...quantity });
  const [low, high] = [min ?? max, max ?? min];
  if (low === null || high === null) return null;
  const counted = quantity.dimension === 'count' || quantity.dimension === 'number';
  return { size: add(low, high), base: counted ? 'count' : base };
}

function byTwoSentences(comparison: Comparison, rankSide: RankSide): Ranked[] {
  const [one, other] = comparison.sides.map((side) => measured(side, rankSide));
  if (one == null || other == null) return [];
  const winner = ahead(comparison, [one.figure, other.figure]);
  if (winner === null) return [];
  const [best, rest] = winner === 0 ? [one.ranked, other.ranked] : [other.ranked, one.ranked];
  const polarity = polarityOf(comparison, winner);
  if (best.candidate.id === rest.candidate.id) return [{ ...best, polarity, alternatives: [] }];
  // One key: the two do not deny each other, and neither may take the other's place.
  const key = `compared ${best.value.key} ${rest.value.key}`;
  const both = [best, rest].map((ranked) => ({
    ...ranked,
    polarity,
    value: { ...ranked.value, key },
    alternatives: [],
  }));
  const [lead, beside] = both;
  return lead === undefined || beside === undefined
    ? []
    : [{ ...lead, beside: [beside.candidate.id] }, beside];
}

/** The side's figure, from the first of its questions that has an answer. */
function measured(side: ComparedSide, rankSide: RankSide): { ranked: Ranked; figure: Figure } | null {
  for (const question of side.questions) {
    const ranked = rankSide(question)[0];
    const figure = ranked === undefined ? null : figureAt(readSentence(ranked.candidate), ranked.value.start);
    if (ranked !== undefined && figure !== null) return { ranked, figure };
  }
  return null;
}

function polarityOf({ claimed }: Comparison, winner: 0 | 1): Ranked['polarity'] {
  if (!claimed) return null;
  return winner === 0 ? 'yes' : 'no';
}

/** The answer is the winner's name, or the pronoun that stands for it: then the sentence before belongs to the summary. */
function statedBy(comparison: Comparison, reading: SentenceReading, winner: 0 | 1): Ranked {
  const side = comparison.sides[winner];
  const start = placeOf(side, reading) ?? 0;
  const { end } = reading.words.find((word) => word.start === start) ?? { end: reading.text.length };
  const span = { start, end };
  const leans = comparison.sides.some((one) => findName(one.name, reading.words) === null);
  return {
    candidate: reading.candidate,
    score: STATED,
    value: { ...span, text: textOf(reading, span), key: side.name.surface },
    polarity: polarityOf(comparison, winner),
    reasons: [{ feature: 'compared', factor: STATED }],
    antecedent: leans ? reading.candidate.before.length - 1 : null,
    alternatives: [],
  };
}
