/** How far each candidate says the question's words, in these or in others: the lexicon joins "made" and "manufactured". */
import { gradesOf, saidKeys } from '../words/said-words.ts';
import type { Asked } from './asked.ts';
import { contextWords } from './candidate.ts';
import type { ReadCandidate } from './read-candidate.ts';

/** Each number 0 to 1. */
export interface Said {
  /** The question's words that the sentence says, by their rarity among the candidates. */
  readonly own: number;
  /** Share of the words that it says otherwise only. */
  readonly otherwise: number;
  /** Share of the words that are said, however, by it or by what it stands under. */
  readonly withContext: number;
  /** The question's words, in its order. */
  readonly words: readonly SaidWord[];
}

/** A word of the question, beside a candidate. */
export interface SaidWord {
  /** 1 where the candidate, or what it stands under, says it; less in other words, 0 where nothing does. */
  readonly grade: number;
  /** Among the candidates, at least 0. */
  readonly rarity: number;
  /** Share of the candidates that say it. */
  readonly spread: number;
  readonly noun: boolean;
}

/** In the order of the candidates. */
export function readSaid({ words, nouns }: Asked, candidates: readonly ReadCandidate[]): Said[] {
  const contexts = new Map<string, readonly number[]>();
  const graded = candidates.map(({ candidate }) => {
    const { text, lang } = candidate;
    const own = gradesOf(words, saidKeys(text, lang));
    const context = contextWords(candidate).join(' . ');
    const above = contexts.get(context) ?? gradesOf(words, saidKeys(context, lang));
    contexts.set(context, above);
    return { own, whole: own.map((grade, i) => Math.max(grade, above[i] ?? 0)) };
  });
  const holding = words.map((_, i) => graded.filter(({ whole }) => (whole[i] ?? 0) > 0).length);
  const spread = holding.map((some) => some / graded.length);
  const rarity = holding.map((some) => Math.log(1 + (graded.length - some + 0.5) / (some + 0.5)));
  const weight = Math.max(
    1e-9,
    rarity.reduce((sum, one) => sum + one, 0),
  );
  const count = Math.max(1, words.length);
  return graded.map(({ own, whole }) => ({
    own: own.reduce((sum, grade, i) => sum + grade * (rarity[i] ?? 0), 0) / weight,
    otherwise: own.filter((grade) => grade > 0 && grade < 1).length / count,
    withContext: whole.filter((grade) => grade > 0).length / count,
    words: whole.map((grade, i) => {
      return { grade, rarity: rarity[i] ?? 0, spread: spread[i] ?? 0, noun: nouns[i] ?? false };
    }),
  }));
}
