import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../engine/text/sentences.ts';

function split(text: string): string[] {
  return splitSentences(text, 'en').map(({ start, end }) => text.slice(start, end));
}

describe('splitSentences', () => {
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
  ])('splits %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it('ends a sentence at blank lines, list markers, headings and table rows', () => {
    const text =
      '# A heading\nProse goes\non here\n\n- one\n- two\n| Bulgaria | lev |\n| Croatia | euro |\nEnd';
    const expected = [
      '# A heading',
      'Prose goes\non here',
      '- one',
      '- two',
      '| Bulgaria | lev |',
      '| Croatia | euro |',
    ];
    expect(split(text)).toEqual([...expected, 'End']);
  });

  it('finds nothing in text without a word', () => {
    expect(split('')).toEqual([]);
    expect(split(' \n\n \t')).toEqual([]);
  });

  it('gives trimmed, ordered spans that never overlap and lose no word, whatever the text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '|', '-', '3', '"', '…', 'é', '💧'),
    });
    fc.assert(
      fc.property(text, (sample) => {
        const spans = splitSentences(sample, 'en');
        for (const [i, span] of spans.entries()) {
          const piece = sample.slice(span.start, span.end);
          expect(piece).toBe(piece.trim());
          expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
        }
        const kept = spans.map(({ start, end }) => sample.slice(start, end)).join('');
        expect(kept.replace(/\s/g, '')).toBe(sample.replace(/\s/g, ''));
      }),
    );
  });

  it.each(['.', '. ', '"', '[1]', 'A.', '|', '\n', '- ', '...x'])(
    'stays linear on 100,000 units of %j',
    (unit) => {
      const text = unit.repeat(Math.floor(100_000 / unit.length));
      const started = performance.now();
      splitSentences(text, 'en');
      expect(performance.now() - started).toBeLessThan(1_500);
    },
  );
});
