import type { Nodes, Root, RootContent, Table, TableRow } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmTable } from 'micromark-extension-gfm-table';
import { languageOfText } from '../../text/detect-language.ts';
import { decodeText, unixLines } from './decode-text.ts';
import { parseFrontMatter } from './front-matter.ts';
import { parseMetadata } from './metadata.ts';
import { MAX_DEPTH, type Parsed, type ReadResult, refusal } from './read-document.ts';
import { rowText } from './table-text.ts';
import { TextBuilder } from './text-builder.ts';

const MEDIA_TYPE = 'text/markdown';
/** Largest Markdown file in characters: its parser takes about 2 s per million. */
const MAX_MARKDOWN_CHARS = 4 * 1024 * 1024;
/** Longest run of emphasis marks, and most marks of one paragraph: the parser's time grows with their square. */
const MAX_MARK_RUN = 256;
const MAX_PARAGRAPH_MARKS = 16 * 1024;
const MARK_RUN = new RegExp(`[*_]{${MAX_MARK_RUN + 1}}`);

/** Reads a Markdown file: YAML front matter, headings as sections, list items and table rows as lines. */
export function readMarkdown(name: string, bytes: Uint8Array): ReadResult {
  const root = parseMarkdown(bytes);
  if (!root.ok) return refusal(name, null, root);
  const stated = statedMembers(root.value);
  if (!stated.ok) return refusal(name, null, stated);
  const metadata = parseMetadata(stated.value, name);
  if (!metadata.ok) return refusal(name, null, metadata);
  const title = metadata.value.title ?? firstHeading(root.value) ?? name;
  const body = markdownText(root.value, title);
  if (!body.ok) return refusal(name, null, body);
  const lang = metadata.value.lang ?? languageOfText(body.value.text);
  return {
    ok: true,
    document: { ...metadata.value, lang, title, ...body.value, mediaType: MEDIA_TYPE, bytes },
  };
}

function parseMarkdown(bytes: Uint8Array): Parsed<Root> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  if (decoded.value.length > MAX_MARKDOWN_CHARS) {
    const detail = `the Markdown is longer than ${MAX_MARKDOWN_CHARS} characters`;
    return { ok: false, reason: 'too_large', detail };
  }
  const markdown = unixLines(decoded.value);
  if (hasTooManyMarks(markdown)) {
    return { ok: false, reason: 'too_complex', detail: 'a paragraph has too many emphasis or link marks' };
  }
  const root = fromMarkdown(markdown, {
    extensions: [frontmatter(['yaml']), gfmTable()],
    mdastExtensions: [frontmatterFromMarkdown(['yaml']), gfmTableFromMarkdown()],
  });
  return { ok: true, value: root };
}

function hasTooManyMarks(markdown: string): boolean {
  if (MARK_RUN.test(markdown)) return true;
  return markdown.split(/\n[^\S\n]*\n/).some((paragraph) => {
    return (
      paragraph.length > MAX_PARAGRAPH_MARKS && paragraph.replace(/[^*_[]+/g, '').length > MAX_PARAGRAPH_MARKS
    );
  });
}

function statedMembers(root: Root): Parsed<Readonly<Record<string, unknown>>> {
  const [first] = root.children;
  return first?.type === 'yaml' ? parseFrontMatter(first.value) : { ok: true, value: {} };
}

function firstHeading(root: Root): string | null {
  const heading = root.children.find((node) => node.type === 'heading');
  const text = heading === undefined ? '' : inlineText(heading, 0);
  return text === '' ? null : text;
}

function markdownText(root: Root, title: string) {
  const builder = new TextBuilder();
  const depth = writeBlocks(builder, root.children, 0, false);
  if (depth > MAX_DEPTH)
    return { ok: false, reason: 'too_complex', detail: 'the document nests too deep' } as const;
  if (builder.overflowed)
    return { ok: false, reason: 'too_large', detail: 'the plain text is too large' } as const;
  const value = builder.finish(title);
  if (value.text === '') return { ok: false, reason: 'empty', detail: 'the document has no text' } as const;
  return { ok: true, value } as const;
}

/** Writes blocks in order and returns the deepest level met; what lies below the bound is not entered. */
function writeBlocks(
  builder: TextBuilder,
  nodes: readonly RootContent[],
  depth: number,
  tight: boolean,
): number {
  if (depth > MAX_DEPTH) return depth;
  let deepest = depth;
  for (const [index, node] of nodes.entries()) {
    const inList = index > 0 && (node.type === 'listItem' || node.type === 'list');
    deepest = Math.max(deepest, writeBlock(builder, node, depth, tight || inList));
  }
  return deepest;
}

/** @param tight whether the block's first line follows the line before it directly */
function writeBlock(builder: TextBuilder, node: RootContent, depth: number, tight: boolean): number {
  switch (node.type) {
    case 'heading':
      builder.heading(inlineText(node, depth));
      return depth;
    case 'paragraph':
      writeLine(builder, inlineText(node, depth), tight);
      return depth;
    case 'code':
      writeLine(builder, node.value.trimEnd(), false);
      return depth;
    case 'table':
      writeTable(builder, node, depth);
      return depth;
    case 'list':
    case 'listItem':
    case 'blockquote':
      return writeBlocks(builder, node.children, depth + 1, tight);
    default:
      // Raw HTML, link definitions, rules and the front matter are not prose.
      return depth;
  }
}

function writeLine(builder: TextBuilder, text: string, tight: boolean): void {
  if (tight) builder.line(text);
  else builder.paragraph(text);
}

function writeTable(builder: TextBuilder, table: Table, depth: number): void {
  const [header, ...rows] = table.children.map((row) => rowCells(row, depth));
  if (header === undefined) return;
  for (const [index, cells] of rows.entries()) writeLine(builder, rowText(header, cells), index > 0);
}

function rowCells(row: TableRow, depth: number): string[] {
  return row.children.map((cell) => inlineText(cell, depth));
}

/** The words of inline content on one line; a hard break stays a line end. */
function inlineText(node: Nodes, depth: number): string {
  return rawText(node, depth)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

function rawText(node: Nodes, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (node.type === 'text') return node.value.replace(/\n/g, ' ');
  if (node.type === 'inlineCode') return node.value;
  if (node.type === 'break') return '\n';
  if (!('children' in node)) return '';
  return node.children.map((child) => rawText(child, depth + 1)).join('');
}
