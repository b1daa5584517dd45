/** How near sentences are to a question in meaning, by a sentence model (design: features of vectors). */
import { type Embedder, EmbedderUnavailable } from '../ports.ts';
import { type Candidate, contextWords } from '../reading/rank/candidate.ts';
import type { RankedSentence } from '../reading/rank/read.ts';
import type { ReadCandidate } from '../reading/rank/read-candidate.ts';
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
  /** Near candidates as words alone rank them: it says which vectors are made. */
  readonly ranking: readonly RankedSentence[];
  /** Ends a call to a model elsewhere, when this rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sentences whose vectors are made while the question waits. */
const MAX_EMBEDDED = 12;
/** Characters of context that a vector is made of: the nearest headings say most. */
const MAX_CONTEXT = 160;

export async function similaritiesOf(
  near: readonly ReadCandidate[],
  { q, embedder, ranking, signal }: SimilarityRequest,
): Promise<Similarities> {
  if (embedder === null || near.length === 0) return { similarities: null, unavailable: null };
  try {
    const cosines = await cosinesOf(embeddedOf(near, ranking), q, embedder, signal);
    return { similarities: spread(near, cosines), unavailable: null };
  } catch (error) {
    if (!(error instanceof EmbedderUnavailable)) throw error;
    return { similarities: null, unavailable: { model: embedder.name, model_hash: embedder.digest } };
  }
}

/** Whose vectors are made: those that rank best by words alone. */
export function embeddedOf(
  near: readonly ReadCandidate[],
  ranking: readonly Pick<Candidate, 'id'>[],
): ReadCandidate[] {
  const byId = new Map(near.map((one) => [one.candidate.id, one]));
  return ranking.slice(0, MAX_EMBEDDED).flatMap(({ id }) => byId.get(id) ?? []);
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
