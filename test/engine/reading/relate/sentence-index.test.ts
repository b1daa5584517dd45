import { describe, expect, test } from 'vitest';
import { type IndexedSentence, SentenceIndex } from '../../../../engine/reading/relate/sentence-index.ts';

function sentence(words: readonly string[], at: number, above: readonly string[] = []): IndexedSentence {
  return { statement: { text: words.join(' '), title: '', above, header: null }, document: `d${at}` };
}

function indexOf(sentences: readonly IndexedSentence[]): SentenceIndex<IndexedSentence> {
  const index = new SentenceIndex<IndexedSentence>();
  for (const one of sentences) index.add(one);
  return index;
}

const found = (
  index: SentenceIndex<IndexedSentence>,
  words: readonly string[],
  above: readonly string[] = [],
) => index.find(sentence(words, -1, above)).map(({ document }) => document);

describe('an index of sentences', () => {
  test.each([128, 129])('knows whether a word of %i sentences is common', (n) => {
    const same = Array.from({ length: n }, (_, at) => sentence(['arch', 'bridge', 'coast'], at));
    expect(found(indexOf(same), ['arch', 'bridge', 'coast'])).toHaveLength(n <= 128 ? 3 : 0);
  });

  test('finds no sentence of the same document', () => {
    const index = indexOf([sentence(['arch', 'bridge'], 1), sentence(['arch', 'bridge'], 2)]);
    expect(index.find(sentence(['arch', 'bridge'], 1)).map(({ document }) => document)).toEqual(['d2']);
  });

  test('finds at most three sentences, those of the rarest words first', () => {
    const common = Array.from({ length: 20 }, (_, at) => sentence(['arch', 'bridge', 'coast'], at));
    const index = indexOf([...common, sentence(['bridge', 'dam', 'coast'], 20)]);
    const ids = found(index, ['bridge', 'dam']);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe('d20');
  });

  test('weighs words above a sentence, and finds none by them alone', () => {
    const index = indexOf([
      sentence(['arch', 'gate'], 1, ['Ferry']),
      sentence(['arch', 'gate'], 2, ['Harbour']),
    ]);
    expect(found(index, ['arch', 'dam'], ['Harbour'])).toEqual(['d2', 'd1']);
    expect(found(index, ['dam', 'coast'], ['Harbour'])).toEqual([]);
  });

  test('takes in no sentence of one word, of more than 40, or of more than 1,200 units', () => {
    const words = (n: number) => Array.from({ length: n }, (_, at) => `word${at}x`);
    const index = indexOf([
      sentence(['arch'], 1),
      sentence(words(41), 2),
      sentence(['arch', 'bridge', 'x'.repeat(1_200)], 3),
    ]);
    expect(index.size).toBe(0);
    index.add(sentence(words(40), 4));
    index.add(sentence(['arch', 'bridge'], 5));
    expect(index.size).toBe(2);
  });
});
