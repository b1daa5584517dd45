import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMirror, similarity } from '../../../engine/ingest/near-duplicate.ts';
import { textFingerprint } from '../../../graph/fingerprint.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ');
const mirrors = (a: string, b: string) => isMirror(textFingerprint(a), textFingerprint(b));

function shingles(text: string): Set<string> {
  const words = text.split(' ');
  return new Set(words.slice(4).map((_, index) => words.slice(index, index + 5).join(' ')));
}

describe('isMirror', () => {
  it('finds a copy with other case, punctuation and line ends', () => {
    const text = numbered(0, 40);
    expect(mirrors(text, `${text.toUpperCase().replaceAll(' ', ',\n')}.`)).toBe(true);
  });

  it('finds a copy of Japanese text, which has no spaces', () => {
    const text = '土星には多くの衛星があり、最大のものはタイタンである。';
    expect(mirrors(text, text)).toBe(true);
  });

  it('finds a long copy with a changed sentence, and not a text that shares half', () => {
    expect(mirrors(numbered(0, 3000), `${numbered(0, 2900)} ${numbered(9000, 9050)}`)).toBe(true);
    expect(mirrors(numbered(0, 3000), numbered(1000, 4000))).toBe(false);
  });

  it('takes .8 as the limit: 40 of 50 shingles are a copy, 39 of 50 are not', () => {
    const base = numbered(0, 49);
    expect(similarity(textFingerprint(base), textFingerprint(numbered(5, 54)))).toBe(0.8);
    expect(mirrors(base, numbered(5, 54))).toBe(true);
    expect(mirrors(base, numbered(6, 54))).toBe(false);
  });

  it('finds a copy in a frame of up to half its length, and takes a longer text for one that says more', () => {
    const text = numbered(0, 104);
    const framed = (words: number) => `${numbered(500, 500 + words)} ${text}`;
    expect(mirrors(text, framed(50))).toBe(true);
    expect(mirrors(text, framed(51))).toBe(false);
    expect(mirrors(numbered(0, 3000), `${numbered(9000, 10_000)} ${numbered(0, 3000)}`)).toBe(true);
    expect(mirrors(numbered(0, 3000), `${numbered(9000, 12_000)} ${numbered(0, 3000)}`)).toBe(false);
  });

  it('does not take a sentence that two texts share for a copy', () => {
    const said = numbered(0, 15);
    expect(mirrors(said, `${said} ${numbered(50, 55)}`)).toBe(false);
    expect(mirrors(numbered(0, 16), `${numbered(0, 16)} ${numbered(50, 56)}`)).toBe(true);
  });

  it('does not call a short text a copy: eight shingles are needed', () => {
    expect(mirrors(numbered(0, 11), numbered(0, 11))).toBe(false);
    expect(mirrors(numbered(0, 12), numbered(0, 12))).toBe(true);
    expect(mirrors('', '')).toBe(false);
  });

  it('agrees with the exact Jaccard similarity where the texts are short', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 12, maxLength: 60 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [a, b] = [left.join(' '), right.join(' ')];
        const [of, other] = [shingles(a), shingles(b)];
        const shared = [...of].filter((shingle) => other.has(shingle)).length;
        const exact = shared / (of.size + other.size - shared);
        expect(similarity(textFingerprint(a), textFingerprint(b))).toBeCloseTo(exact, 12);
      }),
    );
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(mirrors(a, b)).toBe(mirrors(b, a));
      }),
    );
  });
});
