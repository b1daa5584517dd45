/** Yes or no, only on an explicit cue: every term is there, and so is the denial or its plain absence (decisions §9). */
import type { Span } from '../../graph/claim.ts';
import { areOpposite } from '../question/kinship.ts';
import type { Question, Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { findCues } from '../text/cues.ts';
import type { Polarity } from './candidate.ts';
import { carries, meets } from './coverage.ts';
import { type SentenceReading, wordsIn } from './sentence-reading.ts';

/** What a sentence says to a yes-or-no question. */
export interface Verdict {
  readonly polarity: Polarity;
  readonly span: Span;
}

/** The verdict of the first segment that has every term, itself or through its context; null where none has. */
export function verdictOf(question: Question, reading: SentenceReading): Verdict | null {
  const context = [...reading.before.flat(), ...reading.title];
  for (const span of [...reading.segments, { start: 0, end: reading.text.length }]) {
    const words = wordsIn(reading, span);
    const opposed = question.terms.filter((term) => !carries(term, words) && hasOpposite(term, words));
    const missing = question.terms.filter((term) => !carries(term, words) && !opposed.includes(term));
    if (missing.some((term) => !carries(term, context))) continue;
    if (missing.length > 0 && missing.length === question.terms.length) continue;
    return { polarity: polarityOf(question, reading, span, words, opposed.length), span };
  }
  return null;
}

function hasOpposite(term: Term, words: readonly Word[]): boolean {
  return words.some((word) => term.keys.some((key) => word.keys.some((other) => areOpposite(key, other))));
}

function polarityOf(
  question: Question,
  reading: SentenceReading,
  span: Span,
  words: readonly Word[],
  opposed: number,
): Polarity {
  if (narrowsPredicate(question, words)) return null;
  const cues = findCues(reading.text.slice(span.start, span.end));
  if (cues.some((cue) => cue.kind === 'planned' || cue.kind === 'hypothetical')) return null;
  const negated = cues.some((cue) => cue.kind === 'negated') !== (opposed % 2 === 1);
  const asksNegated = /n['’]t\b|\bnot\b/iu.test(question.text);
  return negated === asksNegated ? 'yes' : 'no';
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
