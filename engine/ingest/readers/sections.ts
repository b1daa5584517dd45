import type { BlockKind, Layout } from '../../reading/document/layout.ts';
import type { ReadSection } from './read-document.ts';

/** A section goes on up to the next heading; one that is longer begins again at the next block that stands by itself. */
const FULL_SECTION = 1_500;
/** Blocks that follow closely on the one before them. */
const CONTINUES: ReadonlySet<BlockKind> = new Set(['row', 'item', 'code']);
/** What is divided even between rows or items. */
const MAX_SECTION = 3_000;

/** @param title heads the section before the first heading */
export function sectionsOf(text: string, layout: Layout, title: string): ReadSection[] {
  const sections: { heading: string; start: number; end: number }[] = [];
  for (const { kind, start, end } of layout) {
    const open = sections.at(-1);
    if (kind === 'heading') sections.push({ heading: text.slice(start, end), start, end });
    else if (open === undefined) sections.push({ heading: title, start, end });
    else if (isFull(open.end - open.start, end - open.start, kind)) {
      sections.push({ heading: open.heading, start, end });
    } else open.end = end;
  }
  return sections;
}

function isFull(length: number, after: number, kind: BlockKind): boolean {
  if (after > MAX_SECTION && length > FULL_SECTION / 2) return true;
  return length >= FULL_SECTION && !CONTINUES.has(kind);
}
