import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findable,
  type IndexedSentence,
  nearestSentences,
} from '../../../../engine/reading/relate/nearest-sentences.ts';
import { SentenceIndex } from '../../../../eval/train/sentence-index.ts';

function sentence(words: readonly string[], at: number, above: readonly string[] = []): IndexedSentence {
  return { statement: { text: words.join(' '), title: '', above, header: null }, document: `d${at}` };
}

/** Both must find the same: what compares each with each, and an index of a whole corpus. */
const found = (
  others: readonly IndexedSentence[],
  words: readonly string[],
  above: readonly string[] = [],
  at = -1,
) => {
  const asked = sentence(words, at, above);
  const index = new SentenceIndex<IndexedSentence>();
  for (const one of others) index.add(one);
  const near = nearestSentences(asked, others);
  expect(index.find(asked)).toEqual(near);
  return near.map(({ document }) => document);
};

describe('nearest sentences', () => {
  test.each([128, 129])('a word of %i sentences finds them unless they are too many', (n) => {
    const same = Array.from({ length: n }, (_, at) => sentence(['arch', 'bridge', 'coast'], at));
    expect(found(same, ['arch', 'bridge', 'coast'])).toHaveLength(n <= 128 ? 3 : 0);
  });

  test('are never of the same document', () => {
    const both = [sentence(['arch', 'bridge'], 1), sentence(['arch', 'bridge'], 2)];
    expect(found(both, ['arch', 'bridge'], [], 1)).toEqual(['d2']);
  });

  test('are three at most, those of the rarest words first', () => {
    const common = Array.from({ length: 20 }, (_, at) => sentence(['arch', 'bridge', 'coast'], at));
    const ids = found([...common, sentence(['bridge', 'dam', 'coast'], 20)], ['bridge', 'dam']);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe('d20');
  });

  test('are never found by words above them alone, which count half', () => {
    const others = [sentence(['arch', 'gate'], 1, ['Ferry']), sentence(['arch', 'gate'], 2, ['Harbour'])];
    expect(found(others, ['arch', 'dam'], ['Harbour'])).toEqual(['d2', 'd1']);
    expect(found(others, ['dam', 'coast'], ['Harbour'])).toEqual([]);
  });

  test('are neither of one word, of more than 40, nor of more than 1,200 units', () => {
    const words = (n: number) => Array.from({ length: n }, (_, at) => `word${at}x`);
    const refused = [
      sentence(['arch'], 1),
      sentence(words(41), 2),
      sentence(['arch', 'bridge', 'x'.repeat(1_200)], 3),
    ];
    expect(findable(refused)).toEqual([]);
    expect(findable([sentence(words(40), 4), sentence(['arch', 'bridge'], 5)])).toHaveLength(2);
  });

  test('are the same by an index, whatever the sentences', () => {
    const word = fc.constantFrom('arch', 'bridge', 'coast', 'dam', 'east', 'ferry', 'gate', 'harbour', 'inn');
    const some = fc.array(word, { maxLength: 6 });
    const one = fc.record({ words: some, above: some, at: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), one, (others, asked) => {
        const sentences = others.map(({ words, above, at }) => sentence(words, at, above));
        found(sentences, asked.words, asked.above, asked.at);
      }),
    );
  });
});
