/** Vectors of sentences, cached: the questions of one corpus meet the same sentences again and again. */
import type { Embedder } from '../ports.ts';

/** Sentences of one model; beyond it the cache begins anew. At 384 dimensions some 3 MB. */
const MAX_CACHED = 2_048;

const cached = new WeakMap<Embedder, Map<string, Float32Array>>();

/**
 * In the order of the texts. A cache changes no answer: a model gives a text the same vector each time.
 * @throws {EmbedderUnavailable} as the embedder does
 */
export async function sentenceVectors(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const known = cached.get(embedder) ?? new Map<string, Float32Array>();
  const missing = [...new Set(texts)].filter((text) => !known.has(text));
  const made = missing.length === 0 ? [] : await embedder.embed(missing, 'passage', signal);
  const fresh = new Map(missing.map((text, at) => [text, made[at] ?? new Float32Array()]));
  const vectors = texts.map((text) => known.get(text) ?? fresh.get(text) ?? new Float32Array());
  if (known.size + fresh.size > MAX_CACHED) known.clear();
  for (const [text, vector] of fresh) known.set(text, vector);
  cached.set(embedder, known);
  return vectors;
}
