import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNames, normaliseKey } from '../../../engine/text/names.ts';
import { tokenise } from '../../../engine/text/tokens.ts';

function names(sentence: string, lang = 'en'): string[] {
  return findNames(sentence, tokenise(sentence, lang)).map((name) => name.surface);
}

describe('findNames', () => {
  it.each([
    ['Ban Ki-moon left.', ['Ban Ki-moon']],
    ['He is Secretary-General of the United Nations.', ['United Nations']],
    ['The 1915 Canakkale Bridge, opened on 18 March 2022, is long.', ['1915 Canakkale Bridge']],
    ['Node.js 16 and the iPhone 13 came in May.', ['Node.js 16', 'iPhone 13']],
    ['Royal Mail raised it in April.', ['Royal Mail']],
    ['It rains on Sundays.', []],
  ])('finds those of %j', (sentence, expected) => {
    expect(names(sentence)).toEqual(expected);
  });

  it('finds names by shape where there is no tagger', () => {
    expect(names('La capital de Kazajistán es Astaná desde 2019.', 'es')).toEqual(['Kazajistán', 'Astaná']);
  });
});

describe('normaliseKey', () => {
  it.each([
    ['The first-class stamps', 'first-class stamp'],
    ['Çanakkale Bridge', 'canakkale bridge'],
    ["Lake Baikal's depth", 'lake baikal depth'],
    ['Unicode 15.0', 'unicode 15.0'],
    ['Node.js 16', 'node.js 16'],
  ])('makes %j into %j', (text, key) => {
    expect(normaliseKey(text)).toBe(key);
  });

  it('keeps versions and classes apart', () => {
    expect(normaliseKey('Unicode 13.0')).not.toBe(normaliseKey('Unicode 15.0'));
    expect(normaliseKey('first-class stamp')).not.toBe(normaliseKey('second-class stamp'));
  });

  it('is the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(normaliseKey(text.normalize('NFD'))).toBe(normaliseKey(text.normalize('NFC')));
      }),
    );
  });
});
