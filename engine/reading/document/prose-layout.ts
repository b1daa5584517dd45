import type { Block, Layout } from './layout.ts';

/** The layout of a text of which nothing else is known: paragraphs between blank lines. */
export function proseLayout(text: string): Layout {
  const blocks: Block[] = [];
  let at = 0;
  for (const part of text.split(/(\n[^\S\n]*(?:\n[^\S\n]*)*\n)/)) {
    const start = at + (part.length - part.trimStart().length);
    const end = start + part.trim().length;
    if (end > start) blocks.push({ kind: 'paragraph', start, end, level: 0, heading: -1, leadIn: -1 });
    at += part.length;
  }
  return blocks;
}
