/** What the pool of an answer makes of its question: the sentences that answer, or passages that are near. */
import type { Ranked } from '../backbone/candidate.ts';
import type { Embedder } from '../ports.ts';
import { findNear } from '../reading/rank/near.ts';
import { decide, type NearPassage, type Outcome } from '../reading/rank/read.ts';
import type { ReadingPolicy } from '../reading/rank/reading-policy.ts';
import type { UnavailableModel } from '../retrieve/vector-lane.ts';
import { type Contender, claimsOfValue } from './lead.ts';
import type { SentencePool, StatedSentence } from './read-sentences.ts';
import { similaritiesOf } from './similarities.ts';

export interface PoolRequest {
  readonly q: string;
  /** BCP 47. */
  readonly lang: string;
  /** By the rules, best first. */
  readonly ranked: readonly Ranked[];
  readonly policy: ReadingPolicy;
  /** The model of question–sentence cosines; null: words alone rank. */
  readonly embedder: Embedder | null;
  /** Ends a call to a model elsewhere, when this rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface PoolReading {
  readonly outcome: Outcome;
  /** As the table ranks them, best first. */
  readonly ranking: readonly StatedSentence[];
  /** Nearest to the question, best first. */
  readonly passages: readonly NearPassage[];
  /** The model that could not be asked: the answer was made without it; null: none failed. */
  readonly unavailable: UnavailableModel | null;
}

export async function readAnswerPool(pool: SentencePool, request: PoolRequest): Promise<PoolReading> {
  const near = findNear(
    request.q,
    request.lang,
    pool.sentences.map(({ read }) => read),
  );
  const { similarities, unavailable } = await similaritiesOf(near, request);
  const { outcome, order, passages } = decide(near, similarities, request.ranked, request.policy);
  const stated = new Map(pool.sentences.map((sentence) => [sentence.read.id, sentence]));
  return { outcome, ranking: order.flatMap((id) => stated.get(id) ?? []), passages, unavailable };
}

/** A sentence of the table as the rest of the answer takes it: its value is all that it says. */
export function contenderOf(stated: StatedSentence, confidence: number): Contender {
  const { candidate, read } = stated;
  const value = { start: 0, end: read.text.length, text: read.text, key: read.text.toLowerCase() };
  const ranked: Ranked = {
    candidate,
    score: confidence,
    value,
    polarity: null,
    reasons: [{ feature: 'reading', factor: confidence }],
    antecedent: null,
    alternatives: [],
  };
  return { ranked, stated, claims: claimsOfValue(ranked, stated) };
}
