import { blake3 } from '../../../graph/digest.ts';

/** Pseudo-random 32-bit words from a seed (xoshiro128**, its state the digest of the seed): the same everywhere. */
export class SeededRandom {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const digest = blake3(new TextEncoder().encode(seed));
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    this.#state = Uint32Array.from([0, 4, 8, 12], (offset) => view.getUint32(offset, true));
  }

  /** Next word, 0 to 2³² - 1. */
  next(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state;
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const mixedC = c ^ a;
    const mixedD = d ^ b;
    this.#state.set([a ^ mixedD, b ^ mixedC, mixedC ^ (b << 9), rotate(mixedD, 11)]);
    return result;
  }

  /** A vector of +1 and -1: exact in any arithmetic, unlike normal deviates, which need logarithms. */
  signs(length: number): Float64Array {
    const signs = new Float64Array(length);
    for (let start = 0; start < length; start += 32) {
      const word = this.next();
      const end = Math.min(length, start + 32);
      for (let at = start; at < end; at += 1) signs[at] = (word >>> (at - start)) & 1 ? 1 : -1;
    }
    return signs;
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
