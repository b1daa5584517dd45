import { type HtmlElement, type HtmlNode, isElement, isText, parsePage } from './html-dom.ts';
import type { LayoutBuilder } from './layout-builder.ts';

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
const HEADING = /^h[1-6]$/;
/** Shortest list of links that is a menu. */
const MIN_MENU = 2;

/** Writes the words below an element, block by block. The caller has bounded the page's depth and size. */
export function writeElement(builder: LayoutBuilder, root: HtmlElement): void {
  const writer = new BlockWriter(builder);
  writer.children(root);
  writer.flush();
}

/** Stands where a site's generator fills in words: a block that holds it says nothing yet. Private use: no text has it. */
const GAP = '\ue0f0';

/** Without the code of a site's generator, `{% if %}`, `<% code %>`, and with a mark for what it prints, `{{ name }}`. */
export function withoutTemplates(html: string): string {
  return html
    .split('<%')
    .map((part, index) => (index === 0 ? part : afterCode(part)))
    .join('')
    .replace(/\{%[^%]*%\}/g, '')
    .replace(/\{\{[^{}]*\}\}/g, GAP);
}

/** What follows the code that `<%` has opened; code that never ends is text. */
function afterCode(part: string): string {
  const end = part.indexOf('%>');
  if (end === -1) return `<%${part}`;
  return (/^[=-]/.test(part) ? GAP : '') + part.slice(end + 2);
}

/** Writes the words of an HTML fragment, as Markdown holds them; false where it is too complex to be parsed. */
export function writeHtml(builder: LayoutBuilder, source: string): boolean {
  const html = withoutTemplates(source);
  if (!/[\p{L}\p{N}]/u.test(html.replace(/<!--[\s\S]*?(?:-->|$)|<[^<>]*(?:>|$)/g, ''))) return true;
  const page = parsePage(html);
  if (page.ok) writeElement(builder, page.value.document);
  return page.ok;
}

/** Gathers inline text until a block begins or ends. */
class BlockWriter {
  readonly #builder: LayoutBuilder;
  #inline = '';

  constructor(builder: LayoutBuilder) {
    this.#builder = builder;
  }

  children(parent: HtmlElement): void {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) this.#node(node);
  }

  flush(): void {
    const text = tidy(this.#inline);
    this.#inline = '';
    if (!text.includes(GAP)) this.#builder.paragraph(text);
  }

  #node(node: HtmlNode): void {
    if (isText(node)) this.#inline += (node.textContent ?? '').replace(/\s/g, ' ');
    else if (isElement(node) && !isSkipped(node)) this.#element(node);
  }

  #element(element: HtmlElement): void {
    const tag = element.localName;
    if (tag === 'br') this.#inline += '\n';
    else if (tag === 'sup' && /\d$/.test(this.#inline)) this.#power(element);
    else if (BLOCKS.has(tag)) {
      this.flush();
      this.#block(tag, element);
      this.flush();
    } else this.children(element);
  }

  /** "10<sup>6</sup>" is not 106. */
  #power(element: HtmlElement): void {
    this.#inline += '^';
    this.children(element);
  }

  #block(tag: string, element: HtmlElement): void {
    const builder = this.#builder;
    if (HEADING.test(tag)) builder.heading(titleText(element), Number(tag[1]));
    else if (tag === 'pre') builder.code(codeOf(element));
    else if (tag === 'dt' || tag === 'summary') builder.term(titleText(element));
    else if (tag === 'table' && isDataTable(element)) writeTable(builder, element);
    else if (tag === 'ul' || tag === 'ol') this.#list(element);
    else if (tag === 'blockquote') this.#quote(element);
    else {
      if (tag === 'li') builder.beginItem();
      this.children(element);
      if (tag === 'dl' || tag === 'details') {
        this.flush();
        builder.endTerm();
      }
    }
  }

  #list(list: HtmlElement): void {
    const builder = this.#builder;
    if (isMenu(list)) {
      for (const item of list.querySelectorAll('a')) builder.navigation(titleText(item));
      return;
    }
    builder.openList();
    this.children(list);
    this.flush();
    builder.closeList();
  }

  #quote(element: HtmlElement): void {
    this.#builder.openQuote();
    this.children(element);
    this.flush();
    this.#builder.closeQuote();
  }
}

function isSkipped(element: HtmlElement): boolean {
  if (SKIPPED.has(element.localName)) return true;
  if (element.getAttribute('hidden') !== null || element.getAttribute('aria-hidden') === 'true') return true;
  if (SKIPPED_ROLES.has(element.getAttribute('role') ?? '')) return true;
  // A note's mark such as "[3]" would stand in the middle of a quote.
  return element.localName === 'sup' && /^\s*\[.{1,8}\]\s*$/.test(element.textContent ?? '');
}

function codeOf(element: HtmlElement): string {
  return (element.textContent ?? '')
    .replaceAll(GAP, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '');
}

/** Whether a list is links and nothing else. */
function isMenu(list: HtmlElement): boolean {
  let linked = 0;
  let links = 0;
  for (const link of list.querySelectorAll('a')) {
    linked += lettersOf(link);
    links += 1;
  }
  return links >= MIN_MENU && linked === lettersOf(list);
}

function lettersOf(element: HtmlElement): number {
  return (element.textContent ?? '').replace(/[^\p{L}\p{N}]+/gu, '').length;
}

/** A table whose cells hold blocks lays out a page; one whose cells hold words is data. */
function isDataTable(table: HtmlElement): boolean {
  return table.querySelector('table, div, p, ul, ol, h1, h2, h3, h4, h5, h6') === null;
}

function writeTable(builder: LayoutBuilder, table: HtmlElement): void {
  const [caption] = table.querySelectorAll('caption');
  if (caption !== undefined) builder.paragraph(titleText(caption));
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('td, th')]);
  const [first = []] = rows;
  const hasHeader = first.length > 0 && first.every(({ localName }) => localName === 'th');
  const words = rows.map((cells) => cells.map((cell) => oneLine(cell.textContent)));
  const stated = words.filter((cells) => !cells.some((cell) => cell.includes(GAP)));
  builder.table(hasHeader ? (words[0] ?? null) : null, hasHeader ? stated.slice(1) : stated);
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

/** A title without what is not filled in. */
function titleText(element: HtmlElement): string {
  return oneLine((element.textContent ?? '').replaceAll(GAP, ''));
}
