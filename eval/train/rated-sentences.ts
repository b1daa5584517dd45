/** The rated sentences from which the claim policy is learned: eval/claims/rated.jsonl, one JSON object a line. */
import { readFileSync } from 'node:fs';
import {
  type ClaimSentence,
  type ReadSentence,
  readSentence,
} from '../../engine/reading/claims/claim-sentence.ts';
import { BLOCK_KINDS, type BlockKind } from '../../engine/reading/document/layout.ts';

/** `alone`: states something by itself. `context`: with title, headings and what leads in. `not`: no statement. */
export const RATINGS = ['alone', 'context', 'not'] as const;
export type Rating = (typeof RATINGS)[number];

export interface RatedSentence {
  readonly rating: Rating;
  /** What is held out together. */
  readonly doc: string;
  readonly sentence: ReadSentence;
}

type Line = {
  readonly rating: string;
  readonly doc: string;
  readonly lang?: string;
  readonly kind: string;
  readonly title: string;
  readonly headings?: readonly string[];
  readonly leadIn?: string;
  readonly header?: readonly string[];
  readonly before?: string;
  readonly text: string;
};

const FILE = new URL('../claims/rated.jsonl', import.meta.url);

/** In the order of the file. Throws a RangeError that names the line of an unknown rating or block kind. */
export function readRatedSentences(lines: readonly string[] = linesOf(FILE)): RatedSentence[] {
  return lines.map((line, index) => {
    const { rating, doc, ...rest } = JSON.parse(line) as Line;
    if (!isRating(rating)) throw new RangeError(`line ${index + 1}: ${rating} is no rating`);
    return { rating, doc, sentence: readSentence(sentenceOf(rest, index)) };
  });
}

function linesOf(file: URL): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

function sentenceOf(line: Omit<Line, 'rating' | 'doc'>, index: number): ClaimSentence {
  const { kind, lang = 'en', title, headings = [], leadIn = null, header = null, before = null, text } = line;
  if (!isKind(kind)) throw new RangeError(`line ${index + 1}: ${kind} is no kind of block`);
  return { text, kind, lang, context: { title, headings, leadIn, header, before } };
}

function isRating(text: string): text is Rating {
  return RATINGS.some((rating) => rating === text);
}

function isKind(text: string): text is BlockKind {
  return BLOCK_KINDS.some((kind) => kind === text);
}
