/** Sentence boundaries by rule, inside the blocks of a layout, in any script whose stops are known here. Pure. */
import type { Span } from '../../../graph/claim.ts';
import { setOf } from '../../text/rows.ts';
import vocabulary from './abbreviations.json' with { type: 'json' };
import { type Block, type DocumentSentence, type Layout, MAX_SENTENCE } from './layout.ts';

const ABBREVIATION = setOf(vocabulary.abbreviations);
/** Abbreviations that may well end a sentence: a capital after them starts a new one. */
const MAY_END = setOf(vocabulary.mayEnd);
const STARTER =
  /^(?:the|a|an|it|its|they|their|he|she|his|her|this|that|these|those|in|on|at|since|from|we|i|but|and|however|there|as|by|for|with|after|before|when|while|if|some|many|most|all|one|two)$/i;
/** A stop with what closes behind it, or a line break that the text means. */
const STOP =
  /[.!?…؟۔]{1,12}["'”’»)\]]{0,4}(?:\s?\[\d{1,4}\]){0,8}(?=\s|$)|[。！？।॥]{1,12}["'”’」』]{0,4}|\n+/gu;
/** Where a long sentence is divided, best first: behind a clause, behind a comma, between words. */
const DIVIDERS = [/[;:—–；：]["'”’)\]]{0,2}(?=\s|[；：])|[；：]| \|(?= )/gu, /,(?=\s)|[，、]/gu, /\s/gu];
/** Shortest piece that a clause or comma divides off. */
const MIN_PIECE = 80;

/**
 * The sentences of a document in order: trimmed spans that never overlap or cross a block and lose no word.
 * Headings, terms, rows and navigation are one sentence each, code is one a line; what is longer than
 * {@link MAX_SENTENCE} is divided. Time is linear in the text.
 * @param _lang BCP 47; the stops of all scripts are known at once
 */
export function sentencesOf(text: string, layout: Layout, _lang: string): DocumentSentence[] {
  return layout.flatMap((block, index) =>
    spansOf(text, block)
      .flatMap((span) => divided(text, span))
      .map((span) => ({ ...span, block: index })),
  );
}

function spansOf(text: string, block: Block): Span[] {
  if (/^(?:paragraph|quote|item)$/.test(block.kind)) return split(text, block);
  if (block.kind === 'code') return lines(text, block);
  return trimmed(text, block.start, block.end);
}

function lines(text: string, { start, end }: Span): Span[] {
  const ends = [...text.slice(start, end).matchAll(/\n|$/g)].map(({ index }) => start + index);
  return ends.flatMap((to, i) => trimmed(text, i === 0 ? start : (ends[i - 1] ?? 0) + 1, to));
}

function split(text: string, block: Span): Span[] {
  const spans: Span[] = [];
  const body = text.slice(block.start, block.end);
  let from = 0;
  for (const match of body.matchAll(STOP)) {
    const end = match.index + match[0].length;
    if (!endsSentence(body, match.index, end, match[0])) continue;
    spans.push(...trimmed(text, block.start + from, block.start + end));
    from = end;
  }
  spans.push(...trimmed(text, block.start + from, block.end));
  return spans;
}

function trimmed(text: string, from: number, to: number): Span[] {
  const piece = text.slice(from, to);
  const start = from + (piece.length - piece.trimStart().length);
  const end = start + piece.trim().length;
  return end > start ? [{ start, end }] : [];
}

function endsSentence(body: string, stop: number, end: number, mark: string): boolean {
  if (/[。！？।॥]/.test(mark)) return true;
  if (mark.startsWith('\n') && /[.!?]/.test(body[stop - 1] ?? '')) return true;
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

/** Pieces of at most {@link MAX_SENTENCE}. */
function divided(text: string, span: Span): Span[] {
  const pieces: Span[] = [];
  let { start } = span;
  while (span.end - start > MAX_SENTENCE) {
    const cut = start + cutOf(text.slice(start, start + MAX_SENTENCE + 2));
    pieces.push(...trimmed(text, start, cut));
    start = cut;
  }
  pieces.push(...trimmed(text, start, span.end));
  return pieces;
}

/** Where a run, with the code point behind {@link MAX_SENTENCE}, is cut: behind its last divider of the best kind. */
function cutOf(run: string): number {
  for (const [rank, divider] of DIVIDERS.entries()) {
    const least = rank < 2 ? MIN_PIECE : 1;
    const ends = [...run.matchAll(divider)].map((match) => match.index + match[0].length);
    const cut = ends.findLast((end) => end >= least && end <= MAX_SENTENCE);
    if (cut !== undefined) return cut;
  }
  return graphemeCut(run);
}

/** Most code units that one sign may have; a longer one is divided between code points. */
const MAX_GRAPHEME = 64;
const EXTENDS = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u;
const FLAG = /^\p{RI}/u;

/** The last place up to {@link MAX_SENTENCE} between two signs as a reader sees them. */
function graphemeCut(run: string): number {
  for (let cut = MAX_SENTENCE; cut > MAX_SENTENCE - MAX_GRAPHEME; cut -= 1) {
    if (isBetweenSigns(run, cut)) return cut;
  }
  return isLowSurrogate(run, MAX_SENTENCE) ? MAX_SENTENCE - 1 : MAX_SENTENCE;
}

function isBetweenSigns(run: string, cut: number): boolean {
  if (isLowSurrogate(run, cut) || run[cut - 1] === '\u200d') return false;
  const after = run.slice(cut, cut + 2);
  if (EXTENDS.test(after)) return false;
  if (!FLAG.test(after)) return true;
  // Flags are pairs of letters: the cut must leave an even number of them.
  let letters = 0;
  while (FLAG.test(run.slice(cut - 2 * (letters + 1), cut - 2 * letters))) letters += 1;
  return letters % 2 === 0;
}

function isLowSurrogate(run: string, at: number): boolean {
  const unit = run.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
