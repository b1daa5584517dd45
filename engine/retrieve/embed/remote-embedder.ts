/** A sentence model behind an endpoint that speaks as OpenAI's `POST /v1/embeddings` does. */
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { type Embedder, EmbedderUnavailable, type EmbeddingUse } from '../../ports.ts';
import { CoolDown } from '../../remote/cool-down.ts';
import { endpointAt, postJson } from '../../remote/post-json.ts';
import { unitLength } from './unit-length.ts';

export interface EmbeddingEndpoint {
  /** The base (`https://host/v1`) or the endpoint itself (`…/embeddings`). */
  readonly url: string;
  /** As the endpoint names it. */
  readonly model: string;
  /** Sent as a bearer token; null: none is sent. */
  readonly key: string | null;
  /** How long questions do not wait for the endpoint after it failed; by default 30 s. */
  readonly coolDownMs?: number;
}

/** How long one text may take: somebody waits for a question's vector. */
const TIMEOUT_MS: Readonly<Record<EmbeddingUse, number>> = { query: 2_000, passage: 30_000 };
/** After a failure, questions do not wait for the endpoint again for so long. */
const COOL_DOWN_MS = 30_000;
const MAX_REPLY_BYTES = 1_048_576;
const MAX_DIMENSIONS = 16_384;

export class RemoteEmbedder implements Embedder {
  readonly name: string;
  readonly description: Uint8Array;
  readonly digest: string;
  readonly dimensions = null;
  readonly maxTokens = null;
  readonly #endpoint: URL;
  readonly #remote: EmbeddingEndpoint;
  readonly #coolDown: CoolDown;

  /** @throws {TypeError} for a URL that is none */
  constructor(remote: EmbeddingEndpoint) {
    this.#remote = remote;
    this.#coolDown = new CoolDown(remote.coolDownMs ?? COOL_DOWN_MS);
    this.#endpoint = endpointAt(remote.url, '/embeddings');
    this.name = `remote/${remote.model}`;
    // Not the whole URL: a query may hold a secret.
    const { origin, pathname } = this.#endpoint;
    this.description = encodeCanonical({ v: 1, endpoint: `${origin}${pathname}`, model: remote.model });
    this.digest = blake3Hex(this.description);
  }

  async embed(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    if (use === 'query' && this.#coolDown.isOn)
      throw new EmbedderUnavailable(`${this.name} did not answer just now`);
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await this.#embedOne(text, use, signal));
    return vectors;
  }

  async #embedOne(text: string, use: EmbeddingUse, signal: AbortSignal | undefined): Promise<Float32Array> {
    try {
      return vectorOf(await this.#post(text, TIMEOUT_MS[use], signal));
    } catch (cause) {
      // The caller has left: that is no fault of the endpoint.
      signal?.throwIfAborted();
      this.#coolDown.begin();
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new EmbedderUnavailable(`${this.name} cannot embed: ${message}`, { cause });
    }
  }

  #post(input: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<unknown> {
    const { model, key } = this.#remote;
    const body = { model, input, encoding_format: 'float' };
    const endpoint = this.#endpoint;
    return postJson({ endpoint, key, body, timeoutMs, maxReplyBytes: MAX_REPLY_BYTES, signal });
  }
}

/** `{data: [{embedding: [numbers]}]}`. */
function vectorOf(reply: unknown): Float32Array {
  const { data } = (reply ?? {}) as { readonly data?: unknown };
  const [first] = Array.isArray(data) ? data : [];
  const { embedding } = (first ?? {}) as { readonly embedding?: unknown };
  const isVector =
    Array.isArray(embedding) &&
    embedding.length > 0 &&
    embedding.length <= MAX_DIMENSIONS &&
    embedding.every((value) => Number.isFinite(value));
  if (!isVector) throw new Error('the reply holds no embedding');
  const vector = unitLength(embedding as readonly number[]);
  if (vector.every((value) => value === 0)) throw new Error('the embedding is zero');
  return vector;
}
