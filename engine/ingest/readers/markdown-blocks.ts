import type { Definition, Heading, List, Paragraph, Root, RootContent, Table } from 'mdast';
import { writeHtml } from './html-text.ts';
import { LayoutBuilder } from './layout-builder.ts';
import { type InlineLine, InlineReader } from './markdown-inline.ts';
import { MAX_DEPTH } from './read-document.ts';

/** Opens or closes a container: `::: tip Title`, `:::`, `!!! note "Title"`, `[!NOTE]`, `{% tab title="Title" %}`. */
const CONTAINER =
  /^(?::{3,}\s*[\w-]*|(?:!!!|\?\?\?\+?)\s+[\w-]+|\[!\w+\][+-]?)(?=\s|$)\s*(.*)$|^\{%(?:[^%"]*"([^"]*)")?[^%]*%\}$/;
/** What an MDX page imports and exports, and its comments. */
const SCRIPT =
  /^(?:import\s[^;]*\sfrom\s+['"]|import\s+['"]|export\s+(?:const|let|default|function|async)\s|\{\/\*)/;
/** `[[toc]]`, `[TOC]`, and macros of a site's generator. */
const GENERATED = /^(?:\[\[?_?toc_?\]\]?|(?:\{\{[^{}]*\}\}\s*)+)$/i;
/** An ordered list that begins above is no list: "1986. A great year." */
const MAX_FIRST_NUMBER = 99;
/** Longest line that an underline makes a heading of; a longer one is prose above a rule. */
const MAX_UNDERLINED = 120;
/** Deepest nesting of a list of links. */
const MAX_LINK_DEPTH = 16;

/** Writes a Markdown tree block by block. */
export class MarkdownWriter {
  readonly builder = new LayoutBuilder();
  readonly #source: string;
  readonly #inline: InlineReader;
  #tooComplex = false;

  /** @param source what the tree was parsed from */
  constructor(source: string) {
    this.#source = source;
    this.#inline = new InlineReader(source);
  }

  /** Whether something nested too deep to be entered, so that the document is refused. */
  get tooComplex(): boolean {
    return this.#tooComplex;
  }

  write(root: Root): void {
    this.#blocks(root.children, 0);
  }

  #blocks(nodes: readonly RootContent[], depth: number): void {
    if (depth > MAX_DEPTH) this.#tooComplex = true;
    else for (const node of nodes) this.#block(node, depth);
  }

  #block(node: RootContent, depth: number): void {
    const { builder } = this;
    if (node.type === 'paragraph') this.#paragraph(node);
    else if (node.type === 'heading') this.#heading(node);
    else if (node.type === 'list') this.#list(node, depth);
    else if (node.type === 'table') this.#table(node);
    else if (node.type === 'code') builder.code(node.value);
    else if (node.type === 'html') this.#html(node.value);
    else if (node.type === 'definition') this.#definition(node);
    else if (node.type === 'thematicBreak') builder.endTerm();
    else if (node.type === 'blockquote') {
      builder.openQuote();
      this.#blocks(node.children, depth + 1);
      builder.closeQuote();
    }
  }

  #heading(node: Heading): void {
    const text = this.#inline.text(node);
    const underlined = !/^#/.test(this.#sourceOf(node));
    const isProse = underlined && (text.length > MAX_UNDERLINED || /[.;,]$/.test(text));
    if (isProse) this.builder.paragraph(text);
    else this.builder.heading(text.replace(/\s*\{#[^{}]*\}$/, ''), node.depth);
  }

  #paragraph(node: Paragraph): void {
    const lines = this.#inline.lines(node).filter(({ text }) => text !== '');
    let open: string[] = [];
    const flush = () => {
      this.builder.paragraph(open.join(''));
      open = [];
    };
    if (
      !this.builder.inList &&
      lines.length > 0 &&
      lines.every(({ links, text }) => links || GENERATED.test(text))
    ) {
      for (const { text } of lines) this.builder.navigation(text);
      return;
    }
    if (SCRIPT.test(lines[0]?.text ?? '')) {
      this.builder.code(lines.map(({ text }) => text).join('\n'));
      return;
    }
    for (const [index, line] of lines.entries()) {
      const container = CONTAINER.exec(line.text);
      if (container !== null || (line.label && !this.builder.inList)) {
        flush();
        if (container === null) this.builder.term(line.text);
        else this.#container(container[1] ?? container[2] ?? '');
      } else open.push(open.length === 0 ? '' : gapBefore(line, lines[index - 1]), line.text);
    }
    flush();
  }

  #container(title: string): void {
    this.builder.endTerm();
    const plain = title.replace(/\{[^{}]*\}$|^"|"$/g, '').trim();
    if (plain !== '') this.builder.term(plain);
  }

  #list(list: List, depth: number): void {
    if (depth >= MAX_DEPTH) {
      this.#tooComplex = true;
      return;
    }
    const { builder } = this;
    if (isLinkList(list, 0)) {
      for (const text of this.#linkTexts(list)) builder.navigation(text);
      return;
    }
    const first = list.ordered ? (list.start ?? 1) : 1;
    const isText = first > MAX_FIRST_NUMBER || (first > 1 && list.children.length === 1);
    if (!isText) builder.openList();
    for (const item of list.children) {
      if (isText) {
        const [number = ''] = /^\d+[.)]/.exec(this.#sourceOf(item)) ?? [];
        const [head, ...rest] = item.children;
        if (head?.type === 'paragraph') builder.paragraph(`${number} ${this.#inline.text(head)}`);
        this.#blocks(head?.type === 'paragraph' ? rest : item.children, depth + 1);
      } else {
        builder.beginItem();
        this.#blocks(item.children, depth + 1);
      }
    }
    if (!isText) builder.closeList();
  }

  #linkTexts(list: List): string[] {
    return list.children.flatMap((item) =>
      item.children.flatMap((child) =>
        child.type === 'list' ? this.#linkTexts(child) : [this.#inline.text(child)],
      ),
    );
  }

  #table(table: Table): void {
    const [header, ...rows] = table.children.map((row) =>
      row.children.map((cell) => this.#inline.text(cell)),
    );
    this.builder.table(header ?? null, rows);
  }

  #html(value: string): void {
    if (!writeHtml(this.builder, value)) this.#tooComplex = true;
  }

  /** "[Note]: nothing" defines no address. */
  #definition(node: Definition): void {
    if (!/[/.#:]/.test(node.url)) this.builder.paragraph(this.#sourceOf(node));
  }

  #sourceOf({ position }: RootContent): string {
    return this.#source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  }
}

/** Lines that begin with a bold label are lines, and a sentence may begin with code; others were wrapped by an editor. */
function gapBefore(line: InlineLine, previous: InlineLine | undefined): string {
  const begins = line.code && /[.!?]$/.test(previous?.text ?? '');
  return line.hard || line.labelled || begins || previous?.label === true ? '\n' : ' ';
}

/** Whether every item is links and nothing else: a menu, a table of contents. */
function isLinkList(list: List, depth: number): boolean {
  if (depth > MAX_LINK_DEPTH) return false;
  return list.children.every(
    (item) =>
      item.children.length > 0 &&
      item.children.every(
        (child) =>
          (child.type === 'list' && isLinkList(child, depth + 1)) ||
          (child.type === 'paragraph' && isLinkParagraph(child)),
      ),
  );
}

function isLinkParagraph({ children }: Paragraph): boolean {
  const isLink = ({ type }: { readonly type: string }) => /^(?:link|image)/.test(type);
  const isGap = (node: (typeof children)[number]) =>
    node.type === 'text' && !/[\p{L}\p{N}]/u.test(node.value);
  return children.some(isLink) && children.every((node) => isLink(node) || isGap(node));
}
