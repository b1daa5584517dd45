import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../../engine/ingest/readers/markdown.ts';
import { contextOf, MAX_LEAD_IN } from '../../../../engine/reading/document/context.ts';
import { sentencesOf } from '../../../../engine/reading/document/sentences.ts';

/** The context of the sentence that holds `words`. */
function context(markdown: string, words: string) {
  const read = readMarkdown('a.md', new TextEncoder().encode(markdown));
  if (!read.ok) throw new Error(read.detail);
  const { text, layout, title, lang } = read.document;
  const sentence = sentencesOf(text, layout, lang).find(({ start, end }) =>
    text.slice(start, end).includes(words),
  );
  if (sentence === undefined) throw new Error(`no sentence holds ${words}`);
  return contextOf(text, layout, title, sentence);
}

describe('contextOf', () => {
  it('gives the headings above a sentence without the title', () => {
    const source = '# Server\n\n## Ports\n\n### Default\n\nIt is 5173.\n\n## Other\n\nNo.';
    expect(context(source, '5173')).toEqual({ headings: ['Ports', 'Default'], leadIn: null, header: null });
    expect(context(source, 'No.').headings).toEqual(['Other']);
    expect(context(source, 'Server').headings).toEqual([]);
  });

  it('gives what leads in an item, the outermost first', () => {
    const source = 'Fees for permits:\n\n- Residents\n  - First vehicle 42.00';
    expect(context(source, '42.00').leadIn).toBe('Fees for permits: Residents');
  });

  it('gives the cells of the header above a row, and what leads in the table', () => {
    const source = 'Charges per year.\n\n| Permit | | a \\| b |\n|---|---|---|\n| First | 42.00 |';
    expect(context(source, '42.00')).toEqual({
      headings: [],
      leadIn: 'Charges per year.',
      header: ['Permit', '', 'a \\| b'],
    });
    expect(context(source, 'Permit').header).toBeNull();
  });

  it('cuts a long lead-in at a word and leaves its end', () => {
    const leadIn = context(`${'word '.repeat(100)}last:\n\n- item`, 'item').leadIn ?? '';
    expect(leadIn.length).toBeLessThanOrEqual(MAX_LEAD_IN);
    expect(leadIn).toMatch(/^word .* last:$/);
    expect(context(`${'💧'.repeat(300)}\n\n- item`, 'item').leadIn?.isWellFormed()).toBe(true);
  });
});
