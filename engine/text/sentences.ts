/** Sentence boundaries by rule: prose, list items, table rows and headings, in any language with Latin-like stops. */
import type { Span } from '../../graph/claim.ts';

const ABBREVIATION: ReadonlySet<string> = new Set(
  (
    'dr mr mrs ms prof sr sra st mt gen col lt sgt capt rev hon gov sen rep fig figs eq no nos vol pp ed eds ' +
    'approx ca c vs cf al etc e.g i.e a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec dept est inc ltd ' +
    'co corp jr bros u.s u.k u.n op cit art núm pág bzw z.b d.h nr p ej av'
  ).split(' '),
);
/** Abbreviations that may well end a sentence: a capital after them starts a new one. */
const MAY_END: ReadonlySet<string> = new Set('etc inc ltd co corp jr bros a.m p.m al est dept'.split(' '));
const LIST_MARKER = /^\s{0,12}(?:[-*+•‣–]|\d{1,3}[.)]|\(?[a-z][.)])\s/;
const TABLE_ROW = /^\s*\|/;
const HEADING = /^\s{0,3}#{1,6}\s/;
const STARTER =
  /^(?:the|a|an|it|its|they|their|he|she|his|her|this|that|these|those|in|on|at|since|from|we|i|but|and|however|there|as|by|for|with|after|before|when|while|if|some|many|most|all|one|two)$/i;

/**
 * Splits text into sentences: half-open UTF-16 spans, trimmed, in order, never overlapping.
 * Blank lines, list markers, headings and table rows end a sentence whatever the punctuation. Linear in the text.
 */
export function splitSentences(text: string, _lang: string): Span[] {
  return blocks(text).flatMap((block) => splitBlock(text, block));
}

interface Block extends Span {
  /** Whole blocks (headings, table rows) are one sentence. */
  readonly whole: boolean;
}

function blocks(text: string): Block[] {
  const found: Block[] = [];
  let at = 0;
  let continues = false;
  for (const line of text.split('\n')) {
    const span = { start: at, end: at + line.length };
    at = span.end + 1;
    const whole = TABLE_ROW.test(line) || HEADING.test(line);
    const blank = line.trim() === '';
    const last = found.at(-1);
    if (continues && last !== undefined && !whole && !blank && !LIST_MARKER.test(line)) {
      found[found.length - 1] = { start: last.start, end: span.end, whole: false };
    } else if (!blank) found.push({ ...span, whole });
    continues = !blank && !whole;
  }
  return found;
}

function splitBlock(text: string, block: Block): Span[] {
  if (block.whole) return pushTrimmed([], text, block.start, block.end);
  const spans: Span[] = [];
  const terminator =
    /[.!?…]{1,12}["'”’»)\]]{0,4}(?:\s?\[\d{1,4}\]){0,8}(?=\s|$)|[。！？]{1,12}["'”’」』]{0,4}/gu;
  const body = text.slice(block.start, block.end);
  let from = 0;
  for (const match of body.matchAll(terminator)) {
    const end = match.index + match[0].length;
    if (!endsSentence(body, match.index, end, match[0])) continue;
    pushTrimmed(spans, text, block.start + from, block.start + end);
    from = end;
  }
  return pushTrimmed(spans, text, block.start + from, block.end);
}

function pushTrimmed(spans: Span[], text: string, from: number, to: number): Span[] {
  const piece = text.slice(from, to);
  const start = from + (piece.length - piece.trimStart().length);
  const end = start + piece.trim().length;
  if (end > start) spans.push({ start, end });
  return spans;
}

function endsSentence(body: string, stop: number, end: number, mark: string): boolean {
  if (/[。！？]/.test(mark)) return true;
  const next = /^\s*["'“‘«([]*([\p{L}\p{N}]*)/u.exec(body.slice(end, end + 60))?.[1] ?? '';
  if (/^\p{Ll}/u.test(next)) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  return !isAbbreviation(wordBefore(body, stop), next);
}

function wordBefore(body: string, stop: number): string {
  const before = body.slice(Math.max(0, stop - 24), stop);
  return /(?:^|[\s("'“‘[—–-])([\p{L}\p{M}.]+)$/u.exec(before)?.[1] ?? '';
}

function isAbbreviation(word: string, next: string): boolean {
  const plain = word.toLowerCase();
  if (plain === '') return false;
  if (plain === 'no' || plain === 'nos') return /^\d/.test(next);
  if (/^\p{Lu}$/u.test(word)) return !STARTER.test(next);
  const initials = /^(?:\p{L}\.)+\p{L}$/u.test(word);
  if (!initials && !ABBREVIATION.has(plain)) return false;
  if (initials && plain !== 'a.m' && plain !== 'p.m') return next !== '' && !STARTER.test(next);
  return !MAY_END.has(plain);
}
