/** How near sentences are to a question in meaning, by a sentence model (design: features of vectors). */
import { type Embedder, EmbedderUnavailable } from '../ports.ts';
import { contextWords } from '../reading/rank/candidate.ts';
import { FEATURES } from '../reading/rank/features.ts';
import type { NearCandidates } from '../reading/rank/near.ts';
import { type RankedView, rankViews } from '../reading/rank/ranking.ts';
import type { ReadCandidate } from '../reading/rank/read-candidate.ts';
import { type ReadingPolicy, weightsFor } from '../reading/rank/reading-policy.ts';
import { readViews } from '../reading/rank/view.ts';
import type { UnavailableModel } from '../unavailable-model.ts';

export interface Similarities {
  /** Of each near candidate, in their order; null without a model that could be asked. */
  readonly similarities: readonly number[] | null;
  /** The model, where it could not be asked. */
  readonly unavailable: UnavailableModel | null;
}

export interface SimilarityRequest {
  readonly q: string;
  /** Null: there is no model. */
  readonly embedder: Embedder | null;
  /** Whose weights without vectors say which vectors are made. */
  readonly policy: Pick<ReadingPolicy, 'lexical'>;
  /** Ends a call to a model elsewhere, when this rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sentences whose vectors are made while the question waits. */
const MAX_EMBEDDED = 12;
/** Characters of context that a vector is made of: the nearest headings say most. */
const MAX_CONTEXT = 160;

export async function similaritiesOf(
  { pool, near }: NearCandidates,
  { q, embedder, policy, signal }: SimilarityRequest,
): Promise<Similarities> {
  const nothing = { similarities: null, unavailable: null };
  if (embedder === null || near.length === 0) return nothing;
  const { rank } = weightsFor(pool.asked, policy.lexical);
  const embedded = embeddedOf(rankViews(readViews(pool, near), FEATURES, rank));
  try {
    const cosines = await cosinesOf(embedded, q, embedder, signal);
    return { similarities: spread(near, cosines), unavailable: null };
  } catch (error) {
    if (!(error instanceof EmbedderUnavailable)) throw error;
    return { ...nothing, unavailable: { model: embedder.name, model_hash: embedder.digest } };
  }
}

/** Whose vectors are made: those that rank best without. */
export function embeddedOf(ranking: readonly RankedView[]): ReadCandidate[] {
  return ranking.slice(0, MAX_EMBEDDED).map(({ view }) => view.read);
}

/** In the order of the candidates; the others are as hardly near as the farthest of those with a cosine. */
export function spread(
  near: readonly ReadCandidate[],
  cosines: ReadonlyMap<ReadCandidate, number>,
): number[] {
  const least = Math.min(1, ...cosines.values());
  return near.map((one) => cosines.get(one) ?? least);
}

/** @throws {EmbedderUnavailable} */
export async function cosinesOf(
  sentences: readonly ReadCandidate[],
  q: string,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Map<ReadCandidate, number>> {
  const texts = sentences.map(({ candidate }) => {
    const context = contextWords(candidate).join(' > ').slice(-MAX_CONTEXT);
    return context === '' ? candidate.text : `${context}. ${candidate.text}`;
  });
  const [asked] = await embedder.embed([q], 'query', signal);
  const vectors = await embedder.embed(texts, 'passage', signal);
  return new Map(
    vectors.flatMap((vector, i) => {
      const sentence = sentences[i];
      return sentence === undefined ? [] : [[sentence, cosineOf(asked, vector)] as const];
    }),
  );
}

/** Of vectors of length 1. */
function cosineOf(a: Float32Array | undefined, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i += 1) sum += (a?.[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
