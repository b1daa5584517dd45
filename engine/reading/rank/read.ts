/** What the sentences of a pool make of a question: an answer, passages that are near to it, or nothing. */
import { gradesOf, saidKeys } from '../words/said-words.ts';
import { contextWords } from './candidate.ts';
import { compose } from './compose.ts';
import { confidenceOf } from './confidence.ts';
import { FEATURES, FEATURES_WITH_VECTORS } from './features.ts';
import type { NearCandidates } from './near.ts';
import { type RankedView, rankViews } from './ranking.ts';
import { type ReadingPolicy, weightsFor } from './reading-policy.ts';
import { type ShownClause, shownClauses } from './shown-clauses.ts';
import { answerIn, asksWhich, saysAll, verdictOf, type YesOrNo } from './verdict.ts';
import { readViews, withSimilarities } from './view.ts';

export interface RankedSentence {
  readonly id: string;
  /** Its share of the ranking, 0 to 1. */
  readonly share: number;
}

export interface Reading {
  /** The near candidates, best first. */
  readonly ranking: readonly RankedSentence[];
  /** What answers, best first; empty where nothing is sure enough. */
  readonly answering: readonly ShownClause[];
  /** What the answer says to a question for yes or no, where it says it. */
  readonly verdict: YesOrNo | null;
  /** That the best composition answers, 0 to 1, whether it is given or not; 0 where it is about another thing. */
  readonly confidence: number;
  /** What is nearest to the question, best first; at most {@link MAX_PASSAGES}. */
  readonly passages: readonly RankedSentence[];
}

/** Most passages that are shown where nothing answers. */
export const MAX_PASSAGES = 5;
const FIGURE = /^\p{N}+$/u;
const FIGURES = /\p{N}+/gu;
/** A passage holds at least this part of the question's words, with its context. */
const MIN_COVERED = 0.2;

/** @param similarities of the near candidates, in their order; null without a sentence model */
export function readSentences(
  { pool, near }: NearCandidates,
  similarities: readonly number[] | null,
  policy: ReadingPolicy,
): Reading {
  const weights = weightsFor(pool.asked, similarities === null ? policy.lexical : policy.vectors);
  const features = similarities === null ? FEATURES : FEATURES_WITH_VECTORS;
  const views = readViews(pool, near);
  const seen = similarities === null ? views : withSimilarities(views, similarities);
  const ranking = rankViews(seen, features, weights.rank);
  const chosen = compose(ranking, policy.compose);
  const [lead] = chosen;
  const confidence =
    lead !== undefined && isMeant(lead) ? confidenceOf(weights.confidence, { ranking, chosen }) : 0;
  const verdict = lead === undefined ? null : verdictOf(lead);
  const isDisputed = verdict !== null && chosen.some((one) => (verdictOf(one) ?? verdict) !== verdict);
  const isSure =
    confidence >= policy.least.answer &&
    mayAnswer(chosen) &&
    !isDisputed &&
    !(verdict === 'yes' && lead !== undefined && isPresumed(lead));
  return {
    ranking: ranking.map(placed),
    answering: isSure ? shownClauses(chosen) : [],
    verdict: isSure && !asksWhich(pool.asked.text) ? verdict : null,
    confidence: rounded(confidence),
    passages: passagesOf(ranking),
  };
}

/**
 * Sentences beside a question for yes or no are no answer to it where they say neither and lack a word of it, and neither is
 * what is true of another name or version, or a number of other things: they are passages.
 */
export function mayAnswer(chosen: readonly RankedView[]): boolean {
  const [lead] = chosen;
  if (lead === undefined || !isMeant(lead)) return false;
  return lead.view.pool.asked.form !== 'yes-no' || saysAll(lead) || verdictOf(lead) !== null;
}

/** "Is the quagga blue?": a yes that the sentence does not say itself, nor what the question ends with. */
function isPresumed({ view: { said, read } }: RankedView): boolean {
  return said.words.at(-1)?.grade === 0 && answerIn(read.candidate.text) === null;
}

/**
 * More than half of the names, numbers and codes of the question stand in the sentence or beside it, and what is counted in the
 * sentence itself, its head row or its lead-in: a heading "Rings" may stand above the number of moons.
 */
function isMeant({ view }: RankedView): boolean {
  const { marks, form, counted } = view.pool.asked;
  const { text, before, leadIn, header, lang } = view.read.candidate;
  const own = [text, leadIn ?? '', ...(header ?? [])].join('\n');
  if (form === 'count' && counted !== null && gradesOf([counted], saidKeys(own, lang))[0] === 0) return false;
  const said = [text, before ?? '', ...contextWords(view.read.candidate)].join('\n').toLowerCase();
  return marks.length === 0 || marks.filter((mark) => hasMark(said, mark)).length > marks.length / 2;
}

/** "20" is no part of "2025"; a word may go on: "Saturdays". */
function hasMark(text: string, mark: string): boolean {
  if (!FIGURE.test(mark)) return text.includes(mark);
  return [...text.matchAll(FIGURES)].some(([figure]) => figure === mark);
}

function passagesOf(ranking: readonly RankedView[]): RankedSentence[] {
  const near = ranking.filter(({ view }) => {
    const { own, context, title } = view.read;
    const { asked } = view.pool;
    const held = asked.terms.filter((term) => own.has(term) || context.has(term) || title.has(term));
    return held.length > 0 && held.length >= asked.terms.length * MIN_COVERED;
  });
  return near.slice(0, MAX_PASSAGES).map(placed);
}

function placed({ view, share }: RankedView): RankedSentence {
  return { id: view.read.candidate.id, share: rounded(share) };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
