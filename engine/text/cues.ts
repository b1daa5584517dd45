/**
 * Wording that qualifies a whole statement: planned, reported, hypothetical, superseded, negated.
 *
 * One list for the reader of claims and for the ranking of answers, so that both treat a sentence alike. The words are
 * function words and general verbs; none belongs to a topic.
 */
import type { Span } from '../../graph/claim.ts';

export type CueKind = 'planned' | 'reported' | 'hypothetical' | 'superseded' | 'negated';

/** One cue in a sentence. */
export interface CueMention extends Span {
  readonly kind: CueKind;
}

const EDGE = '(?<![\\p{L}\\p{N}])';
const STOP = '(?![\\p{L}\\p{N}])';

const SOURCES: readonly (readonly [CueKind, string])[] = [
  [
    'planned',
    "will|shall|won['’]t|(?:plan|intend|aim|hope|propose|expect|vow|pledge|promise)(?:s|d|ed|ned)? to|planning to|(?:is|are|was|were|been) (?:expected|planned|scheduled|due|set(?! (?:in|on|at) )|slated|going|about|likely|projected|forecast|to be)(?= to| for| in| on| by| [a-z]+ed|$| by)|(?:is|are) to (?:be|become|open|reopen|rise|fall|move|close|shut|get|have|take|start|begin|end|succeed|replace|retire|leave|step|stand|lead|head|join|return|run|build|buy|sell|merge|cost|go|host|receive|lose|cut|raise|reduce|increase|add|launch|introduce|pay)|(?:planned|scheduled|slated|proposed) for|expected to|by 20[3-9]\\d|upcoming|forthcoming|next (?:year|month|week|spring|summer|autumn|winter|season|january|february|march|april|may|june|july|august|september|october|november|december)|planea|prevé|será|tendrá",
  ],
  [
    'reported',
    'said|says|claimed|claims|claim that|argued|argues|alleged(?:ly)?|reported(?:ly)?|according to|warned|warns|suggested|suggests|believes?|believed|rumou?red|rumou?rs?|supposedly|purported(?:ly)?|think that|thinks|thought to|critics say|users report|report that|reports that|say that|say|estimates? that|told|insists?|insisted|predict(?:s|ed)?|según|dijo|afirma|afirmó',
  ],
  [
    'hypothetical',
    'would|could|might|may|should|if|unless|perhaps|possibly|hypothetical(?:ly)?|podría|sería|si',
  ],
  [
    'superseded',
    'used to|former(?:ly)?|previous(?:ly)?|once|until|till|originally|initially|at the time|at that time|back then|earlier|up from|down from|instead of|rather than|replacing|replaced|succeeding|formerly known|ex-\\p{L}{2,20}|had been|in the past|no longer|any ?more|a year (?:ago|earlier)|years? (?:ago|earlier)|antes|anteriormente|hasta',
  ],
  [
    'negated',
    "not|n['’]t|\\p{L}{2,6}n['’]t|cannot|never|no longer|neither|nor|no|none|nobody|without|nunca|ya no",
  ],
];
const CUES: readonly (readonly [CueKind, RegExp])[] = SOURCES.map(([kind, source]) => [
  kind,
  new RegExp(`${EDGE}(?:${source})${STOP}`, 'giu'),
]);
const MONTH_MAY = /^May(?=\s\d|,|\.|$)/;
const LITERAL_NUMBER_NO = /^No\.?\s\d/;

/** Finds the cues of one sentence, ordered by kind and then by place. */
export function findCues(sentence: string): CueMention[] {
  return CUES.flatMap(([kind, pattern]) =>
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
