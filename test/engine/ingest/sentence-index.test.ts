import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IndexedSentence, SentenceIndex } from '../../../engine/ingest/sentence-index.ts';

const WORDS = ['arch', 'bridge', 'coast', 'dam', 'engine', 'ferry', 'gate', 'harbour'];

function sentence(words: readonly string[], at: number): IndexedSentence {
  return { claims: [], text: `${at}`, publisher: `${at % 3}.example`, words: new Set(words) };
}

function indexOf(sentences: readonly IndexedSentence[]): SentenceIndex {
  const index = new SentenceIndex();
  for (const one of sentences) index.add(one);
  return index;
}

const texts = (index: SentenceIndex, words: readonly string[]) =>
  index.find(new Set(words), 'asking.example').map(({ text }) => text);

describe('an index of sentences', () => {
  test('that is cut finds what one finds that never had more', () => {
    const some = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 3 });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 30 }), fc.nat(30), some, (all, kept, asked) => {
        const sentences = all.map(sentence);
        const cut = indexOf(sentences);
        cut.cutTo(kept);
        const fresh = indexOf(sentences.slice(0, kept));
        expect(cut.size).toBe(fresh.size);
        expect(texts(cut, asked)).toEqual(texts(fresh, asked));
        for (const one of sentences.slice(kept)) cut.add(one);
        expect(texts(cut, asked)).toEqual(texts(indexOf(sentences), asked));
      }),
    );
  });

  test.each([128, 129, 200])(
    'knows again, after it was cut, whether a word of %i sentences is common',
    (n) => {
      const same = Array.from({ length: 300 }, (_, at) => sentence(['arch', 'bridge', 'coast'], at));
      const cut = indexOf(same);
      cut.cutTo(n);
      expect(texts(cut, ['arch', 'bridge', 'coast'])).toHaveLength(n <= 128 ? 3 : 0);
    },
  );
});
