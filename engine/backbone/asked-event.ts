/** Questions after the person of an event: "who was dismissed as manager", "who translated the book". */
import type { Question, Term } from '../question/question.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { isBylined } from './byline.ts';
import { carries, spokenOf, takesUp } from './coverage.ts';
import { clauseAt, type SentenceReading, wordsIn } from './sentence-reading.ts';
import type { ValueMention } from './value.ts';

/** The words before the event and the event itself, a participle or a past form. */
const EVENT =
  /^\s*whom?\s(?:(?:was|were|is|are|has|have|had|did|got|been|first|last|recently|originally|eventually|finally|later)\s)*(\p{Ll}+)/iu;
const PAST_FORM = /(?:ed|en|wn|ght|ought|aught|old|ade|ung|ent|elt|ept|ore|ote|ook|ove|ode|ew|ang|an|on|id)$/;
/** "dismissed as managing director": the office that is lost or won. */
const AS_OFFICE =
  /\bas\s(?:(?:the|its|their|his|her|an?)\s)?((?:\p{Ll}+[\s-]){0,3}?\p{Ll}+)(?=\s(?:of|at|in|for|by|on)\b|\s?[?,.]|$)/u;

/**
 * Whether the sentence leaves the event out: who holds an office, or does something else with the thing, is no answer
 * to who was sacked, and nobody translated a book of which no translation is told.
 */
export function lacksEvent(question: Question, reading: SentenceReading): boolean {
  const event = eventOf(question);
  if (event === null || takesUp(question, reading) || carries(event, reading.words)) return false;
  return !isBylined(question, event, reading);
}

/** The verb of a question after the person of an event; null for an office, which is held and does not happen. */
function eventOf(question: Question): Term | null {
  if (question.form !== 'entity' || question.entityKind !== 'person' || question.succession !== null)
    return null;
  const verb = foldForComparison(EVENT.exec(question.text)?.[1] ?? '');
  if (!PAST_FORM.test(verb)) return null;
  return question.terms.find(({ surface, role }) => surface === verb && role === 'verb') ?? null;
}

/** "Dismissed as editor-in-chief" where the managing director is asked for. */
export function isOfOtherOffice(question: Question, reading: SentenceReading, value: ValueMention): boolean {
  if (eventOf(question) === null) return false;
  const asked = AS_OFFICE.exec(question.text)?.[1]?.split(/[\s-]/u).at(-1);
  const clause = clauseAt(reading, value.start);
  const said = AS_OFFICE.exec(reading.text.slice(clause.start, clause.end));
  const head = question.terms.find(({ surface }) => surface === foldForComparison(asked ?? ''));
  if (head === undefined || said === null) return false;
  const start = clause.start + said.index + said[0].length - (said[1] ?? '').length;
  return !carries(head, wordsIn(reading, { start, end: start + (said[1] ?? '').length }));
}

const PASSIVE = /^\s*who\s(?:was|were|has been|have been|got)\s/iu;
const ACTS_AFTER = /^\s(?:(?:has|have|had)\s)?\p{Ll}+(?=\s)/u;

/** "Police arrested Jo Vane": not the police, where somebody was arrested. */
export function isAgent(question: Question, reading: SentenceReading, value: ValueMention): boolean {
  const event = PASSIVE.test(question.text) ? eventOf(question) : null;
  const verb = ACTS_AFTER.exec(reading.text.slice(value.end));
  if (event === null || verb === null || /^\s(?:was|were)$/u.test(verb[0])) return false;
  return carries(event, wordsIn(reading, { start: value.end, end: value.end + verb[0].length }));
}

const APPOINTS_BEFORE =
  /(\p{Ll}+)\s(?:(?:has|have|had)\s)?(?:named|appointed|elected|picked|chose|chosen|hired|promoted)\s(?:\p{Ll}+\s){0,3}$/u;

/** "The owners named Ana Reis manager": she is no owner; what is asked is said of those who appoint, not of her. */
export function isAppointedByAsked(
  question: Question,
  reading: SentenceReading,
  value: ValueMention,
): boolean {
  if (question.entityKind !== 'person') return false;
  const match = APPOINTS_BEFORE.exec(reading.text.slice(0, value.start));
  if (match === null) return false;
  const by = match.index + (match[1] ?? '').length;
  const appointer = wordsIn(reading, { start: match.index, end: by });
  const rest = wordsIn(reading, { start: by, end: clauseAt(reading, value.start).end });
  return question.terms.some((term) => carries(term, appointer) && !carries(term, rest));
}

const ASKS_HOLDER = /^who(?:'s|\s(?:is|was|are|were))\s/iu;

/** "Who is the mayor of the valley?" is answered where a mayor is spoken of, not by what else is said beside it. */
export function lacksOffice(question: Question, reading: SentenceReading): boolean {
  const office = question.terms.find(({ role }) => role === 'other');
  if (question.entityKind !== 'person' || office === undefined || !ASKS_HOLDER.test(question.text))
    return false;
  return !takesUp(question, reading) && !carries(office, [...reading.words, ...spokenOf(question, reading)]);
}
