/**
 * Wording that qualifies a whole statement: planned, reported, hypothetical, superseded, negated.
 *
 * One list for the reader of claims and for the ranking of answers, so that both treat a sentence alike. The words are
 * function words and general verbs; none belongs to a topic.
 */
import type { Span } from '../../graph/claim.ts';
import cues from './cues.json' with { type: 'json' };

export type CueKind = 'planned' | 'reported' | 'hypothetical' | 'superseded' | 'negated';

/** One cue in a sentence. */
export interface CueMention extends Span {
  readonly kind: CueKind;
}

const EDGE = '(?<![\\p{L}\\p{N}])';
const STOP = '(?![\\p{L}\\p{N}])';

const KINDS: readonly CueKind[] = ['planned', 'reported', 'hypothetical', 'superseded', 'negated'];
const CUES = KINDS.map((kind) => {
  const words = cues[kind].join('|');
  // Without the edges, which are costly at every place: most sentences have no cue of a kind.
  const may = new RegExp(words, 'iu');
  return { kind, may, pattern: new RegExp(`${EDGE}(?:${words})${STOP}`, 'giu') };
});
const MONTH_MAY = /^May(?=\s\d|,|\.|$)/;
const LITERAL_NUMBER_NO = /^No\.?\s\d/;

/** Finds the cues of one sentence, ordered by kind and then by place. */
export function findCues(sentence: string): CueMention[] {
  return CUES.filter(({ may }) => may.test(sentence)).flatMap(({ kind, pattern }) =>
    [...sentence.matchAll(pattern)]
      .filter((match) => isCue(sentence, match))
      .map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
}

/** "once a month", "once more": so many times, not formerly. "More than had been planned" measures, it does not date. */
const COUNTS_ONCE =
  /^once\s(?:again|more|every|each|per|round|around|in\s(?:a|every)|an?\s(?:second|minute|hour|day|night|week|fortnight|month|quarter|season|year|decade|century))\b/iu;
const COMPARED_BEFORE = /\b(?:than|as)\s(?:\p{L}+\s)?$/iu;

/** "May 2019", "in May" and "No. 5" only look like cues. */
function isCue(sentence: string, match: RegExpExecArray): boolean {
  const from = sentence.slice(match.index, match.index + 12);
  if (COUNTS_ONCE.test(sentence.slice(match.index))) return false;
  if (match[0].toLowerCase() === 'once' && /\b(?:at|all at) $/iu.test(sentence.slice(0, match.index)))
    return false;
  if (match[0] === 'had been' && COMPARED_BEFORE.test(sentence.slice(0, match.index))) return false;
  if (match[0] === 'May') return match.index === 0 && !MONTH_MAY.test(from) && !/^May\s\d/.test(from);
  return !(match[0].toLowerCase() === 'no' && LITERAL_NUMBER_NO.test(from));
}
