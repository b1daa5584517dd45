import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine } from '../../engine/plain-line.ts';

const words = (...points: readonly number[]) => String.fromCodePoint(...points);

describe('plainLine', () => {
  it.each([
    ['a line break', 'a\r\nb', 'a b'],
    ['a line separator', 'a\u2028b\u2029c', 'a b c'],
    ['the end of a line of old', 'a\u0085b', 'a b'],
    ['an escape sequence', '\u001b[31mred\u0007', '[31mred'],
    ['a control of eight bits', 'a\u009b2Jb', 'a 2Jb'],
    ['an override of the direction', 'paid \u202e001\u202c to Ann', 'paid 001 to Ann'],
    ['an isolate', '\u2066a\u2069', 'a'],
    ['a mark of direction', 'a\u200e\u200f\u061cb', 'ab'],
    ['a space of no width', 'a\u200bb\u2060c\ufeffd', 'abcd'],
    ['a hidden text', `a${words(0xe0041, 0xe0042)}`, 'a'],
    ['white space around', '  a \t b  ', 'a b'],
    ['nothing but what is unseen', '\u202e \u200b\n', ''],
  ])('leaves out %s', (_what, text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  it.each([
    ['a joiner within an emoji', words(0x1f469, 0x200d, 0x1f52c)],
    ['a word that a joiner parts', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['an Arabic number with its sign', '\u0600\u0661\u0662'],
    ['Hebrew', '\u05e9\u05dc\u05d5\u05dd'],
  ])('keeps %s', (_what, text) => {
    expect(plainLine(text)).toBe(text);
  });

  it('gives the same line for its own output', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = plainLine(text);
        expect(plainLine(line)).toBe(line);
        expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
