import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FontFace, FontName } from '../../../gateway/report/pdf/fonts.ts';
import { Fonts, REPLACEMENT } from '../../../gateway/report/pdf/fonts.ts';
import { type SetLine, setText } from '../../../gateway/report/pdf/set-text.ts';
import { SETTINGS } from '../../../gateway/report/pdf/type.ts';

const EM = 0.5;
const WIDTH = 100;
const setting = SETTINGS.body;

/** Half an em for each character; `regular` knows Latin, `wide` all of the basic plane but Han. */
function face(covers: (codePoint: number) => boolean): FontFace {
  return { covers, width: (text, size) => [...text].length * size * EM };
}

let fonts: Fonts;

beforeAll(() => {
  const faces: [FontName, FontFace][] = [
    ['regular', face((point) => point < 0x500)],
    ['strong', face((point) => point < 0x500)],
    ['wide', face((point) => point < 0x4e00 || (point > 0x9fff && point < 0x10000))],
    ['wideStrong', face(() => false)],
    ['mono', face((point) => point < 0x100)],
  ];
  fonts = new Fonts(new Map(faces));
});

const set = (text: string, width = WIDTH) => setText([{ text }], width, setting, fonts);
const drawn = (line: SetLine) =>
  line
    .toSorted((a, b) => a.x - b.x)
    .map((piece) => piece.drawn)
    .join('');
const said = (lines: readonly SetLine[]) =>
  lines.map((line) => line.map((piece) => piece.actual ?? piece.drawn).join('')).join('');

describe('setting text', () => {
  it('breaks lines between words, and drops the space where it breaks', () => {
    expect(set('aaaaaaaaa bbbbbbbbb ccccccccc').map(drawn)).toEqual(['aaaaaaaaa bbbbbbbbb', 'ccccccccc']);
  });

  it('breaks a word that fits no line, behind a slash where there is one', () => {
    const lines = set('https://a.example/bbbbb/cccccccccccccc').map(drawn);
    expect(lines.join('')).toBe('https://a.example/bbbbb/cccccccccccccc');
    expect(lines[0]).toBe('https://a.example/');
  });

  it('gives one empty line for no text', () => {
    expect(set('')).toEqual([[]]);
  });

  it('takes a font that has the character where the first one has not', () => {
    expect(set('a→b')[0]?.map(({ font, drawn: text }) => [font, text])).toEqual([
      ['regular', 'a'],
      ['wide', '→'],
      ['regular', 'b'],
    ]);
  });

  it('draws a visible box for a character that no font has, with the character as its text', () => {
    expect(set('湖 x')[0]?.map(({ drawn: text, actual }) => [text, actual])).toEqual([
      [REPLACEMENT, '湖'],
      [' x', null],
    ]);
  });

  it('puts one box for a character that is made of several', () => {
    expect(set('👩‍👩‍👧‍👦')[0]?.map(({ drawn: text, actual }) => [text, actual])).toEqual([
      [REPLACEMENT, '👩‍👩‍👧‍👦'],
    ]);
  });

  it('runs right to left where the text does, from the right margin', () => {
    const [line = []] = set('אבג דה', WIDTH);
    expect(line.map(({ actual }) => actual)).toEqual(['אבג', ' ', 'דה']);
    const [first, , last] = line;
    expect(first?.x).toBeGreaterThan(last?.x ?? 0);
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(WIDTH);
  });

  it('keeps what runs right to left in its place within what runs left to right', () => {
    const [line = []] = set('ab אבג דה cd', 200);
    expect(drawn(line)).toBe('ab דה אבג cd');
    expect(line.map(({ actual, drawn: text }) => actual ?? text).join('')).toBe('ab אבג דה cd');
  });

  it('mirrors brackets in what runs right to left', () => {
    const [line = []] = set('(אב)', WIDTH);
    expect(drawn(line)).toBe('(אב)');
    expect(line.at(0)?.drawn).toBe(')');
    expect(line.at(0)?.actual).toBe('(');
  });

  it('loses nothing but spaces at breaks, and never passes the width, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (given) => {
        const lines = set(given);
        const shapeless = /[\s\p{Default_Ignorable_Code_Point}]/gu;
        expect(said(lines).replaceAll(shapeless, '')).toBe(given.replaceAll(shapeless, ''));
        for (const line of lines) {
          for (const { x, width } of line) {
            expect(x).toBeGreaterThanOrEqual(0);
            expect(x + width).toBeLessThanOrEqual(WIDTH + 1e-6);
          }
        }
      }),
    );
  });
});
