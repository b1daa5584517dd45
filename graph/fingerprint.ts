/**
 * Fingerprints of texts: a sketch that tells how much of two texts is the same, and the bands under which near-copies are
 * found in an index (MinHash with locality-sensitive hashing). Pure.
 */

/** Words in a shingle. */
const SHINGLE_WORDS = 5;
/** Size of the sketch: exact for texts of up to so many distinct shingles, standard error .018 beyond. */
export const SKETCH_SIZE = 512;
/** Below so many shingles two honest writers may well use the same words. */
export const MIN_SHINGLES = 8;
/** Least hashes of one band: two texts with the similarity j share a band with probability j². */
const BAND_ROWS = 2;
/** Of two copies (j ≥ .8) all but 1 in 200,000 share one; of a copy in the widest frame (j = .56) all but 1 in 90. */
const BANDS = 12;
/** Scripts written without spaces count each character as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}]+/gu;

/** The smallest shingle hashes of a text, ascending and distinct (a bottom-k sketch of unsigned 32-bit hashes). */
export type TextFingerprint = Uint32Array;

/** Fingerprint of a text's words; case, punctuation and compatibility forms do not matter. */
export function textFingerprint(text: string): TextFingerprint {
  if (last?.text !== text) last = { text, sketch: sketchOf(text) };
  return last.sketch;
}

/** Of the last text: a document is compared with others, and then stored. */
let last: { readonly text: string; readonly sketch: TextFingerprint } | undefined;

function sketchOf(text: string): TextFingerprint {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  const hashes = new Set<number>();
  for (let start = 0; start + SHINGLE_WORDS <= words.length; start += 1) {
    hashes.add(hashWords(words, start));
  }
  return Uint32Array.from(hashes).sort().slice(0, SKETCH_SIZE);
}

/**
 * Keys of the index: integers below 2^53, one for the whole sketch, then one for each band. None of a text that is too
 * short to be a copy. Another corpus has other keys.
 */
export function bandsOf(corpus: string, sketch: TextFingerprint): number[] {
  if (sketch.length < MIN_SHINGLES) return [];
  const seed = hashText(corpus);
  const least = leastHashes(sketch);
  const bands = Array.from({ length: BANDS }, (_, band) =>
    keyOf(seed, band + 1, least.subarray(band * BAND_ROWS, (band + 1) * BAND_ROWS)),
  );
  return [...new Set([keyOf(seed, 0, sketch), ...bands])];
}

/** The sketch as text, for a store. */
export function encodeSketch(sketch: TextFingerprint): string {
  const bytes = new DataView(new ArrayBuffer(sketch.length * 4));
  for (const [at, hash] of sketch.entries()) bytes.setUint32(at * 4, hash);
  return Buffer.from(bytes.buffer).toString('base64');
}

/** What `encodeSketch` made. */
export function decodeSketch(text: string): TextFingerprint {
  const bytes = Buffer.from(text, 'base64');
  const sketch = new Uint32Array(bytes.length >>> 2);
  for (let at = 0; at < sketch.length; at += 1) sketch[at] = bytes.readUInt32BE(at * 4);
  return sketch;
}

/** For each of the hash functions the least value over the shingles. */
function leastHashes(sketch: TextFingerprint): Uint32Array {
  const least = new Uint32Array(BANDS * BAND_ROWS).fill(0xffffffff);
  for (const hash of sketch) {
    for (let at = 0; at < least.length; at += 1) {
      const value = mix(hash ^ Math.imul(at + 1, 0x9e3779b1));
      if (value < (least[at] ?? 0)) least[at] = value;
    }
  }
  return least;
}

/** 53 bits of a corpus, the number of a band and its hashes. */
function keyOf(seed: number, band: number, hashes: Uint32Array): number {
  let [high, low] = [mix(seed ^ band), mix(seed + Math.imul(band + 1, 0x85ebca6b))];
  for (const hash of hashes) {
    high = mix(high ^ hash);
    low = mix(Math.imul(low, 31) + hash);
  }
  return (high >>> 11) * 2 ** 32 + low;
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/** FNV-1a over the words' UTF-16 units with a mark between words, then mixed so that order of hashes is fair. */
function hashWords(words: readonly string[], start: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < start + SHINGLE_WORDS; index += 1) {
    const word = words[index] ?? '';
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return mix(hash);
}

function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
