/**
 * What leaves open what a sentence seems to say: it is denied from outside, told by another, undone, nearly so, of less
 * than was asked, or of something else. Such a sentence is quoted without a yes or no (decisions §9).
 */
import type { Span } from '../../graph/claim.ts';
import type { Question } from '../question/question.ts';
import { stemOf, type Word } from '../question/stems.ts';
import { findCues } from '../text/cues.ts';
import { isDayName } from './clause-match.ts';
import { carries, meets } from './coverage.ts';
import { findName } from './name-gate.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';

/** Called false, or a thing that is merely held. */
const FALSEHOODS: readonly RegExp[] = [
  /\b(?:false|untrue|wrong|incorrect|inaccurate|fake|forged|(?:wrong|mistaken|false|erroneous)ly)\b/giu,
  /\b(?:myth|misconception|hoax|lie|fallacy|mistake|falsehood|legend|rumou?r|fiction)s?\b/giu,
  /\b(?:claim|belief|idea|notion|report|story|assertion|allegation|suggestion|theory|hypothesis|impression|view|opinion)s?\sthat\b/giu,
  /\b(?:anything|everything)\sbut\b/giu,
  /\b(?:doubts?|doubted|den(?:y|ies|ied)|disput(?:es?|ed)|questions|questioned|disagrees?)\b/giu,
];

/** What makes a deed or a law void. */
const UNDONE =
  /\b(?:disqualified|annulled|overturned|overruled|quashed|retracted|rejected|vetoed|rescinded|reversed|voided|nullified|invalidated|debunked|disproved|refuted|blocked|stripped\sof|struck\sdown|thrown\sout|voted\sdown|called\soff|(?:fell|fallen|falls)\s(?:through|apart)|backed\sout|pulled\sout)\b/giu;

