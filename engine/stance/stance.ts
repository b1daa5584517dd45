/** The words of a stance judge: what evidence does to a claim, and why. */
import type { Span } from '../../graph/claim.ts';
import type { SourcePair } from '../reading/relate/relate-statements.ts';
import type { Statement } from '../reading/relate/statement.ts';

export type Stance = 'SUPPORT' | 'CONTRADICT' | 'NONE';

/** A statement and a later one of another document that it is held against. */
export interface JudgedTexts {
  readonly claim: Statement;
  readonly sentence: Statement;
  readonly sources: SourcePair;
}

/** One thing that the verdict rests on. */
export interface StanceReason {
  /** Snake case; of the lexical judge one of its features or of the reasons to hold back. */
  readonly feature: string;
  /** 0 to 1, two decimals. */
  readonly score: number;
  /** Words of the claim, UTF-16 units; null where no words are meant. */
  readonly claim: Span | null;
  /** Words of the sentence. */
  readonly evidence: Span | null;
}

export interface StanceVerdict {
  readonly stance: Stance;
  /** How often such a verdict is right, as far as the judge knows: 0 to 1. 0 where it has none. */
  readonly confidence: number;
  readonly reasons: readonly StanceReason[];
}
