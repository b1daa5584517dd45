/**
 * Sets text in lines of a width: which font has which character, where a line breaks, and what runs from right to
 * left. Pure. Pieces come in reading order; `x` is their place.
 */
import bidiFactory from 'bidi-js';
import type { Line, TextRun } from '../document.ts';
import type { FontName, FontStyle, Fonts } from './fonts.ts';
import type { Setting } from './type.ts';

/** A stretch of one line in one font. */
export interface Piece {
  readonly span: TextRun;
  readonly font: FontName;
  /** The text to draw. */
  readonly drawn: string;
  /** The text itself where it is not what is drawn, or not in that order. */
  readonly actual: string | null;
  /** From the line's left end. */
  readonly x: number;
  readonly width: number;
}

export type SetLine = readonly Piece[];

/** A character as its reader sees it. */
interface Cluster {
  readonly text: string;
  readonly span: TextRun;
  readonly font: FontName;
  readonly drawn: string;
  readonly isReplaced: boolean;
  readonly width: number;
  readonly level: number;
}

const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A word that is longer than a line breaks behind these where it can. */
const BREAKABLE = /[/\-_.?&=:]/;
/** The package is CommonJS: its function is what is exported, which its types put into `default`. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** At least one line, which may be empty. */
export function setText(line: Line, width: number, setting: Setting, fonts: Fonts): SetLine[] {
  const { clusters, isRightToLeft } = clustersOf(line, setting, fonts);
  const broken = breakLines(clusters, width);
  return broken.map((one) => placed(one, width, isRightToLeft, setting, fonts));
}

function styleOf(span: TextRun, { weight }: Setting): FontStyle {
  if (span.style === 'code') return 'code';
  return span.style === 'strong' || weight === 'strong' ? 'strong' : 'plain';
}

function clustersOf(
  line: Line,
  setting: Setting,
  fonts: Fonts,
): { readonly clusters: readonly Cluster[]; readonly isRightToLeft: boolean } {
  const whole = line.map(({ text }) => text).join('');
  const levels = RIGHT_TO_LEFT.test(whole) ? bidi.getEmbeddingLevels(whole) : null;
  const clusters: Cluster[] = [];
  let at = 0;
  for (const span of line) {
    const style = styleOf(span, setting);
    for (const { segment } of CLUSTERS.segment(span.text)) {
      const { font, text, isReplaced } = fonts.choose(segment, style);
      const level = levels?.levels[at] ?? 0;
      const width = text === '' ? 0 : fonts.width(text, font, setting.size);
      clusters.push({ text: segment, span, font, drawn: text, isReplaced, width, level });
      at += segment.length;
    }
  }
  return { clusters, isRightToLeft: ((levels?.paragraphs[0]?.level ?? 0) & 1) === 1 };
}

/** Greedy: as many words as fit; a word that fits no line is broken within. */
function breakLines(clusters: readonly Cluster[], width: number): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  let used = 0;
  for (const word of wordsOf(clusters)) {
    const inked = widthOf(word.filter(({ text }) => text !== ' '));
    if (line.length > 0 && used + inked > width) {
      lines.push(line);
      [line, used] = [[], 0];
    }
    for (const part of inked > width ? partsOf(word, width) : [word]) {
      if (line.length > 0 && used + widthOf(part) > width && inked > width) {
        lines.push(line);
        [line, used] = [[], 0];
      }
      line = [...line, ...part];
      used += widthOf(part);
    }
  }
  return [...lines, line];
}

function widthOf(clusters: readonly Cluster[]): number {
  return clusters.reduce((sum, { width }) => sum + width, 0);
}

/** Each with the spaces behind it. */
function wordsOf(clusters: readonly Cluster[]): Cluster[][] {
  const words: Cluster[][] = [];
  let isBehindSpace = true;
  for (const cluster of clusters) {
    const isSpace = cluster.text === ' ';
    if (isBehindSpace && !isSpace) words.push([]);
    (words.at(-1) ?? words[words.push([]) - 1])?.push(cluster);
    isBehindSpace = isSpace;
  }
  return words;
}

/**
 * Parts of a word that each fit a line; broken after a separator of an address where one is in the part's last third.
 */
function partsOf(word: readonly Cluster[], width: number): Cluster[][] {
  const parts: Cluster[][] = [];
  let rest = word;
  while (rest.length > 0) {
    let used = 0;
    let end = 0;
    while (end < rest.length && (end === 0 || used + (rest[end]?.width ?? 0) <= width)) {
      used += rest[end]?.width ?? 0;
      end += 1;
    }
    const cut = end === rest.length ? end : betterCut(rest, end);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return parts;
}

function betterCut(clusters: readonly Cluster[], end: number): number {
  for (let cut = end; cut > (end * 2) / 3; cut -= 1) {
    if (BREAKABLE.test(clusters[cut - 1]?.text ?? '')) return cut;
  }
  return end;
}

/** Pieces in reading order with their places: levels are reversed from the highest down (UAX #9, L2). */
function placed(
  line: readonly Cluster[],
  width: number,
  isRightToLeft: boolean,
  setting: Setting,
  fonts: Fonts,
): SetLine {
  const inked = line.slice(0, line.findLastIndex(({ text }) => text !== ' ') + 1);
  const runs = runsOf(inked).map((run) => measured(run, setting, fonts));
  const total = runs.reduce((sum, run) => sum + run.width, 0);
  let x = isRightToLeft ? Math.max(0, width - total) : 0;
  const places = new Map<Run, number>();
  for (const run of visualOrder(runs)) {
    places.set(run, x);
    x += run.width;
  }
  return runs.map((run) => ({ ...run.piece, x: places.get(run) ?? 0, width: run.width }));
}

interface Run {
  readonly level: number;
  readonly width: number;
  readonly piece: Omit<Piece, 'x' | 'width'>;
}

/** Clusters that are drawn together; in what runs from right to left each word by itself, for fonts turn words only. */
function runsOf(clusters: readonly Cluster[]): Cluster[][] {
  const runs: Cluster[][] = [];
  for (const cluster of clusters) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isSameRun(last, cluster)) run.push(cluster);
    else runs.push([cluster]);
  }
  return runs;
}

function isSameRun(a: Cluster, b: Cluster): boolean {
  const isSame =
    a.span === b.span && a.font === b.font && a.level === b.level && a.isReplaced === b.isReplaced;
  return isSame && (b.level % 2 === 0 || (a.text === ' ') === (b.text === ' '));
}

function measured(run: readonly Cluster[], setting: Setting, fonts: Fonts): Run {
  const [first] = run;
  if (first === undefined) throw new RangeError('a run has at least one cluster');
  const { span, font, level, isReplaced } = first;
  const text = run.map((one) => one.text).join('');
  const drawn = run.map((one) => mirrored(one)).join('');
  const isTurned = level % 2 === 1;
  const actual = isReplaced || isTurned || drawn !== text ? text : null;
  const width = drawn === '' ? 0 : fonts.width(drawn, font, setting.size);
  return { level, width, piece: { span, font, drawn, actual } };
}

function mirrored({ drawn, level }: Cluster): string {
  return level % 2 === 0 ? drawn : (bidi.getMirroredCharacter(drawn) ?? drawn);
}

function visualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const levels = runs.map(({ level }) => level);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
