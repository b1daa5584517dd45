/** The smallest sentence model: words that mean the same are the same to it, and nothing else is known. */
import { type Embedder, EmbedderUnavailable, type EmbeddingUse } from '../../../../engine/ports.ts';
import { unitLength } from '../../../../engine/retrieve/embed/unit-length.ts';
import { encodeCanonical } from '../../../../graph/canonical.ts';
import { blake3Hex } from '../../../../graph/digest.ts';

/** Each line is a meaning. */
const MEANINGS = [
  'moon satellite',
  'boat ship vessel',
  'sleep rest doze',
  'physician doctor',
  'big large huge',
].map((line) => line.split(' '));

export class TinyEmbedder implements Embedder {
  readonly name: string;
  readonly description: Uint8Array;
  readonly digest: string;
  readonly dimensions = MEANINGS.length + 1;
  readonly maxTokens = 256;
  /** Every text that it was given, in order. */
  readonly asked: { readonly text: string; readonly use: EmbeddingUse }[] = [];
  /** While true it cannot be asked. */
  isAway = false;
  /** While true it says nothing to a question. */
  isSilent = false;

  constructor(name = 'tiny') {
    this.name = name;
    this.description = encodeCanonical({ v: 1, name });
    this.digest = blake3Hex(this.description);
  }

  async embed(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<Float32Array[]> {
    if (this.isAway) throw new EmbedderUnavailable(`${this.name} is away`);
    if (this.isSilent && use === 'query') await gone(signal);
    this.asked.push(...texts.map((text) => ({ text, use })));
    return texts.map((text) => {
      const words = text.toLowerCase().split(/\W+/);
      const known = MEANINGS.map((meaning) => words.filter((word) => meaning.includes(word)).length);
      return unitLength([...known, 0.1]);
    });
  }

  texts(use: EmbeddingUse): string[] {
    return this.asked.filter((one) => one.use === use).map(({ text }) => text);
  }
}

/** Never resolves. */
function gone(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
