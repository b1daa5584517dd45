import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IndexedSentence, SentenceIndex } from '../../../../engine/reading/relate/sentence-index.ts';

const WORDS = ['arch', 'bridge', 'coast', 'dam', 'engine', 'ferry', 'gate', 'harbour'];

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
  test('that is cut finds what one finds that never had more', () => {
    const some = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 2 });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), fc.nat(30), some, (all, size, asked) => {
        const sentences = all.map((words, at) => sentence(words, at));
        const cut = indexOf(sentences);
        cut.cutTo(size);
        const fresh = indexOf(sentences.slice(0, size));
        expect(cut.size).toBe(fresh.size);
        expect(found(cut, asked)).toEqual(found(fresh, asked));
        for (const one of sentences.slice(size)) cut.add(one);
        expect(found(cut, asked)).toEqual(found(indexOf(sentences), asked));
      }),
    );
  });

  test.each([128, 129, 200])(
    'knows again, after it was cut, whether a word of %i sentences is common',
    (n) => {
      const same = Array.from({ length: 300 }, (_, at) => sentence(['arch', 'bridge', 'coast'], at));
      const cut = indexOf(same);
      cut.cutTo(n);
      expect(found(cut, ['arch', 'bridge', 'coast'])).toHaveLength(n <= 128 ? 3 : 0);
    },
  );

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
