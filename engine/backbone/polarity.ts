/** Yes or no, only on an explicit cue: what is asked is there, and so is its denial or its plain absence (decisions §9). */
import type { Span } from '../../graph/claim.ts';
import type { Proposition, Question, Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { opensWithAnaphor } from '../text/coreference.ts';
import { findCues } from '../text/cues.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { askedFigure } from './asked-figure.ts';
import type { Polarity } from './candidate.ts';
import {
  type AskedStatement,
  type Clause,
  isDayName,
  MAY_NOT,
  NO_EFFECT,
  opposes,
  PERMIT,
  readClause,
} from './clause-match.ts';
import { carries, meets } from './coverage.ts';
import { findName } from './name-gate.ts';
import { DENIAL, denialIn } from './negation.ts';
import { isEnded, isPastState } from './past-state.ts';
import { type SentenceReading, subjectWords, wordsIn } from './sentence-reading.ts';
import { statesAsked } from './states-asked.ts';
import { clausesOf, isElliptic, type VerdictClause } from './verdict-clauses.ts';

/** What a sentence says to a yes-or-no question. */
export interface Verdict {
  readonly polarity: Polarity;
  /** What its words alone would say, however they are put together. */
  readonly words: Polarity;
  readonly span: Span;
  /** Share of what is asked that stands in the span itself. */
  readonly own: number;
  /** Whether nothing that is asked is left unsaid. */
  readonly complete: boolean;
}

/** All words of the document that a sentence stands in. */
export type DocumentOf = (reading: SentenceReading) => readonly Word[];

/** "We are closed on Mondays": who speaks is said elsewhere in the document. */
const SPEAKER = /^(?:we|us|our|ours)$/;

/** How many of the question's words one may be missing of, in a statement that is quoted without a yes or no. */
const WORDS_PER_GAP = 4;

/** The clearest verdict of the clauses; null where none is about what is asked. */
export function verdictOf(
  question: Question,
  reading: SentenceReading,
  documentOf: DocumentOf,
): Verdict | null {
  const { proposition } = question;
  if (proposition === null) return null;
  const asked = { question, proposition, figure: askedFigure(question) };
  const found = clausesOf(proposition, reading).flatMap(
    (span) => verdictIn(asked, reading, documentOf, span) ?? [],
  );
  const clearest = found.toSorted((a, b) => clarity(b) - clarity(a))[0] ?? null;
  if (clearest === null || clearest.polarity === null) return clearest;
  // "reopened on Friday and closed again on Sunday": neither clause is the last word.
  const agreed = found.every(({ words }) => words === null || words === clearest.polarity);
  return agreed ? clearest : { ...clearest, polarity: null };
}

function clarity({ polarity, complete, own }: Verdict): number {
  return (polarity === null ? 0 : 2) + (complete ? 1 : 0) + own / 2;
}

/** A clause that takes its subject up from before ("it is") may leave more to it. */
const LEAST_OWN = 0.5;
const LEAST_OWN_OF_ANAPHOR = 0.2;

function leastOwn(words: readonly Word[]): number {
  return opensWithAnaphor(words) ? LEAST_OWN_OF_ANAPHOR : LEAST_OWN;
}

function verdictIn(
  asked: AskedStatement,
  reading: SentenceReading,
  documentOf: DocumentOf,
  span: VerdictClause,
): Verdict | null {
  const { question, proposition, figure } = asked;
  const words = wordsIn(reading, span);
  const shared = wordsIn(reading, { start: span.subjectFrom, end: span.end });
  const clause = readClause(asked, reading, span, shared);
  const elliptic = isElliptic(clause.text);
  if (!(elliptic || namesHere(question, reading, shared))) return null;
  const essential = question.terms.filter(({ surface }) => !proposition.optional.includes(surface));
  const stands = (term: Term) =>
    carries(term, words) || clause.opposed.includes(term) || clause.implied.includes(term);
  const missing = essential.filter((term) => !stands(term));
  const own = essential.length === 0 ? 1 : 1 - missing.length / essential.length;
  const speaker = words.some(({ norm }) => SPEAKER.test(norm)) ? documentOf(reading) : [];
  const context = [...reading.words, ...reading.before.flat(), ...reading.title, ...speaker];
  const absent = missing.filter((term) => isDayName(term) || !carries(term, context));
  if (own < leastOwn(words) || lacksSubject(question, absent, words, shared)) return null;
  if (absent.length > Math.floor(essential.length / WORDS_PER_GAP)) return null;
  if (!(elliptic || statesPredicate(question, proposition, stands))) return null;
  const complete = absent.length === 0 && !span.whole && (figure === null || clause.figure !== null);
  const polarity = complete ? polarityOf(question, proposition, clause) : null;
  const said = polarity !== null && statesAsked(asked, reading, span, clause) ? polarity : null;
  return { polarity: said, words: polarity, span: { start: span.start, end: span.end }, own, complete };
}

/**
 * What is said of bicycles is not said of dogs: the subject of the question must be the clause's own, unless the clause
 * is about a name of the question, or takes its subject up.
 */
function lacksSubject(
  question: Question,
  absent: readonly Term[],
  words: readonly Word[],
  shared: readonly Word[],
): boolean {
  const subject = question.terms.find(({ surface }) => surface === question.proposition?.subject);
  if (subject === undefined || carries(subject, words)) return false;
  const others = subjectWords(shared).filter(({ pos }) => pos === 'NOUN' || pos === 'PROPN');
  if (question.names.some((name) => findName(name, others) !== null)) return false;
  if (absent.includes(subject)) return true;
  return others.length > 0 && !question.terms.some((term) => carries(term, others));
}

/** The predicate itself must be in the clause: the matter asked is not what the sentence before was about. */
function statesPredicate(
  question: Question,
  { predicate, optional }: Proposition,
  stands: (term: Term) => boolean,
): boolean {
  if (predicate === null || optional.includes(predicate)) return true;
  const terms = question.terms.filter(({ surface }) => surface === predicate);
  return terms.every(stands);
}

/** A name that the sentence holds must be in this very clause, or its subject be taken up there. */
function namesHere(question: Question, reading: SentenceReading, words: readonly Word[]): boolean {
  return question.names.every(
    (name) => findName(name, reading.words) === null || findName(name, words) !== null,
  );
}

/** "was not opened until 1990" says that it was. */
const NOT_UNTIL = /\bnot\s(?:\p{L}+\s){1,4}until\b/iu;

/** "has never stopped making boats" denies that it ended. */
const UNCEASING = /(?:\b(?:never|not)|n['’]t)\s(?:stop|cease|quit|give\sup)/iu;

/** "open only to members": said of fewer than was asked. */
const NARROWED = /(?<!\bnot\s)\b(?:only|solely|exclusively)\b/iu;

function polarityOf(question: Question, proposition: Proposition, clause: Clause): Polarity {
  const { text, words, opposed, days, figure } = clause;
  if (proposition.ambiguous || narrowsPredicate(question, words)) return null;
  if (UNCEASING.test(text)) return null;
  if (days === 'unclear' || isOpen(question, proposition, text)) return null;
  const permits = (word: Word) => proposition.permission && PERMIT.test(word.norm);
  const denial = denialIn(
    words,
    question.terms.filter(({ surface }) => !proposition.without.includes(surface)),
    (word) => permits(word) || isNamed(question, word) || opposed.some((term) => opposes(term, word)),
  );
  const withheld = MAY_NOT.test(text) && question.terms.some(({ surface }) => PERMIT.test(surface));
  const late = question.tense === 'past' && NOT_UNTIL.test(text);
  if (denial === 'unclear' && !withheld) return null;
  const ended = question.tense === 'present' && isEnded(question, words, text);
  const denies = (denial === 'denied' && !late) || withheld || NO_EFFECT.test(text) || ended;
  const denying = DENIAL.exec(text)?.[0].toLowerCase();
  const refused =
    denying !== undefined && opposed.length === 0 && !question.text.toLowerCase().includes(denying);
  const negated = (denies || refused) !== (opposed.length % 2 === 1);
  const outside = days === 'outside' || figure === 'differs' || isExcepted(question, words);
  if (outside && negated) return null;
  const holds = !(outside || negated);
  if (holds && isQualified(question, proposition, clause)) return null;
  return holds === proposition.negated ? 'no' : 'yes';
}

/** Planned or possible, where neither a plan nor a possibility was asked for. */
function isOpen(question: Question, { permission }: Proposition, text: string): boolean {
  const cues = findCues(text).map(({ kind, start, end }) => ({
    kind,
    text: text.slice(start, end),
    rest: text.slice(end),
  }));
  return cues.some((cue) => {
    if (/^\s(?:not\b|never\b)|^n['’]t/iu.test(cue.rest)) return false;
    if (cue.kind === 'planned') return question.tense !== 'future';
    if (cue.kind !== 'hypothetical') return false;
    return !(permission && /^(?:may|could)$/iu.test(cue.text));
  });
}

/** A statement that holds of less than was asked, or held once. */
function isQualified(question: Question, { without }: Proposition, { text, words }: Clause): boolean {
  if (NARROWED.test(text) && !NARROWED.test(question.text) && !isOnlyThere(question, text, words))
    return true;
  if (without.length > 0 && !/\bwithout\b/iu.test(text)) return true;
  return question.tense === 'present' && isPastState(question, words);
}

/** "Allowed in the yard only": a yes for who asks about the yard. */
function isOnlyThere(question: Question, text: string, words: readonly Word[]): boolean {
  const place = ONLY_THERE.exec(text)?.groups ?? {};
  const said = (place.before ?? place.after ?? '').toLowerCase().split(/\s+/);
  const nouns = words.filter(({ pos, norm }) => /^(?:NOUN|PROPN)$/.test(pos) && said.includes(norm));
  return (
    nouns.length > 0 &&
    nouns.every((noun) => isNamed(question, noun) || question.terms.some((term) => meets(term, noun)))
  );
}

const ONLY_THERE =
  /\b(?:in|at|on)\s(?:the\s)?(?<before>(?:\p{L}+\s){1,3})only\s?[.;]?$|\bonly\s(?:in|at|on)\s(?:the\s)?(?<after>(?:\p{L}+\s?){1,3})[.;]?$/iu;

/** "open to all except children" denies what is said of children; for days see `returning-days.ts`. */
function isExcepted(question: Question, words: readonly Word[]): boolean {
  const at = words.findIndex(({ norm }) => /^(?:except|excluding|excepting)$/.test(norm));
  if (at < 0) return false;
  const named = words.slice(at + 1, at + 1 + EXCEPTION_REACH);
  return question.terms.some((term) => !isDayName(term) && carries(term, named));
}

/** How many words an exception may span. */
const EXCEPTION_REACH = 4;

function isNamed(question: Question, { norm }: Word): boolean {
  return question.names.some((name) => name.words.includes(foldForComparison(norm)));
}

/** "Pluto is a dwarf planet" neither affirms nor denies that it is a planet. */
function narrowsPredicate(question: Question, words: readonly Word[]): boolean {
  const last = question.terms.at(-1);
  if (last === undefined) return false;
  return words.some((word, i) => {
    const [before, article] = [words[i - 1], words[i - 2]];
    if (before === undefined || !meets(last, word) || !/^(?:NOUN|ADJ)$/.test(before.pos)) return false;
    return /^an?$/.test(article?.norm ?? '') && !question.terms.some((term) => meets(term, before));
  });
}
