/** Answers that are the nearest sentences and nothing else: never a verdict, and empty only where no word fits. */
import { endOfAsOf } from '../../graph/time.ts';
import type { GoldenQuestion } from '../golden-file.ts';
import type { OutputLine } from '../judge/output-line.ts';
import type { SentenceScorer } from './rank-sentences.ts';
import type { SourceSentence } from './source-sentences.ts';

/** @param counts how many sentences an answer has; one list of outputs for each */
export async function answerBySentences<N extends number>(
  questions: readonly GoldenQuestion[],
  sentences: readonly SourceSentence[],
  score: SentenceScorer,
  counts: readonly N[],
): Promise<Record<N, OutputLine[]>> {
  const outputs = new Map(counts.map((count) => [count, [] as OutputLine[]]));
  for (const question of questions) {
    const ranked = rankedFor(question, sentences, await score(question.q));
    for (const [count, lines] of outputs) lines.push(lineOf(question, ranked.slice(0, count)));
  }
  // fromEntries forgets which counts it was given.
  return Object.fromEntries(outputs) as Record<N, OutputLine[]>;
}

/** Best first, those alone that were observed by the time of the question; equal ones in the order of the corpus. */
function rankedFor(
  { asOf }: GoldenQuestion,
  sentences: readonly SourceSentence[],
  scores: ArrayLike<number>,
): SourceSentence[] {
  const until = asOf === null ? null : endOfAsOf(asOf);
  const isThere = ({ document: { observedAt } }: SourceSentence) =>
    until === null || observedAt === null || observedAt <= until;
  return sentences
    .map((sentence, index) => ({ sentence, index, score: scores[index] ?? 0 }))
    .filter(({ sentence, score }) => score > 0 && isThere(sentence))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ sentence }) => sentence);
}

function lineOf({ q, asOf }: GoldenQuestion, chosen: readonly SourceSentence[]): OutputLine {
  return {
    q,
    as_of: asOf,
    summary: chosen.map(({ text }) => text).join(' '),
    citations: chosen.map(({ document, text }) => ({ document: document.id, quote: text })),
    verdict: null,
  };
}
