/** How near sentences are to a question in meaning, by a sentence model (design: features of vectors). */
import { type Embedder, EmbedderUnavailable } from '../ports.ts';
import { contextWords } from '../reading/rank/candidate.ts';
import type { NearCandidates } from '../reading/rank/near.ts';
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
  /** Ends a call to a model elsewhere, when this rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sentences whose vectors are made while the question waits; later ones count as hardly near. */
const MAX_EMBEDDED = 24;
/** Characters of context that a vector is made of: the nearest headings say most. */
const MAX_CONTEXT = 160;

export async function similaritiesOf(
  { near }: NearCandidates,
  { q, embedder, signal }: SimilarityRequest,
): Promise<Similarities> {
  const nothing = { similarities: null, unavailable: null };
  if (embedder === null || near.length === 0) return nothing;
  const texts = near.slice(0, MAX_EMBEDDED).map(({ candidate }) => {
    const context = contextWords(candidate).join(' > ').slice(-MAX_CONTEXT);
    return context === '' ? candidate.text : `${context}. ${candidate.text}`;
  });
  try {
    const [asked] = await embedder.embed([q], 'query', signal);
    const vectors = await embedder.embed(texts, 'passage', signal);
    const cosines = vectors.map((vector) => cosineOf(asked, vector));
    const least = cosines.reduce((low, one) => Math.min(low, one), 1);
    return { similarities: near.map((_, i) => cosines[i] ?? least), unavailable: null };
  } catch (error) {
    if (!(error instanceof EmbedderUnavailable)) throw error;
    return { ...nothing, unavailable: { model: embedder.name, model_hash: embedder.digest } };
  }
}

/** Of vectors of length 1. */
function cosineOf(a: Float32Array | undefined, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i += 1) sum += (a?.[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
