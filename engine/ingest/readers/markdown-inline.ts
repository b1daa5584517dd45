import type { InlineCode, Nodes, Paragraph, PhrasingContent } from 'mdast';
import { MAX_DEPTH } from './read-document.ts';

/** One line of a paragraph as the source breaks it. */
export interface InlineLine {
  readonly text: string;
  /** Whether the break before it is meant, as `<br>` and two blanks at a line's end are. */
  readonly hard: boolean;
  /** Whether it is nothing but one bold or code label. */
  readonly label: boolean;
  /** Whether it begins with a bold label and a colon, "**Default:** 5173". */
  readonly labelled: boolean;
  /** Whether it begins with code, which has no capital by which a sentence is known. */
  readonly code: boolean;
  /** Whether it is nothing but links and images. */
  readonly links: boolean;
}

interface Piece {
  readonly type: string;
  readonly text: string;
}

const HARD = '\v';
const TAG = /<\/?[A-Za-z][^<>]*>/;
const BREAKS = /[\n\v]/;
/** Longest label; a longer bold line is a statement. */
const MAX_LABEL = 120;
/** Elements that HTML has inside text: their tags are markup. What only looks like a tag, as `<string>`, is text. */
const ELEMENTS = new Set(
  (
    'a abbr acronym b bdi bdo big br button center cite code data dd del details dfn div dl dt em figcaption figure ' +
    'font h1 h2 h3 h4 h5 h6 hr i iframe img input ins kbd label li mark math menu meta meter nobr object ol optgroup ' +
    'option output p param picture pre progress q rp rt ruby s samp script section select slot small source span ' +
    'strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time tr track tt u ul ' +
    'var video wbr audio canvas aside article header footer nav main form'
  ).split(' '),
);

/** Reads the inline content of one Markdown source as its reader sees it. */
export class InlineReader {
  readonly #source: string;

  /** @param source the text that the nodes' positions count in */
  constructor(source: string) {
    this.#source = source;
  }

  /** The words on one line. */
  text(node: Nodes): string {
    return oneLine(this.#raw(node, 0));
  }

  lines(paragraph: Paragraph): InlineLine[] {
    const lines: { pieces: Piece[]; hard: boolean }[] = [{ pieces: [], hard: false }];
    for (const { type, text } of this.#pieces(paragraph)) {
      const parts = text.split(BREAKS);
      let at = 0;
      for (const [index, part] of parts.entries()) {
        if (index > 0) lines.push({ pieces: [], hard: text[at - 1] === HARD });
        lines.at(-1)?.pieces.push({ type, text: part });
        at += part.length + 1;
      }
    }
    return lines.map(({ pieces, hard }) => describe(pieces, hard));
  }

  #pieces(paragraph: Paragraph): Piece[] {
    const pieces: Piece[] = [];
    let before = '';
    for (const child of paragraph.children) {
      const text = this.#child(child, before, 1);
      if (text === '') continue;
      pieces.push({ type: child.type, text });
      before = text;
    }
    return pieces;
  }

  #raw(node: Nodes, depth: number): string {
    if (depth > MAX_DEPTH) return '';
    if (node.type === 'text') return node.value.replace(/[^\S\n]+/g, ' ');
    if (node.type === 'inlineCode') return this.#code(node);
    if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
    if (node.type === 'break') return HARD;
    if (!('children' in node)) return '';
    const parts: string[] = [];
    for (const child of node.children) {
      const text = this.#child(child, parts.at(-1) ?? '', depth + 1);
      if (text !== '') parts.push(text);
    }
    return parts.join('');
  }

  #child(node: Nodes, before: string, depth: number): string {
    if (node.type === 'html') return htmlText(node.value, before);
    const text = this.#raw(node, depth);
    if (node.type !== 'emphasis' && node.type !== 'strong') return text;
    const mark = this.#literalMark(node, text);
    return `${mark}${text}${mark}`;
  }

  /** Code that holds what looks like a tag keeps its marks: without them it would be markup again. */
  #code(node: InlineCode): string {
    const text = TAG.test(node.value) ? this.#sourceOf(node) : node.value;
    return text.replace(/\s+/g, ' ');
  }

  #sourceOf({ position }: Nodes): string {
    return this.#source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  }

  /** Marks inside a word are signs of the text: "5*3*2" is a product, `__init__` a name. */
  #literalMark(node: PhrasingContent, text: string): string {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    const inWord = isWord(this.#source[start - 1]) && isWord(this.#source[end]);
    const sign = this.#source[start] ?? '';
    const isName = node.type === 'strong' && sign === '_' && /^[a-z][a-z_]*$/.test(text);
    return inWord || isName ? sign.repeat(node.type === 'strong' ? 2 : 1) : '';
  }
}

function describe(pieces: readonly Piece[], hard: boolean): InlineLine {
  const text = oneLine(pieces.map((piece) => piece.text).join(''));
  const filled = pieces.filter((piece) => piece.text.trim() !== '');
  const [first, second] = filled;
  const isMarked = first?.type === 'strong' || first?.type === 'inlineCode';
  const alone = filled.length === 1 || (filled.length === 2 && second?.text.trim() === ':');
  const label = isMarked && alone && text.length <= MAX_LABEL && !/[.。;,]$/.test(text);
  const colon = first?.type === 'strong' && (/:\s*$/.test(first.text) || /^\s*:/.test(second?.text ?? ''));
  return { text, hard, label, labelled: colon, code: first?.type === 'inlineCode', links: isLinks(filled) };
}

function isLinks(pieces: readonly Piece[]): boolean {
  const isLink = ({ type }: Piece) => /^(?:link|image)/.test(type);
  return pieces.some(isLink) && pieces.every((piece) => isLink(piece) || !/[\p{L}\p{N}]/u.test(piece.text));
}

/** The text of raw inline HTML: none of a tag or comment, and all of what only looks like one. */
function htmlText(value: string, before: string): string {
  const name = /^<\/?([A-Za-z][\w-]*)/.exec(value)?.[1];
  // Between "<" and a word a tag that goes must not leave another one.
  if (before.endsWith('<')) return ' ';
  if (name === undefined) return '';
  const known = name.toLowerCase();
  if (known === 'br') return HARD;
  // "10<sup>6</sup>" is not 106.
  if (known === 'sup' && !value.startsWith('</') && /\d$/.test(before)) return '^';
  if (!ELEMENTS.has(known)) return /[-=/]/.test(value.slice(1)) ? '' : value;
  // "a<b and c>d" compares.
  return known.length === 1 && /\s[^=]+>$/.test(value) ? value : '';
}

function isWord(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
