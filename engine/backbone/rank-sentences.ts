/**
 * The sentence backbone (decisions §9): which of the retrieved sentences answers, by rule and with reasons.
 * Pure and deterministic: the same question and candidates, in any order, give the same ranking.
 */
import type { Question } from '../question/question.ts';
import { readWords, type Word } from '../question/stems.ts';
import type { Alternative, CandidateSentence, Ranked } from './candidate.ts';
import { type DocumentFrequency, weighTerms } from './coverage.ts';
import { withFullNames } from './full-names.ts';
import { mayHoldNames } from './name-gate.ts';
import type { DocumentOf } from './polarity.ts';
import { rankComparison } from './rank-comparison.ts';
import { dayOf, RECENCY_WINDOW, recencyWindow } from './recency.ts';
import { scoreSentence } from './score-sentence.ts';
import { readSentence } from './sentence-reading.ts';
import { rivalsShown } from './trim.ts';
import { withNewer, withOthersLowered } from './with-newer.ts';

/** Most candidates that are ranked; retrieval offers its best first. */
const MAX_CANDIDATES = 4_000;
/** Most sentences that are returned. */
export const MAX_RANKED = 64;

/** A sentence that asks states nothing, in any form of question. */
const ASKS = /[?？]['"’”»)\]*_\s]*$/u;

/** What ranking may know beyond the candidates. */
export interface RankOptions {
  readonly documentFrequency?: DocumentFrequency;
}

/**
 * Ranks the sentences that support an answer, the chosen one first; empty when none does.
 * Order: the newest effective time within {@link RECENCY_WINDOW} of the best, then score, retrieval and id.
 */
export function rankSentences(
  asked: Question,
  candidates: readonly CandidateSentence[],
  options: RankOptions = {},
): Ranked[] {
  const read = remembering();
  const readings = candidates
    .slice(0, MAX_CANDIDATES)
    .filter((candidate) => !ASKS.test(candidate.text) && mayHoldNames(asked, candidate))
    .map((candidate) => readSentence(candidate, read));
  const question = withFullNames(asked, readings);
  if (question.comparison !== null) {
    return rankComparison(question.comparison, readings, (side) => rankSentences(side, candidates, options));
  }
  const documents = Map.groupBy(readings, ({ candidate }) => candidate.artefact);
  const documentOf: DocumentOf = ({ candidate }) =>
    (documents.get(candidate.artefact) ?? []).flatMap(({ words }) => words);
  const terms = weighTerms(question, readings, options.documentFrequency);
  const scored = readings.flatMap((reading) => scoreSentence(question, terms, reading, documentOf) ?? []);
  const newest = withNewer(
    question,
    order(question, withOthersLowered(question, scored, readings)),
    readings,
    (reading, older) => scoreSentence(question, terms, reading, documentOf, older),
  );
  const ordered = plainestFirst(question, order(question, newest)).slice(0, MAX_RANKED);
  return ordered.map((one) => ({ ...one, alternatives: alternativesOf(one, ordered) }));
}

/** A sentence is read once, although it is the context of those after it. */
function remembering(): typeof readWords {
  const known = new Map<string, Word[]>();
  return (sentence, lang) => {
    const key = `${lang}\n${sentence}`;
    const words = known.get(key) ?? readWords(sentence, lang);
    known.set(key, words);
    return words;
  };
}

function order(question: Question, scored: readonly Ranked[]): Ranked[] {
  const best = Math.max(0, ...scored.map((one) => one.score));
  const window = best * recencyWindow(question);
  const voices = new Map(scored.map((one) => [one, voicesFor(one, scored, window)]));
  return scored.toSorted((a, b) => compare(a, b, window, voices));
}

/** Of the newest sentences that state one value, the one that shows the fewest others leads. */
function plainestFirst(question: Question, ordered: readonly Ranked[]): Ranked[] {
  const [first] = ordered;
  if (first === undefined || question.form !== 'entity') return [...ordered];
  const window = Math.max(...ordered.map(({ score }) => score)) * RECENCY_WINDOW;
  const other = ordered.findIndex((one) => one.score < window || !namesSame(one, first));
  const same = ordered.slice(0, other < 0 ? ordered.length : other);
  const counts = same.map((one) => rivalsShown(question, one));
  const plainest = same[counts.indexOf(Math.min(...counts))] ?? first;
  return [plainest, ...ordered.filter((one) => one !== plainest)];
}

/** "Okonjo" and "Samuel Okonjo". */
function namesSame(a: Ranked, b: Ranked): boolean {
  const [short, long] = [a.value.key, b.value.key].toSorted((x, y) => x.length - y.length);
  return ` ${long} `.endsWith(` ${short} `);
}

function compare(a: Ranked, b: Ranked, window: number, voices: ReadonlyMap<Ranked, number>): number {
  const within = Number(b.score >= window) - Number(a.score >= window);
  if (within !== 0) return within;
  const newest = byText(dayOf(b), dayOf(a));
  if (a.score >= window) {
    const first = newest || (voices.get(b) ?? 0) - (voices.get(a) ?? 0);
    if (first !== 0) return first;
  }
  const score = b.score - a.score || b.candidate.retrieval - a.candidate.retrieval;
  return score || newest || byText(a.candidate.id, b.candidate.id);
}

/** How many publishers state the same value: what decides between rivals of one day. */
function voicesFor(ranked: Ranked, all: readonly Ranked[], window: number): number {
  const agreeing = all.filter((other) => other.score >= window && !differs(ranked, other));
  return new Set(agreeing.map((other) => other.candidate.publisher)).size;
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function alternativesOf(chosen: Ranked, all: readonly Ranked[]): Alternative[] {
  return all
    .filter((other) => other !== chosen && differs(chosen, other))
    .map((other) => ({
      id: other.candidate.id,
      standing: dayOf(other) < dayOf(chosen) ? 'older' : 'rival',
    }));
}

function differs(a: Ranked, b: Ranked): boolean {
  if (a.polarity !== null || b.polarity !== null) return a.polarity !== b.polarity;
  return a.value.key !== b.value.key;
}
