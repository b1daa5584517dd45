/** What a feature is a function of: one candidate of one question, among the others. */
import { saidKeys } from '../words/said-words.ts';
import type { Asked } from './asked.ts';
import { covered, okapi, type Pool } from './pool.ts';
import type { ReadCandidate } from './read-candidate.ts';
import { readSaid, type Said } from './said.ts';
import { formsOf, readStated, type Stated } from './stated.ts';
import { readTwins, type Twins } from './twins.ts';
import { readValues, type Values } from './values.ts';

export interface CandidateView {
  readonly pool: Pool;
  readonly read: ReadCandidate;
  readonly values: Values;
  readonly twins: Twins;
  readonly said: Said;
  readonly stated: Stated;
  /** BM25 of the sentence, and of the sentence with its neighbours. */
  readonly matches: Matches;
  /** The greatest of each among the candidates, above 0. */
  readonly best: Matches;
  /** Rank of its day among the days of the candidates, 0 to 1: 1 is the newest. */
  readonly recency: number;
  /** Cosine of the question with "context. sentence"; null without vectors. */
  readonly similarity: number | null;
  /** The greatest similarity of any candidate of its section, and of any at all; null without vectors. */
  readonly sectionSimilarity: number | null;
  readonly bestSimilarity: number | null;
}

/** One row of the table of features. */
export interface Feature {
  readonly name: string;
  /** What a high value says of the sentence. */
  readonly means: string;
  /** 0 to 1. */
  readonly of: (view: CandidateView) => number;
}

export interface Matches {
  readonly sentence: number;
  readonly inWindow: number;
}

/** What a term counts that stands beside the sentence and not in it. */
const IN_CONTEXT = 0.8;
const IN_TITLE = 0.5;
const IN_BEFORE = 0.3;
const BESIDE = 0.5;

export function greatest<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((most, one) => Math.max(most, of(one)), 1e-9);
}

export function matchesOf(pool: Pool, read: ReadCandidate) {
  const own = countIn(read);
  const length = read.terms.length;
  const above = (term: string) =>
    (read.context.has(term) ? IN_CONTEXT : 0) +
    (read.title.has(term) ? IN_TITLE : 0) +
    (read.before.has(term) ? IN_BEFORE : 0);
  return {
    sentence: okapi(pool, length, own),
    inContext: okapi(pool, length, (term) => own(term) + above(term)),
  };
}

/** How near to its beginning a sentence has a word of the question: 1 for its first term, 0 where it has none. */
export function opening({ terms: asked }: Asked, { terms }: ReadCandidate): number {
  const at = terms.findIndex((term) => asked.includes(term));
  return at < 0 ? 0 : 1 / (1 + at);
}

/** Of the few that are read closely: it joins three sentences. */
function inWindow(pool: Pool, read: ReadCandidate): number {
  const own = countIn(read);
  const beside = (term: string) => (read.before.has(term) ? BESIDE : 0) + (read.after.has(term) ? BESIDE : 0);
  const window = new Set([...read.own, ...read.before, ...read.after]).size;
  return okapi(pool, window / 3, (term) => own(term) + beside(term));
}

/** How often a sentence has a term: most have none of the question's. */
function countIn({ own, terms }: ReadCandidate): (term: string) => number {
  return (term) => (own.has(term) ? terms.filter((one) => one === term).length : 0);
}

/** Reads and caches what every question asks of a sentence: a caller does this sentence by sentence and lets others in. */
export function readAhead({ candidate }: ReadCandidate): void {
  readValues(candidate);
  formsOf(candidate);
  saidKeys(candidate.text, candidate.lang);
}

/** Views of the candidates, in their order and without vectors. */
export function readViews(pool: Pool, candidates: readonly ReadCandidate[]): CandidateView[] {
  const matches = candidates.map((read) => ({ ...matchesOf(pool, read), inWindow: inWindow(pool, read) }));
  const best = {
    sentence: greatest(matches, ({ sentence }) => sentence),
    inWindow: greatest(matches, ({ inWindow }) => inWindow),
  };
  const days = [...new Set(candidates.map(({ candidate }) => candidate.effectiveAt))].sort();
  const twins = readTwins(candidates);
  const said = readSaid(pool.asked, candidates);
  const stated = readStated(pool.asked, candidates);
  return candidates.map((read, i) => ({
    pool,
    read,
    values: readValues(read.candidate),
    twins: twins[i] ?? { newer: 0, older: 0 },
    said: said[i] ?? { own: 0, otherwise: 0, withContext: 0, words: [] },
    stated: stated[i] ?? { forms: [], ofKind: false, replaced: false, replaces: false },
    matches: matches[i] ?? best,
    best,
    recency: days.length < 2 ? 1 : days.indexOf(read.candidate.effectiveAt) / (days.length - 1),
    similarity: null,
    sectionSimilarity: null,
    bestSimilarity: null,
  }));
}

/** The same views with vectors: a similarity each, in their order. */
export function withSimilarities(views: readonly CandidateView[], similarities: readonly number[]) {
  const bestSimilarity = Math.max(...similarities);
  const inSection = Map.groupBy(similarities, (_, i) => views[i]?.read.candidate.section);
  return views.map((view, i) => {
    const sectionSimilarity = Math.max(...(inSection.get(view.read.candidate.section) ?? []));
    return { ...view, similarity: similarities[i] ?? null, sectionSimilarity, bestSimilarity };
  });
}

/** The share of the question's words that these sets hold between them. */
export function coveredBy({ pool }: CandidateView, ...sets: readonly ReadonlySet<string>[]): number {
  return covered(pool, (term) => sets.some((one) => one.has(term)));
}
