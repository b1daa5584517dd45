/** Distinguishes copies from independent texts: a mirror on another domain is not a second voice. Pure. */
import { MIN_SHINGLES, SKETCH_SIZE, type TextFingerprint } from '../../graph/fingerprint.ts';

/** Jaccard similarity from which on two texts are one. */
const MIRROR_SIMILARITY = 0.8;
/** Share of the shorter text's shingles from which on it stands in the longer one: a copy with a header and a footer. */
const CONTAINED = 0.9;
/** How much a frame may add: a text half as long again is a copy, a longer one has content of its own. */
const MAX_FRAME = 1.5;
/** A shorter text is a quotation that two writers may share. */
const MIN_CONTAINED = 12;
/** Smallest hashes that are compared before the rest. */
const FIRST_HASHES = 16;
/** One more than the greatest hash. */
const HASHES = 2 ** 32;
/** Jaccard similarity of two texts' shingles, 0 to 1, estimated from the smallest hashes of their union. */
export function similarity(a: TextFingerprint, b: TextFingerprint): number {
  let shared = 0;
  let seen = 0;
  for (let i = 0, j = 0; seen < SKETCH_SIZE && (i < a.length || j < b.length); seen += 1) {
    const left = a[i] ?? Number.POSITIVE_INFINITY;
    const right = b[j] ?? Number.POSITIVE_INFINITY;
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return seen === 0 ? 0 : shared / seen;
}

/**
 * Whether two texts are copies of each other: at least 8 shingles each and a similarity of at least .8, or one within
 * the other, framed by no more than half its own length.
 */
export function isMirror(a: TextFingerprint, b: TextFingerprint): boolean {
  if (a.length < MIN_SHINGLES || b.length < MIN_SHINGLES || !mayBeMirror(a, b)) return false;
  const similar = similarity(a, b);
  return similar >= MIRROR_SIMILARITY || isFramed(a, b, similar);
}

/** Sizes and similarity give how much of the shorter text stands in the longer one. */
function isFramed(a: TextFingerprint, b: TextFingerprint, similar: number): boolean {
  const [shorter = 0, longer = 0] = [sizeOf(a), sizeOf(b)].sort((x, y) => x - y);
  if (shorter < MIN_CONTAINED || longer > shorter * MAX_FRAME) return false;
  return (similar * (shorter + longer)) / (1 + similar) >= CONTAINED * shorter;
}

/** Distinct shingles: counted where the sketch holds them all, else from how densely the smallest ones lie. */
function sizeOf(sketch: TextFingerprint): number {
  const last = sketch[SKETCH_SIZE - 1];
  return last === undefined ? sketch.length : ((SKETCH_SIZE - 1) * HASHES) / Math.max(1, last);
}

/** Two copies share one of their smallest hashes but for a few cases in a million: most pairs end here. */
function mayBeMirror(a: TextFingerprint, b: TextFingerprint): boolean {
  for (let i = 0, j = 0; i < FIRST_HASHES && j < FIRST_HASHES; ) {
    const [left, right] = [a[i], b[j]];
    if (left === undefined || right === undefined) return false;
    if (left === right) return true;
    if (left < right) i += 1;
    else j += 1;
  }
  return false;
}
