/** A value in a sentence that has the type the question asks for, and how well it fits. */
import type { Span } from '../../graph/claim.ts';
import type { SentenceReading } from './sentence-reading.ts';

/** A possible answer. `fit` is 0 to 1; `key` is equal for two mentions of the same value. */
export interface ValueMention extends Span {
  readonly key: string;
  readonly fit: number;
  readonly feature: string;
}

/** The fits, strongest evidence first; each is named after what the sentence shows. */
export const FIT = {
  /** The number counts the asked noun: "52 stations". */
  counted: 1,
  /** The quantity has the asked dimension. */
  dimension: 1,
  /** "the number of beds has grown to 565". */
  stated: 0.95,
  /** "became the twelfth official language". */
  reached: 0.9,
  /** "employs 1,200 people" for employees. */
  implied: 0.85,
  /** A bare number beside the asked noun: "has risen to 92". */
  bare: 0.75,
  /** A name or phrase of no proven kind. */
  loose: 0.7,
  /** The right sort of quantity in the wrong dimension: "how long" answered by a time. */
  doubtful: 0.55,
} as const;

/** Text of a span. */
export function textOf(reading: SentenceReading, span: Span): string {
  return reading.text.slice(span.start, span.end);
}
