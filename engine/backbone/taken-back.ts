/** Whether the rest of a sentence takes back, or only reports, what a clause of it states. */
import type { Span } from '../../graph/claim.ts';
import type { Word } from '../question/stems.ts';
import { isPronoun } from '../text/coreference.ts';
import { findCues } from '../text/cues.ts';
import type { AskedWords } from './asked-words.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';
import { readParts, type StatementParts, type VerbHints } from './statement-parts.ts';
import { FACTIVE, isExpertsWord } from './told.ts';

const ADVERSE = /^(?:but|yet|however|although|though)$/;
const JOINED = /^(?:and|but|or|so|yet)$/;
const INTRODUCED = /:\s*$/;

/** @param after the clauses behind it in its segment */
export function isTakenBack(
  reading: SentenceReading,
  segment: Span,
  after: readonly (readonly Word[])[],
  hints: VerbHints,
  known: AskedWords,
): boolean {
  const later = reading.segments
    .filter(({ start }) => start >= segment.end)
    .map((one) => wordsIn(reading, one));
  return (
    after.some((words) => !JOINED.test(openerOf(words)) && reports(readParts(words, hints), known)) ||
    isIntroduced(reading, segment) ||
    [...after, ...later].some((words) => turns(words, hints))
  );
}

/** "…, Jo Vane said": a clause that breaks off behind its verb. */
function reports(parts: StatementParts | null, known: AskedWords): boolean {
  if (parts === null) return false;
  const { subject, verb, rest } = parts;
  const main = verb.findLast(({ pos }) => pos === 'VERB');
  if (main === undefined || FACTIVE.test(main.lemma) || isExpertsWord(parts)) return false;
  if (subject.every(known.isAsked)) return false;
  return (
    rest.every(({ pos }) => pos === 'PUNCT') || findCues(main.norm).some(({ kind }) => kind === 'reported')
  );
}

/** "Jo Vane writes: the bridge is safe". */
function isIntroduced(reading: SentenceReading, segment: Span): boolean {
  const before = reading.text.slice(0, segment.start);
  return INTRODUCED.test(before) && findCues(before).some(({ kind }) => kind === 'reported');
}

/** "…, but was disqualified", "…, but a court annulled it": of the same thing; "…, but the shop is closed" is of another. */
function turns(words: readonly Word[], hints: VerbHints): boolean {
  if (!ADVERSE.test(openerOf(words))) return false;
  const parts = readParts(words.slice(words.findIndex(({ pos }) => pos !== 'PUNCT') + 1), hints);
  if (parts === null) return true;
  const own = parts.subject.some(({ pos, norm }) => /^(?:NOUN|PROPN)$/.test(pos) && !isPronoun(norm));
  const acts =
    parts.verb.some(({ pos }) => pos === 'VERB') &&
    parts.rest.some(({ pos }) => /^(?:NOUN|PROPN)$/.test(pos));
  return !own || acts || parts.rest.some(({ norm }) => isPronoun(norm));
}

function openerOf(words: readonly Word[]): string {
  return words.find(({ pos }) => pos !== 'PUNCT')?.norm ?? '';
}
