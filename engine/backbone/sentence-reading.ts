/** A candidate read once: words, names, quantities, dates, and the segments in which a value stays with its subject. */
import type { Span } from '../../graph/claim.ts';
import { readWords, type Word } from '../question/stems.ts';
import { type DateMention, findDates } from '../text/dates.ts';
import { findNames, type NameMention } from '../text/names.ts';
import { findQuantities, type QuantityMention } from '../text/quantities.ts';
import { findVersions, type VersionMention } from '../text/versions.ts';
import type { CandidateSentence } from './candidate.ts';
import { segmentsOf } from './segments.ts';

/** Longest sentence that is read; what follows is a table or a dump and answers nothing. */
const MAX_SENTENCE_LENGTH = 2_000;
/** How many sentences before may lend their words: the antecedent of "it" rarely lies further back. */
export const MAX_CONTEXT_SENTENCES = 4;

/** The sentence and, for what it leaves unsaid, its context. */
export interface SentenceReading {
  readonly candidate: CandidateSentence;
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Span[];
  readonly names: readonly NameMention[];
  readonly quantities: readonly QuantityMention[];
  readonly dates: readonly DateMention[];
  readonly versions: readonly VersionMention[];
  /** Nearest last, at most {@link MAX_CONTEXT_SENTENCES}. */
  readonly before: readonly (readonly Word[])[];
  /** Words of the title and the heading. */
  readonly title: readonly Word[];
}

/** Reads one candidate; `read` may remember sentences that it has read before. */
export function readSentence(candidate: CandidateSentence, read = readWords): SentenceReading {
  const text = candidate.text.slice(0, MAX_SENTENCE_LENGTH);
  const words = read(text, candidate.lang);
  const headline = `${candidate.heading ?? ''} ${candidate.title}`;
  return {
    candidate,
    text,
    words,
    segments: segmentsOf(text),
    names: findNames(text, words),
    quantities: findQuantities(text, words),
    dates: findDates(text, candidate.effectiveAt),
    versions: findVersions(text),
    before: candidate.before.slice(-MAX_CONTEXT_SENTENCES).map((one) => read(one, candidate.lang)),
    title: read(headline, candidate.lang),
  };
}

/** The segment that holds a position. */
export function segmentAt(reading: SentenceReading, position: number): Span {
  const whole = { start: 0, end: reading.text.length };
  return reading.segments.find((segment) => position >= segment.start && position < segment.end) ?? whole;
}

const TAKES_UP = /^(?:and\s)?(?:it|they|he|she)\s/iu;

/** The segment at a position, with those before it that its "it" or "they" takes up. */
export function clauseAt(reading: SentenceReading, position: number): Span {
  const segment = segmentAt(reading, position);
  const at = reading.segments.indexOf(segment);
  let first = at;
  while (first > 0 && takesUpBefore(reading, first)) first--;
  return { start: reading.segments[first]?.start ?? segment.start, end: segment.end };
}

/** The clause at a position, with the segments after it that go on about the same subject. */
export function passageAt(reading: SentenceReading, position: number): Span {
  const { start } = clauseAt(reading, position);
  let last = reading.segments.indexOf(segmentAt(reading, position));
  while (last >= 0 && takesUpBefore(reading, last + 1)) last++;
  return { start, end: reading.segments[last]?.end ?? reading.text.length };
}

function takesUpBefore({ segments, text }: SentenceReading, at: number): boolean {
  const segment = segments[at];
  return segment !== undefined && TAKES_UP.test(text.slice(segment.start, segment.end));
}

/** The words inside a span. */
export function wordsIn(reading: SentenceReading, span: Span): readonly Word[] {
  return reading.words.filter((word) => word.start >= span.start && word.end <= span.end);
}

/** The words before the main verb; a clause or phrase that is set before the subject with a comma is passed over. */
export function subjectWords(words: readonly Word[]): readonly Word[] {
  const comma = endOfFronted(words);
  const main = words.slice(comma + 1);
  const verb = main.findIndex((word) => word.pos === 'VERB' || word.pos === 'AUX');
  return verb < 0 ? main : main.slice(0, verb);
}

/** The comma after what stands before the subject; −1 where nothing does, or no comma closes it before the verb. */
function endOfFronted(words: readonly Word[]): number {
  const opener = words[0];
  const comma = words.findIndex((word) => word.text === ',');
  if (opener?.pos === 'SCONJ') return comma;
  const participle = opener?.pos === 'VERB' && /(?:ing|ed|en|wn)$/.test(opener.norm);
  if (opener?.pos !== 'ADP' && !participle) return -1;
  const finite = words.findIndex(
    ({ pos, norm }, i) => i > 0 && (pos === 'AUX' || (pos === 'VERB' && !norm.endsWith('ing'))),
  );
  return finite >= 0 && finite < comma ? -1 : comma;
}
