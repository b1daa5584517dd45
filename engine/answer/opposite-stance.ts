/**
 * What of the sentences that were searched for contradicts the answer's by its words alone. It reaches sentences that do
 * not answer the question, such as denials; where it is not sure it is silent (decisions §9).
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimRecord } from '../../graph/claim.ts';
import { mayHoldNames } from '../backbone/name-gate.ts';
import type { Question } from '../question/question.ts';
import { judgeLexically } from '../stance/judge-lexically.ts';
import { hedgesIn } from './hedges.ts';
import type { Contender } from './lead.ts';
import type { StatedSentence } from './read-sentences.ts';

/** A sentence that contradicts, and how surely: 0 to 1. */
export interface Opposed {
  readonly stated: StatedSentence;
  readonly score: number;
}

export interface OpposedRequest {
  readonly question: Question;
  readonly lead: Contender;
  readonly sentences: readonly StatedSentence[];
  readonly records: ReadonlyMap<ClaimAddr, ClaimRecord>;
}

/** Most sentences that are judged; those that share most words with the answer's come first. */
const MAX_JUDGED = 12;
/** Words that both must share to be about one thing. */
const MIN_SHARED = 2;
/** Least strength of the difference: measured on development corpora, below it averages met maxima. */
const MIN_STRENGTH = 0.85;
/** Share of the sentence's words that the answer's has too: with fewer it is about something beside it. */
const MIN_RETURNED = 0.6;
/** Another value is for the ranking to find, which knows what is asked; words alone take one thing's figure for another's. */
const DENIALS: ReadonlySet<string> = new Set([
  'negation_mismatch',
  'opposite_words',
  'opposite_direction',
  'comparison_reversed',
  'only_contradicted',
]);
const WORD = /[\p{L}\p{N}]{3,}/gu;

export function judgeOpposed(request: OpposedRequest): Opposed[] {
  const { text } = request.lead.ranked.candidate;
  return closest(request).flatMap((stated) => {
    const { title, text: sentence } = stated.candidate;
    const { stance, confidence, reasons } = judgeLexically({ claim: text, title, sentence });
    const denials = reasons.filter(({ feature }) => DENIALS.has(feature));
    const strength = Math.max(0, ...denials.map((reason) => reason.score));
    const contradicts = stance === 'CONTRADICT' && strength >= MIN_STRENGTH;
    return contradicts ? [{ stated, score: Math.round(confidence * strength * 1e4) / 1e4 }] : [];
  });
}

function closest({ question, lead, sentences, records }: OpposedRequest): StatedSentence[] {
  const { candidate } = lead.ranked;
  const clusters = new Set(lead.claims.map((claim) => records.get(claim)?.claim_cluster_id));
  const agrees = ({ occurrences }: StatedSentence) =>
    occurrences.some(({ claim }) => clusters.has(records.get(claim)?.claim_cluster_id ?? ''));
  // Words alone do not tell whom a sentence means that leans on those before it.
  const isNamed = (one: StatedSentence) =>
    mayHoldNames(question, { ...one.candidate, title: '', heading: null, before: [] });
  const hedges = hedgesIn(candidate.text);
  const own = wordsOf(candidate.text);
  return sentences
    .filter((one) => one.candidate.id !== candidate.id && !agrees(one) && isNamed(one))
    .map((one) => ({ one, ...sharedWith(own, one.candidate.text) }))
    .filter(({ count, returned }) => count >= MIN_SHARED && returned >= MIN_RETURNED)
    .toSorted((a, b) => b.count - a.count || (a.one.candidate.id < b.one.candidate.id ? -1 : 1))
    .slice(0, MAX_JUDGED)
    .map(({ one }) => one)
    .filter((one) => hedgesIn(one.candidate.text).every((kind) => hedges.includes(kind)));
}

/** Whether most of what the sentence says is about what the claim says: else it is about something beside it. */
export function repeats(claim: string, sentence: string): boolean {
  return sharedWith(wordsOf(claim), sentence).returned >= MIN_RETURNED;
}

function sharedWith(own: ReadonlySet<string>, sentence: string) {
  const words = [...wordsOf(sentence)];
  const count = words.filter((word) => own.has(word)).length;
  return { count, returned: count / Math.max(1, words.length) };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD) ?? []);
}
