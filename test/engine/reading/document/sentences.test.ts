import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../../engine/ingest/readers/read-file.ts';
import type { Layout } from '../../../../engine/reading/document/layout.ts';
import { MAX_SENTENCE } from '../../../../engine/reading/document/layout.ts';
import { sentencesOf } from '../../../../engine/reading/document/sentences.ts';
import { cpuMs } from '../../../cpu-time.ts';

const paragraph = (text: string): Layout => [
  { kind: 'paragraph', start: 0, end: text.length, level: 0, heading: -1, leadIn: -1 },
];

function split(text: string): string[] {
  return sentencesOf(text, paragraph(text), 'en').map(({ start, end }) => text.slice(start, end));
}

function read(markdown: string) {
  for (const result of readFile('a.md', new TextEncoder().encode(markdown))) {
    if (result.ok) return result.document;
  }
  return null;
}

describe('sentencesOf', () => {
  it.each([
    ['Dr. Smith met Prof. Lee. They spoke.', ['Dr. Smith met Prof. Lee.', 'They spoke.']],
    ['It cost 3.5 euros, e.g. in Lund. Then it rose.', ['It cost 3.5 euros, e.g. in Lund.', 'Then it rose.']],
    ['The U.S. Army came. The U.S. The end.', ['The U.S. Army came.', 'The U.S.', 'The end.']],
    ['He owns No. 5 of it. No. Never.', ['He owns No. 5 of it.', 'No.', 'Never.']],
    ['J. R. R. Tolkien wrote it. A. Reader read it.', ['J. R. R. Tolkien wrote it.', 'A. Reader read it.']],
    ['Node.js 16 runs.[3] Version 3.9.0 does not.', ['Node.js 16 runs.[3]', 'Version 3.9.0 does not.']],
    ['She said "Go." He went.', ['She said "Go."', 'He went.']],
    ['And so on... Then more. approx. 5 km', ['And so on...', 'Then more. approx. 5 km']],
    ['At 5 p.m. Tom left. Why?', ['At 5 p.m.', 'Tom left.', 'Why?']],
    ['东京很大。它有铁路！', ['东京很大。', '它有铁路！']],
    ['هل هذا صحيح؟ نعم.', ['هل هذا صحيح؟', 'نعم.']],
    ['Type: string\nDefault: 5173\nand more', ['Type: string', 'Default: 5173\nand more']],
    ['It ends.\nlocalhost is allowed.', ['It ends.', 'localhost is allowed.']],
  ])('splits %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it('gives headings, terms and rows whole, and code by line', () => {
    const document = read(
      '# Why? Because.\n\n**No. Yes**\n\n| A. B | C |\n|---|---|\n| D. E | F |\n\n```\nx = 1\n\n  y\n```',
    );
    const { text = '', layout = [] } = document ?? {};
    const pieces = sentencesOf(text, layout, 'en').map(({ start, end, block }) => [
      block,
      text.slice(start, end),
    ]);
    expect(pieces).toEqual([
      [0, 'Why? Because.'],
      [1, 'No. Yes'],
      [2, 'A. B | C'],
      [3, 'D. E | F'],
      [4, 'x = 1'],
      [4, 'y'],
    ]);
  });

  it('leaves a sentence at the limit whole and divides one that is a unit longer', () => {
    expect(split(`${'a'.repeat(MAX_SENTENCE - 1)}.`)).toHaveLength(1);
    expect(split(`${'a'.repeat(MAX_SENTENCE)}.`).map(({ length }) => length)).toEqual([MAX_SENTENCE, 1]);
  });

  it.each([
    ['at a clause', `${'ab '.repeat(60)}end; ${'cd, '.repeat(60)}`, 'end;'],
    ['at a comma without a clause', `${'ab, '.repeat(90)}${'cd '.repeat(60)}`, 'ab,'],
    ['at a word without a comma', 'word '.repeat(120), 'word'],
    ['between cells', `${'a b '.repeat(60)}| ${'c d '.repeat(60)}`, '|'],
  ])('divides a long sentence %s', (_, text, end) => {
    expect(split(text)[0]?.endsWith(end)).toBe(true);
  });

  it.each(['👩‍👩‍👧‍👦', '🇩🇪', 'é', '👍🏽', '𝒳', 'कि'])('never divides the sign %s', (sign) => {
    for (const shift of [0, 1, 2, 3]) {
      const pieces = split('x'.repeat(shift) + sign.repeat(500));
      expect(pieces.length).toBeGreaterThan(1);
      for (const piece of pieces) expect(piece.replace(/^x+/, '').replaceAll(sign, '')).toBe('');
    }
  });

  it('divides marks that never end', () => {
    const pieces = split(`a${'\u0301'.repeat(1_000)}`);
    expect(pieces.every(({ length }) => length <= MAX_SENTENCE)).toBe(true);
  });

  it('gives trimmed, ordered spans inside their block that lose no word, whatever the document', () => {
    const unit = fc.constantFrom(
      ...[
        'a',
        'B',
        '.',
        ' ',
        '\n',
        '\n\n',
        '|',
        '- ',
        '3',
        '"',
        '…',
        'é',
        '💧',
        '# ',
        '> ',
        '```\n',
        '|-|-|\n',
        '。',
      ],
      ...[
        '<b>',
        '**',
        '`',
        ':::',
        '1. ',
        'x'.repeat(390),
        '\u200d',
        'ب',
        '  ',
        '\t',
        '[a](b)',
        '<div>',
        '::: tip A\n',
      ],
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (source) => {
        const document = read(source);
        if (document === null) return;
        const { text, layout, lang } = document;
        for (const [index, block] of layout.entries()) {
          expect(block.start).toBeGreaterThanOrEqual(layout[index - 1]?.end ?? 0);
          expect(block.end).toBeGreaterThan(block.start);
          expect(Math.max(block.heading, block.leadIn)).toBeLessThan(index);
        }
        const spans = sentencesOf(text, layout, lang);
        for (const [i, span] of spans.entries()) {
          const block = layout[span.block];
          const piece = text.slice(span.start, span.end);
          expect(piece).toBe(piece.trim());
          expect(piece.length).toBeLessThanOrEqual(MAX_SENTENCE);
          expect(span.start).toBeGreaterThanOrEqual(Math.max(spans[i - 1]?.end ?? 0, block?.start ?? 0));
          expect(span.end).toBeLessThanOrEqual(block?.end ?? 0);
        }
        const joined = spans.map(({ start, end }) => text.slice(start, end)).join('');
        expect(joined.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['.', '. ', '"', '[1]', 'A.', '|', '\n', '- ', '...x', 'a', 'ab ', ', ', '🇩🇪', '\u0301'])(
    'stays linear on a million units of %j',
    (unit) => {
      const text = unit.repeat(Math.floor(1_000_000 / unit.length));
      expect(cpuMs(() => sentencesOf(text, paragraph(text), 'en'))).toBeLessThan(4_000);
    },
  );
});
