/**
 * A newer statement of the figure that the best sentence gives, told in fewer of the question's words: "can take lorries
 * of up to 18 tonnes", and three years later "the weight limit has risen to 32 tonnes".
 */
import type { Span } from '../../graph/claim.ts';
import { calendarWords, functionWords, presentWords } from '../question/function-words.ts';
import { areKin } from '../question/kinship.ts';
import type { Question } from '../question/question.ts';
import { conceptOf } from '../question/question-form.ts';
import type { Word } from '../question/stems.ts';
import type { QuantityMention } from '../text/quantities.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { meets, spokenOf } from './coverage.ts';
import { type SentenceReading, segmentAt, subjectWords, wordsIn } from './sentence-reading.ts';

/** The statement that a newer one may take the place of: its sentence and the value that answers there. */
export interface Statement {
  readonly reading: SentenceReading;
  readonly value: Span;
}

/** What says by itself that a figure is another than before. */
const CHANGE =
  /\b(?:now|nowadays|these days|since|from today|as of|at present|for the moment|no longer|any ?more|instead|in the meantime|by now|(?:has|have|had|was|were|is|are)\s(?:\p{L}+\s){0,2}(?:risen|gone|fallen|dropped|grown|shrunk|doubled|halved|climbed|raised|lowered|cut|reduced|increased|extended|shortened|widened|lengthened|lifted|put|brought|moved|changed|set|down|up))\b/iu;

/** "He does not think much of fourteen clubs." */
const DENIES = /^(?:not|never|nobody|n['’]t|hardly)$/;

/** Words for a figure of any kind, for its time and for saying that it is one. */
const GENERIC =
  /^(?:limit|figure|number|total|amount|level|rate|value|count|sum|maximum|minimum|average|record|result|day|week|month|year|season|term|summer|winter|autumn|spring|morning|evening|time|start|end|thing|place|case|whole|full|new|latest|newest|current|present|same|usual|normal|standard|official|old|older|mere|good|least|most|user|people|person|visitor|customer|passenger|guest|motorist|driver|resident|reader|member|owner|householder)$/;
const STATES =
  /^(?:be|have|do|cost|pay|charge|rise|go|fall|drop|grow|shrink|climb|raise|lower|cut|reduce|increase|extend|put|bring|set|stand|reach|come|get|say|take|hold|start|begin|last|leave|keep|stay|remain|need|make|give|see|know|mean)$/;

/** Whether the clause of a value is about nothing but what was asked and what the older statement speaks of. */
export function takesPlaceOf(
  question: Question,
  older: Statement,
  newer: Statement,
  stands: 'by its words' | 'by its figure',
): boolean {
  if (!isSameKind(older, newer)) return false;
  const segment = segmentAt(newer.reading, newer.value.start);
  const clause = wordsIn(newer.reading, segment);
  if (clause.some(({ norm }) => DENIES.test(norm))) return false;
  if (stands === 'by its words') return !hasOtherSubject(question, older, newer);
  const isKnown = knownTo(question, older);
  const outside = (word: Word) => word.end <= newer.value.start || word.start >= newer.value.end;
  return (
    CHANGE.test(newer.reading.text.slice(segment.start, segment.end)) &&
    clause.filter(outside).every((word) => !(isThing(word) || isDeed(word)) || isKnown(word))
  );
}

/** Whether the clause of a value has a subject of which neither the question nor the older statement speaks. */
export function hasOtherSubject(
  question: Question,
  older: Statement,
  { reading, value }: Statement,
): boolean {
  const subject = subjectWords(wordsIn(reading, segmentAt(reading, value.start)));
  return !subject.filter(isThing).every(knownTo(question, older));
}

function knownTo(question: Question, older: Statement): (word: Word) => boolean {
  const { reading } = older;
  // Who or what "it" is stands in the sentence before.
  const named = [...reading.before.flat(), ...reading.title].filter(({ pos }) => pos === 'PROPN');
  const known = [...wordsIn(reading, clauseOf(older)), ...spokenOf(question, reading), ...named];
  return (word) =>
    isOfQuestion(question, word) ||
    known.some((one) => one.keys.some((key) => word.keys.some((other) => areKin(key, other))));
}

/** Up to a neighbour of the same kind: "£3.50 for adults and £1.80 for children" speaks for each of the adults only. */
function clauseOf({ reading, value }: Statement): Span {
  const others = reading.quantities.filter((one) => one.start !== value.start);
  if (others.length === 0) return { start: 0, end: reading.text.length };
  const { start, end } = segmentAt(reading, value.start);
  const from = others.filter((one) => one.end <= value.start && one.start >= start).at(-1)?.end ?? start;
  const to = others.find((one) => one.start >= value.end && one.start < end)?.start ?? end;
  return { start: from, end: to };
}

function isOfQuestion(question: Question, word: Word): boolean {
  if (question.terms.some((term) => meets(term, word))) return true;
  if (question.concept !== null && conceptOf(word)?.name === question.concept) return true;
  return question.names.some((name) => name.words.includes(foldForComparison(word.norm)));
}

/** A word that could make the clause one about something else. */
function isThing({ pos, norm, lemma, text }: Word): boolean {
  if (!/[\p{L}]/u.test(text) || functionWords.has(norm) || presentWords.has(norm)) return false;
  if (GENERIC.test(lemma) || GENERIC.test(norm) || calendarWords.has(norm)) return false;
  return /^(?:NOUN|PROPN|ADJ|X)$/.test(pos) || (pos === 'VERB' && norm.endsWith('ing'));
}

function isDeed({ pos, norm, lemma }: Word): boolean {
  return pos === 'VERB' && !STATES.test(lemma) && !functionWords.has(norm);
}

function isSameKind(older: Statement, newer: Statement): boolean {
  const [was, is] = [quantityOf(older), quantityOf(newer)];
  if (was === undefined || is === undefined) return was === is && isHour(older) === isHour(newer);
  if (was.ordinal !== is.ordinal) return false;
  // "Eleven otters", and later "the volunteers counted 34".
  if (was.dimension === 'count' && is.dimension === 'number') return true;
  if (was.dimension !== is.dimension) return false;
  return was.dimension === 'count' || was.dimension === 'money' || was.unit === is.unit;
}

function quantityOf({ reading, value }: Statement): QuantityMention | undefined {
  return reading.quantities.find(({ start, end }) => start === value.start && end === value.end);
}

function isHour({ reading, value }: Statement): boolean {
  return /\d|noon|midnight|o['’]clock/u.test(reading.text.slice(value.start, value.end));
}
