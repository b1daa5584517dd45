/** How one clause meets the words of a yes-or-no question: itself, by an opposite, or by saying the same otherwise. */
import type { Span } from '../../graph/claim.ts';
import { calendarWords } from '../question/function-words.ts';
import { areOpposite } from '../question/opposition.ts';
import type { Proposition, Question, Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { type AskedFigure, matchFigure } from './asked-figure.ts';
import { carries } from './coverage.ts';
import { matchDays } from './returning-days.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';

/** The words of one clause and how they meet the terms of the question. */
export interface Clause {
  readonly text: string;
  readonly words: readonly Word[];
  readonly opposed: readonly Term[];
  /** Terms that the clause answers without their words. */
  readonly implied: readonly Term[];
  readonly days: ReturnType<typeof matchDays>;
  readonly figure: ReturnType<typeof matchFigure>;
}

/** The question with what is read from it once. */
export interface AskedStatement {
  readonly question: Question;
  readonly proposition: Proposition;
  readonly figure: AskedFigure | null;
}

/** @param shared the clause, with the part of the segment before it whose subject it may share */
export function readClause(
  { question, proposition, figure }: AskedStatement,
  reading: SentenceReading,
  span: Span,
  shared: readonly Word[],
): Clause {
  const text = reading.text.slice(span.start, span.end);
  const words = wordsIn(reading, span);
  const days = matchDays(question.text, text);
  const matched = figure === null ? null : matchFigure(figure, reading, span);
  const charged =
    CHARGE.test(text) ||
    reading.quantities.some(({ dimension, start, end }) => {
      return dimension === 'money' && start >= span.start && end <= span.end;
    });
  const opposed = question.terms.filter((term) => {
    if (carries(term, words)) return false;
    return (charged && FREE.test(term.surface)) || hasOpposite(term, shared, text, span.start);
  });
  const implied = question.terms.filter((term) => {
    if (days !== null && isDayName(term)) return true;
    if (matched !== null && figure?.words.includes(term.surface)) return true;
    if (proposition.permission && RULE.test(text) && isOfAnybody(proposition, term)) return true;
    if (PERMIT.test(term.surface) && (MAY_NOT.test(text) || MAY_BE.test(text))) return true;
    return NO_EFFECT.test(text) && (term.role === 'verb' || term.surface === proposition.predicate);
  });
  return { text, words, opposed, implied, days, figure: matched };
}

/** "Phones are banned": a rule for whoever it is, and whatever they would do with them. */
const RULE =
  /\b(?:is|are)\s(?:(?:now|no\slonger|not|again|still|strictly)\s){0,2}(?:banned|forbidden|prohibited|allowed|permitted)\b/iu;
const HANDLES = /^(?:use|bring|take|carry|keep)$/;

function isOfAnybody({ subjectWords, predicate }: Proposition, { surface }: Term): boolean {
  return subjectWords.includes(surface) || (surface === predicate && HANDLES.test(surface));
}

/** Only a lasting state denies its opposite: what "is closed" is not open, what "was opened in 1990" may be closed. */
const STATE_REACH = 3;
const STATE = /^(?:is|are|has|have|remains?|stays?|keeps?|does|do|es|está|son|están)$/;
const JOINT = /^(?:and|but)$/;
/** A price for what was asked to be free. */
const FREE = /^free$/;
const CHARGE = /\b(?:costs?|charged?|charges|fee|pays?|priced)\b/iu;

function hasOpposite(term: Term, words: readonly Word[], text: string, from: number): boolean {
  if (SIDES.some(([one, other]) => term.surface === one && SIDE(other).test(text))) return true;
  return words.some((word, i) => {
    if (word.start < from) return false;
    // "is open in May and closed in June": the verb before is the verb of both.
    const joined = words.slice(Math.max(0, i - STATE_REACH), i).some(({ norm }) => JOINT.test(norm));
    const state = words
      .slice(joined ? 0 : Math.max(0, i - STATE_REACH), i)
      .some(({ norm }) => STATE.test(norm));
    return (state || isOutcome(term, word)) && opposes(term, word);
  });
}

/** What was lost was not won, and what reopened is not closed: the outcome shuts out its opposite. */
function isOutcome({ role }: Term, { pos, norm, lemma }: Word): boolean {
  if (lemma === 'reopen') return true;
  return role === 'verb' && pos === 'VERB' && norm !== lemma && OUTCOME.test(lemma);
}
const OUTCOME = /^(?:win|lose|accept|reject|approve|refuse|pass|fail|survive|die|convict|acquit)$/;

/** Sides exclude each other; as verbs and adjectives their words mean much else. */
const SIDES: readonly (readonly [string, string])[] = [
  ['left', 'right'],
  ['right', 'left'],
];
const SIDE = (side: string) => new RegExp(`\\b(?:on|to)\\sthe\\s${side}\\b|\\b${side}[-\\s]hand\\b`, 'iu');

/** "Dogs may not be taken onto the beach": what is not allowed. */
export const MAY_NOT = /\b(?:may|must|can)(?:\snot|not)\b/iu;
const MAY_BE = /\b(?:may|can)\s(?:also\s|now\s)?be\s/iu;
export const PERMIT = /^(?:allowed|permitted|accepted|welcome|possible)$/;

/** "has no effect on" denies whatever verb of effect was asked. */
export const NO_EFFECT =
  /\bno (?:effect|impact|influence|link|association|connection|difference|evidence)\b|\bnot (?:linked|associated|related)\b/iu;

/** A weekday or a month. */
export function isDayName({ surface }: Term): boolean {
  return calendarWords.has(surface);
}

/** Whether the word is an opposite of the term. */
export function opposes(term: Term, word: Word): boolean {
  return term.keys.some((key) => word.keys.some((other) => areOpposite(key, other)));
}
