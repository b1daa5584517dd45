/** What a sentence gives as the cause: a question why is answered only where cause and effect stand side by side. */
import { asksCause } from '../question/cause.ts';
import type { Question } from '../question/question.ts';
import type { Reason } from './candidate.ts';
import { carries } from './coverage.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';

/** The effect comes behind: "a spark caused the fire". */
const FORWARD =
  /(?<!\b(?:was|were|been|be|is|are|being)\s)\b(?:caused|causes|led\sto|leads\sto|triggered|sparked|prompted|brought\s(?:about|on)|set\soff|gave\srise\sto|resulted\sin|made)\b(?!\sby\b)|\bwas\swhat\s\p{Ll}+|\bwhich\sis\swhy\b/iu;
/** The cause comes behind: "burnt down because of a spark". */
const BACKWARD =
  /\b(?:because|due\sto|owing\sto|thanks\sto|on\saccount\sof|(?:caused|triggered|sparked|prompted|started|set\soff|brought\s(?:about|on))\sby|result(?:s|ed|ing)?\s(?:of|from)|blame[sd]?\s(?:on|for)|(?:put\s)?down\sto|attributed\sto|traced\s(?:back\s)?to|stem(?:s|med)?\sfrom|in\sprotest\s(?:at|against))\b/iu;
const NOUN = /\b(?:reason|cause)s?\b/iu;
/** What came first need not be the cause. */
const WEAK =
  /\b(?:after|following|over|when|in\sresponse\sto)\s(?:an?|the|its|his|her|their|\d+|two|three|four|five|six|seven|eight|nine|ten|several|repeated|years\sof|weeks\sof|months\sof|days\sof)\b/iu;
const WEAKLY = 0.75;

/** A factor for a sentence that is to say why; null where it gives no cause of what is asked. */
export function causeFactor(question: Question, reading: SentenceReading): Reason | null {
  if (question.form !== 'open' || !asksCause(question.text)) return { feature: 'cause', factor: 1 };
  const { text } = reading;
  const forward = FORWARD.exec(text);
  if (forward !== null && tellsEffect(question, reading, forward.index + forward[0].length, text.length))
    return { feature: 'cause', factor: 1 };
  if (NOUN.test(text) || tellsEffectOf(question, reading, BACKWARD.exec(text)))
    return { feature: 'cause', factor: 1 };
  return tellsEffectOf(question, reading, WEAK.exec(text)) ? { feature: 'cause', factor: WEAKLY } : null;
}

/** "X, because Y" and "Because of Y, X": the effect stands outside the cause. */
function tellsEffectOf(question: Question, reading: SentenceReading, cue: RegExpExecArray | null): boolean {
  if (cue === null) return false;
  if (cue.index > 0 && tellsEffect(question, reading, 0, cue.index)) return true;
  const comma = reading.text.indexOf(', ', cue.index);
  return comma > 0 && tellsEffect(question, reading, comma, reading.text.length);
}

function tellsEffect(question: Question, reading: SentenceReading, start: number, end: number): boolean {
  const words = wordsIn(reading, { start, end });
  const heads = question.terms.filter(({ role }) => role !== 'modifier');
  const told = heads.filter((term) => carries(term, words));
  return told.length >= heads.length / 2;
}
