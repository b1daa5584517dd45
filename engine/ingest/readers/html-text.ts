import { type HtmlElement, type HtmlNode, isElement, isText } from './html-dom.ts';
import { rowText } from './table-text.ts';
import type { TextBuilder } from './text-builder.ts';

const SKIPPED = new Set(
  (
    'head script style noscript template nav aside footer form button select textarea input svg math iframe object ' +
    'canvas audio video dialog menu'
  ).split(' '),
);
const SKIPPED_ROLES = new Set([
  'navigation',
  'complementary',
  'banner',
  'contentinfo',
  'search',
  'dialog',
  'menu',
]);
const BLOCKS = new Set(
  (
    'html body main article section div header hgroup p blockquote figure figcaption address details summary center ' +
    'ul ol li dl dt dd pre table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 hr fieldset legend'
  ).split(' '),
);
const TIGHT = new Set(['li', 'dt', 'dd', 'tr']);
const HEADING = /^h[1-6]$/;

/** Writes the words below an element, block by block. The caller has bounded the page's depth and size. */
export function writeElement(builder: TextBuilder, root: HtmlElement): void {
  const writer = new BlockWriter(builder);
  writer.children(root);
  writer.flush();
}

/** Gathers inline text until a block begins or ends. */
class BlockWriter {
  readonly #builder: TextBuilder;
  #inline = '';
  #tight = false;

  constructor(builder: TextBuilder) {
    this.#builder = builder;
  }

  children(parent: HtmlElement): void {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) this.#node(node);
  }

  flush(): void {
    const text = tidy(this.#inline);
    this.#inline = '';
    if (text === '') return;
    if (this.#tight) this.#builder.line(text);
    else this.#builder.paragraph(text);
    this.#tight = false;
  }

  #node(node: HtmlNode): void {
    if (isText(node)) this.#inline += (node.textContent ?? '').replace(/\s/g, ' ');
    else if (isElement(node) && !isSkipped(node)) this.#element(node);
  }

  #element(element: HtmlElement): void {
    const tag = element.localName;
    if (tag === 'br') this.#inline += '\n';
    else if (HEADING.test(tag)) this.#heading(element);
    else if (tag === 'pre') this.#preformatted(element);
    else if (tag === 'table' && isDataTable(element)) this.#table(element);
    else if (BLOCKS.has(tag)) this.#block(element);
    else this.children(element);
  }

  #block(element: HtmlElement): void {
    this.flush();
    this.#tight = TIGHT.has(element.localName);
    this.children(element);
    this.flush();
  }

  #heading(element: HtmlElement): void {
    this.flush();
    this.#builder.heading(oneLine(element.textContent));
  }

  #preformatted(element: HtmlElement): void {
    this.flush();
    this.#builder.paragraph((element.textContent ?? '').replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, ''));
  }

  #table(table: HtmlElement): void {
    this.flush();
    for (const [index, row] of tableRows(table).entries()) {
      if (index === 0) this.#builder.paragraph(row);
      else this.#builder.line(row);
    }
  }
}

function isSkipped(element: HtmlElement): boolean {
  if (SKIPPED.has(element.localName)) return true;
  if (element.getAttribute('hidden') !== null || element.getAttribute('aria-hidden') === 'true') return true;
  if (SKIPPED_ROLES.has(element.getAttribute('role') ?? '')) return true;
  // A note's mark such as "[3]" would stand in the middle of a quote.
  return element.localName === 'sup' && /^\s*\[.{1,8}\]\s*$/.test(element.textContent ?? '');
}

/** A table whose cells hold blocks lays out a page; one whose cells hold words is data. */
function isDataTable(table: HtmlElement): boolean {
  return table.querySelector('table, div, p, ul, ol, h1, h2, h3, h4, h5, h6') === null;
}

function tableRows(table: HtmlElement): string[] {
  let labels: readonly string[] = [];
  const texts: string[] = [];
  for (const row of table.querySelectorAll('caption, tr')) {
    const cells = row.localName === 'caption' ? [] : [...row.querySelectorAll('td, th')];
    const words = cells.map((cell) => oneLine(cell.textContent));
    if (row.localName === 'caption') texts.push(oneLine(row.textContent));
    else if (cells.every((cell) => cell.localName === 'th')) labels = words;
    else texts.push(isPair(cells) ? rowText([words[0] ?? ''], words.slice(1)) : rowText(labels, words));
  }
  return texts;
}

/** A row of an information box: its own label, then its value. */
function isPair(cells: readonly HtmlElement[]): boolean {
  return cells.length === 2 && cells[0]?.localName === 'th' && cells[1]?.localName === 'td';
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

function oneLine(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
