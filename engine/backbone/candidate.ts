/** What the backbone ranks and what it returns: plain data, so that a receipt can record it and replay it. */
import type { Span } from '../../graph/claim.ts';

/** One sentence that retrieval offers. */
export interface CandidateSentence {
  /** Unique and stable: the last tie-breaker. */
  readonly id: string;
  readonly artefact: string;
  readonly title: string;
  readonly text: string;
  /** The sentences before it in its section, nearest last. */
  readonly before: readonly string[];
  readonly heading: string | null;
  /** BCP 47. */
  readonly lang: string;
  /** RFC 3339 UTC; compared as text. */
  readonly effectiveAt: string;
  /** Fused retrieval score, 0 to 1. */
  readonly retrieval: number;
  /** Registrable domain of the publisher. */
  readonly publisher: string;
}

/** Why a sentence scores what it scores: a named feature and the factor it contributed. */
export interface Reason {
  readonly feature: string;
  readonly factor: number;
}

/** The words that answer, as a span of the sentence. */
export interface AnswerSpan extends Span {
  readonly text: string;
  /** What two sentences must share to say the same: folded words or normalised quantity. */
  readonly key: string;
}

/** What an explicit cue makes of a yes-or-no question; null where there is no cue. */
export type Polarity = 'yes' | 'no' | null;

/** A sentence that supports an answer. */
export interface Ranked {
  readonly candidate: CandidateSentence;
  readonly score: number;
  readonly value: AnswerSpan;
  readonly polarity: Polarity;
  readonly reasons: readonly Reason[];
  /** Index in `before` of the sentence it leans on; null when it stands alone. */
  readonly antecedent: number | null;
  /** Ids of kept sentences with another value: the counterfactuals of this one. */
  readonly alternatives: readonly Alternative[];
  /** Ids of sentences without which this one is no answer: the other figure of a comparison. */
  readonly beside?: readonly string[];
}

/** Another value for the same question. `older` precedes the sentence it is set against, `rival` does not. */
export interface Alternative {
  readonly id: string;
  readonly standing: 'older' | 'rival';
}
