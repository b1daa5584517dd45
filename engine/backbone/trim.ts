/**
 * The clause of a sentence that answers, when the rest gives other values of the same kind.
 *
 * The quote stays the full sentence; only the summary's words are cut, at clear boundaries, and stay verbatim.
 */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import type { Ranked } from './candidate.ts';
import { carries } from './coverage.ts';
import { findName } from './name-gate.ts';
import { type Competition, competitionIn } from './rival-values.ts';
import { readSentence, type SentenceReading, wordsIn } from './sentence-reading.ts';
import { textOf } from './value.ts';

/** Where the sentence turns to something else; a tail is cut here as soon as another value follows. */
const TURN =
  /;\s|\s[–—]\s|,?\s(?=(?:while|whereas|although|though|whilst|mientras)\s)|,\s(?=(?:but|pero|not)\s)|,?\s(?=and\snot\b)|,?\s(?=(?:(?:up|down)\sfrom|compared\s(?:with|to)|instead\sof|rather\sthan|in\splace\sof|in\ssuccession\sto|as\s(?:against|opposed\sto))\s)/gu;
/** Where it only adds something: a cut leaves a clause if a verb stands before it. */
const ADDITION =
  /,\s(?=(?:which|who|whose|where|when|an?\s\p{L}+\s(?:that|which)|having|formerly|previously|once|hitherto|and\s(?:its?|his|her|their|he|she|they|the|an?|there))\s)|,?\s(?=(?:(?:succeed|replac|supersed|displac|overtak|supplant)ing|(?:beat|defeat)ing|taking\sover\sfrom|ahead\sof|followed\sby)\s)/gu;
/** Lesser joints; of these the last before the other value. */
const JOINT =
  /,\s|,?\s(?=(?:and|or|y|o)\s(?:(?:about|around|nearly|some|over|another|at least|up to|\p{Lu}[\p{L} ]{0,40}?)\s)?[£€$¥]?\d)|,?\s(?=(?:and|or)\s\p{L}+\s[\p{L}]+s\b)/gu;
/** Where a head may be cut off. */
const HEAD = /;\s|\s[–—]\s|,\s(?:while|whereas|although|though|but)\s/gu;

/** The part of the sentence to show; the whole sentence where nothing competes or no boundary is clear. */
export function answeringClause(question: Question, ranked: Ranked): Span {
  const reading = readSentence(ranked.candidate);
  const whole = { start: 0, end: ranked.candidate.text.length };
  const competition = competitionIn(question, ranked, reading);
  if (competition.rivals.length === 0) {
    const end = competition.amounts ? beforeOtherMatter(reading, competition.answer) : null;
    return end !== null &&
      keepsNames(question, reading, { start: 0, end }) &&
      keepsTerms(question, reading, end)
      ? { start: 0, end }
      : whole;
  }
  const end = cutTail(
    reading,
    competition,
    (at) => keepsNames(question, reading, { start: 0, end: at }) && keepsTerms(question, reading, at),
  );
  const start = cutHead(reading, competition, (from) => keepsNames(question, reading, { start: from, end }));
  const shown = { start, end };
  const without = (one: Span) => one.end <= shown.start || one.start >= shown.end;
  return competition.rivals.every(without) ? shown : (holderAlone(question, reading, competition) ?? shown);
}

/** "employs 640 people; it makes 9,000 tiles a day": the semicolon before a figure of something else. */
function beforeOtherMatter({ text, quantities }: SentenceReading, answer: Span): number | null {
  const at = text.indexOf('; ', answer.end);
  return at >= 0 && quantities.some(({ start }) => start > at) ? at : null;
}

/** ", formerly of Dorn, who took up the post in May": what the rest of the sentence says of the holder. */
const HOLDER_AFTER =
  /^(?:,\s[^,;:]{1,80})?,\swho\s(?:(?:has|had|is|was|will)\s)?(?:\p{L}+\s){1,3}(?:(?:the|his|her|its|this)\s(?:post|job|role|office|position|helm|chair|place|title|charge|reins)|over|charge|office)\b[^;:]*$/u;

/** The new holder with the clause that says so, where what stands before names the old one. */
function holderAlone(
  question: Question,
  { text }: SentenceReading,
  { answer, rivals }: Competition,
): Span | null {
  const clause = HOLDER_AFTER.exec(text.slice(answer.end));
  if (clause === null || question.entityKind !== 'person') return null;
  return rivals.some((one) => one.start >= answer.end) ? null : { start: answer.start, end: text.length };
}

/** No name or year of the question may go with what is cut. */
function keepsNames(question: Question, reading: SentenceReading, span: Span): boolean {
  const kept = wordsIn(reading, span);
  const named = question.names.every(
    (name) => findName(name, reading.words) === null || findName(name, kept) !== null,
  );
  const shown = textOf(reading, span);
  return named && question.years.every((year) => !reading.text.includes(year) || shown.includes(year));
}

