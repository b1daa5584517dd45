/** Yes or no, only on an explicit cue: every term is there, and so is the denial or its plain absence (decisions §9). */
import type { Span } from '../../graph/claim.ts';
import { areOpposite } from '../question/opposition.ts';
import type { Question, Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { findCues } from '../text/cues.ts';
import type { Polarity } from './candidate.ts';
import { carries, meets } from './coverage.ts';
import { findName } from './name-gate.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';

/** What a sentence says to a yes-or-no question. */
export interface Verdict {
  readonly polarity: Polarity;
  readonly span: Span;
  /** Whether every term stands in the span itself. */
  readonly own: boolean;
}

/** The verdict of the first segment that has every term, itself or through its context; null where none has. */
export function verdictOf(question: Question, reading: SentenceReading): Verdict | null {
  const context = [...reading.before.flat(), ...reading.title];
  for (const span of reading.segments) {
    const words = wordsIn(reading, span);
    if (!namesHere(question, reading, words)) continue;
    const opposed = question.terms.filter((term) => !carries(term, words) && hasOpposite(term, words));
    const text = reading.text.slice(span.start, span.end);
    const noEffect = NO_EFFECT.test(text);
    const withheld = MAY_NOT.test(text) ? permitsIn(question) : [];
    const missing = question.terms.filter(
      (term) =>
        !(
          carries(term, words) ||
          opposed.includes(term) ||
          withheld.includes(term) ||
          (noEffect && term.role === 'verb')
        ),
    );
    if (missing.some((term) => !carries(term, context))) continue;
    if (missing.length > 0 && missing.length === question.terms.length) continue;
    return {
      polarity: polarityOf(question, reading, span, words, opposed.length),
      span,
      own: missing.length === 0,
    };
  }
  return null;
}

/** Only a lasting state denies its opposite: what "is closed" is not open, what "was opened in 1990" may be closed. */
const STATE_REACH = 3;
const STATE = /^(?:is|are|has|have|remains?|stays?|keeps?|does|do|es|está|son|están)$/;

/** A name that the sentence holds must be in this very segment. */
function namesHere(question: Question, reading: SentenceReading, words: readonly Word[]): boolean {
  return question.names.every(
    (name) => findName(name, reading.words) === null || findName(name, words) !== null,
  );
}

function hasOpposite(term: Term, words: readonly Word[]): boolean {
  return words.some((word, i) => {
    const state = words.slice(Math.max(0, i - STATE_REACH), i).some(({ norm }) => STATE.test(norm));
    return state && term.keys.some((key) => word.keys.some((other) => areOpposite(key, other)));
  });
}

/** "Dogs may not be taken onto the beach": what is not allowed. */
const MAY_NOT = /\b(?:may|must|can)(?:\snot|not)\b/iu;
const PERMIT = /^(?:allowed|permitted|accepted|welcome)$/;

function permitsIn(question: Question): readonly Term[] {
  return question.terms.filter(({ surface }) => PERMIT.test(surface));
}

/** "has no effect on" denies whatever verb of effect was asked. */
const NO_EFFECT =
  /\bno (?:effect|impact|influence|link|association|connection|difference|evidence)\b|\bnot (?:linked|associated|related)\b/iu;

/** Words that deny without a "not". */
const DENIAL =
  /\b(?:unable|incapable|impossible|forbid(?:s|den)?|banned|prohibit(?:s|ed)|outlawed|lacks?|fail(?:s|ed)? to|ceased|far from|hardly|free of|(?:last|only)\s[^.;]{1,60}\s(?:has|have)\s(?:closed|shut|gone))\b/iu;

function polarityOf(
  question: Question,
  reading: SentenceReading,
  span: Span,
  words: readonly Word[],
  opposed: number,
): Polarity {
  if (narrowsPredicate(question, words)) return null;
  const cues = findCues(reading.text.slice(span.start, span.end));
  const forbids = permitsIn(question).length > 0 && MAY_NOT.test(reading.text.slice(span.start, span.end));
  const open = cues.some(({ kind }) => kind === 'planned' || (kind === 'hypothetical' && !forbids));
  if (open) return null;
  const denies = DENIAL.test(reading.text.slice(span.start, span.end));
  const negates = cues.some((cue) => cue.kind === 'negated') || (denies && opposed === 0);
  const excepted = isExcepted(question, words);
  const negated = (negates !== (opposed % 2 === 1)) !== excepted;
  const asksNegated = /n['’]t\b|\bnot\b/iu.test(question.text);
  return negated === asksNegated ? 'yes' : 'no';
}

/** "open daily except Mondays" denies what is said of Mondays. */
function isExcepted(question: Question, words: readonly Word[]): boolean {
  const at = words.findIndex(({ norm }) => /^(?:except|excluding|excepting)$/.test(norm));
  if (at < 0) return false;
  const named = words.slice(at + 1, at + 1 + EXCEPTION_REACH);
  return question.terms.some((term) => carries(term, named));
}

/** How many words an exception may span. */
const EXCEPTION_REACH = 4;

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
