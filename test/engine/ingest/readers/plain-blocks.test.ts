import { describe, expect, it } from 'vitest';
import { plainBlocks } from '../../../../engine/ingest/readers/plain-blocks.ts';

function kinds(text: string) {
  return plainBlocks(text)
    .builder.finish('T')
    .layout.map(({ kind }) => kind);
}

describe('plainBlocks', () => {
  it('reads lines that each have a bullet as items, and others as they are', () => {
    expect(kinds('- a\n- b\n\n- c\nd\n\n• e')).toEqual(['item', 'item', 'paragraph', 'paragraph']);
  });

  it('keeps every sign of a text', () => {
    const text = '# 5 *x* _y_ <b> [a](b) `c`\n\n1. | d |';
    expect(plainBlocks(text).builder.finish('T').text).toBe(text);
  });

  it('joins lines that an editor wrapped and keeps those that end where they end', () => {
    const wrapped = `${'word '.repeat(11)}\nend.`;
    expect(plainBlocks(`${wrapped}\n\nRed\nGreen`).builder.finish('T').text).toBe(
      `${'word '.repeat(11)}end.\n\nRed\nGreen`,
    );
  });

  it('reads ten lines of which one has words as a listing, and nine or wordier ones not', () => {
    const lines = (count: number, words: number) =>
      [...Array(words).fill('two words'), ...Array(count - words).fill('a==1.0')].join('\n');
    expect([kinds(lines(10, 0)), kinds(lines(9, 0)), kinds(lines(10, 1))]).toEqual([
      ['code'],
      ['paragraph'],
      ['paragraph'],
    ]);
  });
});