/** A tail that says something of what was asked stays. */
function keepsTerms(question: Question, reading: SentenceReading, end: number): boolean {
  const kept = wordsIn(reading, { start: 0, end });
  const spoken = question.terms.filter((term) => !term.impliedByUnit && carries(term, reading.words));
  return spoken.every((term) => carries(term, kept));
}

/** How many other values of the asked kind the shown part of a sentence names. */
export function rivalsShown(question: Question, ranked: Ranked): number {
  const shown = answeringClause(question, ranked);
  const { rivals } = competitionIn(question, ranked, readSentence(ranked.candidate));
  return rivals.filter((one) => one.end > shown.start && one.start < shown.end).length;
}

function cutTail(
  reading: SentenceReading,
  { answer, rivals, amounts }: Competition,
  keeps: (end: number) => boolean,
): number {
  const text = reading.candidate.text;
  const additions = placesOf(ADDITION, text).filter((at) => hasVerb(reading, at));
  const predicates = amounts ? newPredicates(reading) : [];
  const turns = [...placesOf(TURN, text), ...additions, ...predicates];
  const joints = amounts ? placesOf(JOINT, text).filter((at) => hasVerb(reading, at)) : [];
  const after = rivals.filter((one) => one.start >= answer.end);
  // Of names, a later one may go although an earlier one stays: "The Ring by Ana Reis has become the …, overtaking …".
  const cuts = (amounts ? after.slice(0, 1) : after).flatMap((rival) => {
    const isPlace = (at: number) => at >= answer.end && at < rival.start && keeps(at);
    const ends = turns.filter(isPlace);
    return ends.length > 0 ? [Math.min(...ends)] : (joints.filter(isPlace).at(-1) ?? []);
  });
  return cuts[0] ?? text.length;
}

/** What is kept must still be a clause. */
function hasVerb({ words }: SentenceReading, end: number): boolean {
  const verbs = words.filter(({ pos }) => pos === 'VERB' || pos === 'AUX' || pos === 'X');
  return verbs.length === 0 || verbs.some((word) => word.end <= end);
}

function placesOf(pattern: RegExp, text: string): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index);
}

/** "… and eats 14 kilograms": a second verb of the same subject. */
function newPredicates({ words }: SentenceReading): number[] {
  return words.flatMap((word, i) => {
    const next = words[i + 1]?.pos === 'ADV' ? words[i + 2] : words[i + 1];
    const joins = /^(?:and|but|or)$/.test(word.norm) && /^(?:VERB|AUX)$/.test(next?.pos ?? '');
    return joins ? [words[i - 1]?.end ?? word.start] : [];
  });
}

function cutHead(
  reading: SentenceReading,
  { answer, rivals }: Competition,
  keeps: (start: number) => boolean,
): number {
  const joints = [...reading.text.matchAll(HEAD)].map((match) => match.index + match[0].length);
  const ends = [...joints, ...frontedEnd(reading)];
  const cut = Math.max(0, ...ends.filter((at) => at <= answer.start && keeps(at)));
  return rivals.some((one) => one.end <= cut) ? cut : 0;
}

const CONTINUES = /^(?:when|where|which|who|whose|and|or|but|it|he|she|they|its|his|her|their)$/;

/**
 * "Of the more than 5,000 planets known, the nearest …": where the main clause begins behind a fronted phrase. Only in
 * the present: cut off from a past statement, the phrase might be the time for which it holds.
 */
function frontedEnd({ words }: SentenceReading): number[] {
  const comma = words.findIndex((word, i) => word.text === ',' && !continuesFronted(words[i + 1]));
  const fronted = words.slice(
    0,
    words.findIndex((word) => word.text === ','),
  );
  if (!/^(?:ADP|SCONJ)$/.test(words[0]?.pos ?? '') || fronted.some(isFiniteVerb)) return [];
  const main = comma < 0 ? [] : words.slice(comma + 1);
  const verb = main.find(
    ({ pos, norm }) => pos === 'AUX' || (pos === 'VERB' && !/(?:ing|ed|wn)$/.test(norm)),
  );
  const lasting = verb !== undefined && (/^(?:is|are|has|have)$/.test(verb.norm) || /[^s]s$/.test(verb.norm));
  const first = main[0];
  return lasting && first !== undefined ? [first.start] : [];
}

function continuesFronted(word: Word | undefined): boolean {
  return word === undefined || word.pos === 'NUM' || CONTINUES.test(word.norm);
}

function isFiniteVerb({ pos, norm }: Word): boolean {
  return pos === 'AUX' || (pos === 'VERB' && !/(?:ing|ed|wn)$/.test(norm));
}
