/** Which words of a statement a yes-or-no question has asked for, and which say more than that. */
import { calendarWords, functionWords } from '../question/function-words.ts';
import type { Question } from '../question/question.ts';
import { readWords, type Word } from '../question/stems.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { isPlainAdverb } from './adjuncts.ts';
import type { AskedStatement, Clause } from './clause-match.ts';
import { NO_EFFECT, opposes, PERMIT } from './clause-match.ts';
import { carries, meets } from './coverage.ts';
import { findName } from './name-gate.ts';
import { DENIAL } from './negation.ts';
import { ENDING_PHRASE, isEnding } from './past-state.ts';

/** The words of the question, by which those of a clause are judged. */
export interface AskedWords {
  /** Asked for, its opposite, or a word without content of its own. */
  readonly isAsked: (word: Word) => boolean;
  /** The question's own word, not one that may stand for it. */
  readonly isLiteral: (word: Word) => boolean;
  /** Narrows and doubts nothing, or is in the question. */
  readonly isPlainAdverb: (word: Word) => boolean;
  /** Of what the question is about: its grammatical subject. */
  readonly isSubject: (word: Word) => boolean;
  /** A word of the question's subject itself, in any form: no verb, whatever the tagger says. */
  readonly isSubjectNoun: (word: Word) => boolean;
  /** Of the agent that the question's passive names. */
  readonly isAgent: (word: Word) => boolean;
  /** The verb that is asked, or its opposite. */
  readonly isVerb: (word: Word) => boolean;
  /** Whether the question is put in the passive: "Is coal exported from Orsk?" */
  readonly asksPassive: boolean;
  /** Whether "the drug", "the company" may stand for a name of the question that the clause leaves out. */
  readonly leavesName: boolean;
}

/** "Some dogs", "few dogs": of less than was asked. */
const QUANTIFIES =
  /^(?:some|many|few|fewer|most|half|several|certain|various|less|least|more|much|part|parts|often|without|one|only|about|under|over|between)$/;
const DAYS = /^(?:daily|day|days|week|weeks|weekends?|weekdays?|end|round|year|except|excepting|excluding)$/;
const SIDE = /^(?:left|right)(?:-hand)?$/;
const CONTENT = /^(?:NOUN|PROPN|ADJ|VERB|NUM|X|INTJ)$/;
const NOBODY = /^(?:nobody|none|nothing|nowhere|everyone|everybody|everything|all|every|each|any)$/;

/** Whether the word says something, so that it matters whether it was asked. */
export function isContent({ norm, pos }: Word): boolean {
  if (NOBODY.test(norm) || /^\W+$/.test(norm)) return false;
  if (QUANTIFIES.test(norm)) return !/^(?:ADP|ADV|SCONJ)$/.test(pos) || norm === 'often';
  return CONTENT.test(pos) && !functionWords.has(norm);
}

/** Reads the question against one clause of a sentence. */
export function askedWords({ question, proposition }: AskedStatement, clause: Clause): AskedWords {
  const own = readWords(question.text, question.lang).filter((word) => isContent(word));
  const keys = new Set(own.flatMap((word) => word.keys));
  const subject = own.filter(({ norm }) => proposition.subjectWords.includes(foldForComparison(norm)));
  const nouns = new Set(subject.flatMap((word) => word.keys));
  const names = new Set(question.names.flatMap((name) => name.words));
  const figured = clause.figure !== null || clause.opposed.some(({ surface }) => surface === 'free');
  const byWeek = own.some(isWeekday);
  const sided = clause.opposed.some(({ surface }) => SIDE.test(surface));
  const verdict = verdictWords(clause.text);
  const isLiteral = (word: Word) =>
    names.has(foldForComparison(word.norm)) || word.keys.some((key) => keys.has(key));
  const text = question.text.toLowerCase();
  const isAsked = (word: Word): boolean =>
    !isContent(word) ||
    isLiteral(word) ||
    question.terms.some((term) => meets(term, word)) ||
    clause.opposed.some((term) => opposes(term, word)) ||
    PERMIT.test(word.norm) ||
    isEnding(word) ||
    verdict.has(word.norm) ||
    (figured && isFigure(clause.words, word)) ||
    (clause.days !== null &&
      (DAYS.test(word.norm) || (calendarWords.has(word.norm) && isWeekday(word) === byWeek))) ||
    (sided && SIDE.test(word.norm));
  const isOneOf = (surfaces: readonly string[]) => (word: Word) =>
    surfaces.includes(foldForComparison(word.norm)) ||
    question.terms.some((term) => surfaces.includes(term.surface) && meets(term, word));
  const verbs = question.terms.filter(
    (term) => term.role === 'verb' || (term.surface === proposition.predicate && term.role !== 'modifier'),
  );
  return {
    isAsked,
    isLiteral,
    isPlainAdverb: (word) => isPlainAdverb(word) || text.includes(word.norm),
    isSubject: isOneOf(proposition.subjectWords),
    isSubjectNoun: (word) => word.keys.some((key) => nouns.has(key)),
    isAgent: isOneOf(proposition.agentWords),
    isVerb: (word) =>
      /^(?:VERB|NOUN|ADJ)$/.test(word.pos) &&
      verbs.some((term) => carries(term, [word]) || (word.pos === 'VERB' && opposes(term, word))),
    asksPassive:
      /^(?:is|are|was|were)\b/iu.test(question.text) &&
      own.some(({ pos, norm }) => pos === 'VERB' && norm === proposition.predicate && !norm.endsWith('ing')),
    leavesName: leavesBareName(question, clause.words),
  };
}

/** The words by which a clause answers without those of the question: "has no effect", "is unable", "the last … has closed". */
function verdictWords(text: string): ReadonlySet<string> {
  const found = [NO_EFFECT, DENIAL, ENDING_PHRASE].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
  return new Set(found.flatMap((phrase) => phrase.toLowerCase().split(/\s+/)));
}

function isWeekday({ norm }: Word): boolean {
  return calendarWords.has(norm) && /days?$/.test(norm);
}

/** A figure with its unit. */
function isFigure(words: readonly Word[], word: Word): boolean {
  const at = words.indexOf(word);
  return word.pos === 'NUM' || words.slice(Math.max(0, at - 2), at).some(({ pos }) => pos === 'NUM');
}

/** A name that the question uses without a noun beside it ("Calvirin"), which the clause does not hold. */
function leavesBareName(question: Question, words: readonly Word[]): boolean {
  const asked = readWords(question.text, question.lang);
  return question.names.some((name) => {
    const range = findName(name, asked);
    if (range === null || findName(name, words) !== null) return false;
    return asked[range.to]?.pos !== 'NOUN' && asked[range.from - 1]?.pos !== 'NOUN';
  });
}
