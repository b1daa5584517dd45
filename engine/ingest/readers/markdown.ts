import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmTable } from 'micromark-extension-gfm-table';
import { languageOfText } from '../../text/detect-language.ts';
import { decodeText, unixLines } from './decode-text.ts';
import { parseFrontMatter } from './front-matter.ts';
import { LayoutBuilder } from './layout-builder.ts';
import { MarkdownWriter } from './markdown-blocks.ts';
import { markdownFault } from './markdown-bounds.ts';
import { parseMetadata } from './metadata.ts';
import { type Parsed, type ReadResult, refusal } from './read-document.ts';

const MEDIA_TYPE = 'text/markdown';
/** Largest Markdown file in characters: its parser takes about 2 s per million. */
const MAX_MARKDOWN_CHARS = 4 * 1024 * 1024;
/** Every sign or line start by which Markdown means something; text without one is paragraphs. */
const MARKUP = /[*_`#[\]<>|~\\&!]|^[ \t]*(?:[-+:=]|\d+[.)])|^(?: {4}|\t)| {2}$/m;

/** Reads a Markdown file: YAML front matter, headings as sections, and every block with what stands above it. */
export function readMarkdown(name: string, bytes: Uint8Array): ReadResult {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return refusal(name, null, decoded);
  const source = unixLines(decoded.value);
  const root = parseMarkdown(source, true);
  if (!root.ok) return refusal(name, null, root);
  const stated = statedMembers(root.value);
  if (!stated.ok) return refusal(name, null, stated);
  const metadata = parseMetadata(stated.value, name);
  if (!metadata.ok) return refusal(name, null, metadata);
  const built = build(source, root.value);
  if (!built.ok) return refusal(name, null, built);
  const title = metadata.value.title ?? built.value.titleHeading() ?? name;
  const body = built.value.finish(title);
  const lang = metadata.value.lang ?? languageOfText(body.text);
  return { ok: true, document: { ...metadata.value, lang, title, ...body, mediaType: MEDIA_TYPE, bytes } };
}

/** The blocks of a Markdown text without a front matter. */
export function markdownBlocks(text: string): Parsed<LayoutBuilder> {
  const source = unixLines(text);
  if (!MARKUP.test(source)) return filled(proseBlocks(source));
  const root = parseMarkdown(source, false);
  return root.ok ? build(source, root.value) : root;
}

function proseBlocks(source: string): LayoutBuilder {
  const builder = new LayoutBuilder();
  for (const paragraph of source.split(/\n[^\S\n]*(?:\n[^\S\n]*)*\n/)) {
    builder.paragraph(paragraph.replace(/\s+/g, ' '));
  }
  return builder;
}

function parseMarkdown(source: string, hasFrontMatter: boolean): Parsed<Root> {
  if (source.length > MAX_MARKDOWN_CHARS) {
    const detail = `the Markdown is longer than ${MAX_MARKDOWN_CHARS} characters`;
    return { ok: false, reason: 'too_large', detail };
  }
  const fault = markdownFault(source);
  if (fault !== null) return { ok: false, reason: 'too_complex', detail: fault };
  const yaml = hasFrontMatter ? ['yaml' as const] : [];
  const root = fromMarkdown(source, {
    extensions: [frontmatter(yaml), gfmTable()],
    mdastExtensions: [frontmatterFromMarkdown(yaml), gfmTableFromMarkdown()],
  });
  return { ok: true, value: root };
}

function statedMembers(root: Root): Parsed<Readonly<Record<string, unknown>>> {
  const [first] = root.children;
  return first?.type === 'yaml' ? parseFrontMatter(first.value) : { ok: true, value: {} };
}

function build(source: string, root: Root): Parsed<LayoutBuilder> {
  const writer = new MarkdownWriter(source);
  writer.write(root);
  if (writer.tooComplex) return { ok: false, reason: 'too_complex', detail: 'the document nests too deep' };
  return filled(writer.builder);
}

function filled(builder: LayoutBuilder): Parsed<LayoutBuilder> {
  if (builder.overflowed) return { ok: false, reason: 'too_large', detail: 'the plain text is too large' };
  if (builder.isEmpty) return { ok: false, reason: 'empty', detail: 'the document has no text' };
  return { ok: true, value: builder };
}