/** Of a part, in a part, at some hours. */
const PARTIAL = [
  /\b(?:parts?|half|halves|a\s(?:third|quarter|fraction|share|stake|minority|few)|some|most|many)\sof\b/giu,
  /\b(?:partly|partially|in\spart|sometimes|occasionally)\b/giu,
  /\b(?:north|south|east|west|northern|southern|eastern|western|centre|middle)\s(?:of|part|half|end|side)\b/giu,
  /\b(?:before|after|outside|during)\s(?:noon|midnight|dark|dusk|dawn|sunset|sunrise|\d{1,2}(?:[.:]\d\d)?\s?(?:[ap]\.?m\b|o['’]clock))/giu,
];

/** What is compared only to say that it differs. */
const CONTRAST =
  /\b(?:unlike|as\sopposed\sto|in\scontrast\s(?:to|with)|contrary\sto|compared\s(?:to|with))\s[^,;.]*/giu;

/** Degrees that fall short of what they grade. */
const SHORT_OF = /^(?:rarely|seldom|barely|scarcely|almost|nearly|virtually|practically|few|little)$/;
/** Words after a degree in which what it grades stands. */
const DEGREE_REACH = 3;

/** Verbs under which a statement is no fact. */
const UNFULFILLED = stemsOf(
  'deny pretend try attempt refuse decline stop quit avoid accuse acquit suspect charge dream imagine hope want wish threaten offer agree ask urge demand request seek consider contemplate fear assume suppose presume guess joke speculate doubt dispute forget hesitate aspire prefer promise vow plan intend struggle expect propose discuss debate think believe claim allege suggest argue insist predict write state tweet swear testify',
);
/** Verbs whose infinitive is a fact, or is allowed. */
const FULFILLED = stemsOf(
  'manage permit entitle continue start begin help come go get prove turn allow permit enable let use have remain serve need know find show see require able happen tend choose decide vote force oblige order',
);

function stemsOf(verbs: string): ReadonlySet<string> {
  return new Set(verbs.split(' ').map((verb) => stemOf(verb, 'en')));
}

/** Whether the sentence that a clause stands in withholds what the clause says. */
export function hasReservation(question: Question, reading: SentenceReading, clause: Span): boolean {
  const words = wordsIn(reading, clause);
  return (
    [...FALSEHOODS, UNDONE].some((pattern) => findUnasked(question, reading, pattern).length > 0) ||
    PARTIAL.some((pattern) => findUnasked(question, reading, pattern).some(isWithin(clause))) ||
    isTold(question, reading, clause) ||
    isContrasted(question, reading) ||
    fallsShort(question, words) ||
    isUnfulfilled(question, words) ||
    isOfPart(question, words)
  );
}

function isWithin({ start, end }: Span): (span: Span) => boolean {
  return (span) => span.start >= start && span.end <= end;
}

/** The places of a wording that the question does not use itself. */
function findUnasked(question: Question, reading: SentenceReading, pattern: RegExp): Span[] {
  return [...reading.text.matchAll(pattern)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter((span) => !isAsked(question, reading, span));
}

function isAsked(question: Question, reading: SentenceReading, span: Span): boolean {
  const words = wordsIn(reading, span);
  if (question.terms.some((term) => carries(term, words))) return true;
  return question.text.toLowerCase().includes(reading.text.slice(span.start, span.end).toLowerCase());
}

/** A new statement: who is named in it as saying something does not say what stands before. */
const NEXT_STATEMENT = /[;:]|\b(?:and|but|because|after|when)\b/iu;

/** Told by those whose work it is to know, in a verb that keeps no distance: the statement is theirs to make. */
const BY_EXPERTS =
  /\b(?:doctors|physicians|surgeons|experts|specialists|scientists|researchers|engineers|inspectors)\s(?:said|say|warned)$/iu;

function isTold(question: Question, reading: SentenceReading, clause: Span): boolean {
  const stated = wordsIn(reading, clause).findLast((word) => isPredicate(question, word));
  const end = stated?.end ?? clause.end;
  return findCues(reading.text).some((cue) => {
    if (cue.kind !== 'reported' || isAsked(question, reading, cue)) return false;
    if (BY_EXPERTS.test(reading.text.slice(0, cue.end).replace(/\sthat$/, ''))) return false;
    return cue.start < end || !NEXT_STATEMENT.test(reading.text.slice(end, cue.start));
  });
}

/** "Unlike the Tal bridge, the Orm bridge is safe" says nothing of the Tal bridge in so many words. */
function isContrasted(question: Question, reading: SentenceReading): boolean {
  return findUnaskedContrast(reading).some((span) => {
    const inside = wordsIn(reading, span);
    const outside = reading.words.filter(({ start }) => start < span.start || start >= span.end);
    if (question.names.some((name) => findName(name, inside) !== null && findName(name, outside) === null))
      return true;
    return question.terms.some((term) => carries(term, inside) && !carries(term, outside));
  });
}

function findUnaskedContrast(reading: SentenceReading): Span[] {
  return [...reading.text.matchAll(CONTRAST)].map(({ index, 0: text }) => {
    return { start: index, end: index + text.length };
  });
}

/** "almost bought", "few dogs"; "almost 20,000" and "a few" are figures. */
function fallsShort(question: Question, words: readonly Word[]): boolean {
  return words.some(({ norm }, i) => {
    if (!SHORT_OF.test(norm) || question.text.toLowerCase().includes(norm)) return false;
    if (words[i - 1]?.norm === 'a' || /^\d/.test(words[i + 1]?.norm ?? '')) return false;
    const graded = words.slice(i + 1, i + 1 + DEGREE_REACH);
    return question.terms.some((term) => carries(term, graded));
  });
}

/** "tried to buy", "denies that it bought": what is asked stands under another verb. */
function isUnfulfilled(question: Question, words: readonly Word[]): boolean {
  const predicate = words.findLastIndex((word) => isPredicate(question, word));
  return words.slice(0, Math.max(0, predicate)).some((word, i) => {
    const governed = words[i + 1]?.norm === 'to' ? words[i + 2] : undefined;
    const governs = governed !== undefined && isPredicate(question, governed);
    const participle = governs && word.pos === 'ADJ' && word.norm.endsWith('ed');
    if (!(word.pos === 'VERB' || participle) || isOfQuestion(question, word)) return false;
    return isAmong(UNFULFILLED, word) || (governs && !isAmong(FULFILLED, word));
  });
}

function isAmong(stems: ReadonlySet<string>, { keys }: Word): boolean {
  return keys.some((key) => stems.has(key));
}

function isOfQuestion(question: Question, word: Word): boolean {
  return question.terms.some((term) => meets(term, word));
}

function isPredicate(question: Question, word: Word): boolean {
  const { predicate } = question.proposition ?? {};
  return question.terms.some((term) => {
    return (term.surface === predicate || term.role === 'verb') && meets(term, word);
  });
}

/** "guide dogs", "the museum shop": of one kind of what was asked, or of something that belongs to it. */
function isOfPart(question: Question, words: readonly Word[]): boolean {
  return words.some((word, i) => {
    if (word.pos !== 'NOUN' || word.expression !== undefined || !isNounOf(question, word)) return false;
    const [before, after] = [words[i - 1], words[i + 1]];
    const opener = i === 1 && before?.pos === 'PROPN' ? [before] : [];
    const beside = [before, after].filter((one) => one?.pos === 'NOUN');
    return [...opener, ...beside].some((one) => one !== undefined && !isKnown(question, one));
  });
}

/** The subject of the question, where a name may stand before it, or the noun it ends in. */
function isNounOf({ terms, proposition }: Question, word: Word): boolean {
  const subject = proposition?.subject ?? terms[0]?.surface;
  const last = terms.findLast((term) => !isDayName(term));
  return terms.some((term) => {
    return (term === last || term.surface === subject) && term.role !== 'verb' && meets(term, word);
  });
}

function isKnown(question: Question, word: Word): boolean {
  return isOfQuestion(question, word) || question.text.toLowerCase().includes(word.norm.replace(/s$/, ''));
}
