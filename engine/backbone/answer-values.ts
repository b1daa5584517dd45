/** All values of the asked type in one sentence: the dispatch from the question's form to its finder. */
import type { Question } from '../question/question.ts';
import type { DateMention } from '../text/dates.ts';
import { countValues } from './count-values.ts';
import { asksSeveral, listValues } from './list-values.ts';
import { measureValues } from './measure-values.ts';
import { findName } from './name-gate.ts';
import { definitionValues, nameValues, phraseValue } from './name-values.ts';
import type { SentenceReading } from './sentence-reading.ts';
import { asksLimit, formerNames, labelledValues, limitValues, rankValues } from './special-values.ts';
import { asksHour, relativeDates, timeValues } from './time-values.ts';
import { FIT, type ValueMention } from './value.ts';

/** Finds the values that could answer; empty where the sentence has none of that type. */
export function answerValues(question: Question, reading: SentenceReading): ValueMention[] {
  switch (question.form) {
    case 'count':
      return countValues(question, reading);
    case 'measure':
      return measureValues(question, reading);
    case 'date':
      if (asksHour(question)) return timeValues(question, reading);
      return question.tense === 'present'
        ? [...dateValues(question, reading), ...timeValues(question, reading)]
        : dateValues(question, reading).concat(
            question.tense === 'past' ? relativeDates(question, reading) : [],
          );
    case 'version':
      return versionValues(question, reading);
    case 'entity':
      return entityValues(question, reading);
    default:
      return [wholeSentence(reading)];
  }
}

/** Versions, and the whole number that follows the asked name: "Java 21". */
function versionValues(question: Question, reading: SentenceReading): ValueMention[] {
  const numbered = question.names.flatMap((name) => {
    const range = findName(name, reading.words);
    const next = reading.words[range?.to ?? -1];
    return next !== undefined && /^\d{1,4}$/.test(next.text) ? [{ ...spanOf(next), version: next.text }] : [];
  });
  const found = reading.versions.length > 0 ? reading.versions : numbered;
  return found.map((one) => ({ ...spanOf(one), key: one.version, fit: 1, feature: 'version' }));
}

/** The day of an event says more than its year; a past event does not get a newer date (see `rankSentences`). */
const DATE_FIT = { day: 1, month: 0.92, year: 0.85 } as const;

function dateValues(question: Question, reading: SentenceReading): ValueMention[] {
  const known =
    question.tense === 'past' ? reading.dates.filter((date) => !liesAhead(reading, date)) : reading.dates;
  return known.map((date) => ({
    ...spanOf(date),
    key: `${date.from ?? ''}/${date.to ?? ''}`,
    fit: DATE_FIT[date.granularity],
    feature: `date to the ${date.granularity}`,
  }));
}

/** A date after the sentence was written cannot be when something happened. */
function liesAhead(reading: SentenceReading, date: DateMention): boolean {
  return date.from !== null && date.from > reading.candidate.effectiveAt;
}

function entityValues(question: Question, reading: SentenceReading): ValueMention[] {
  if (
    !question.formerName &&
    question.terms.length === 0 &&
    question.superlative === null &&
    question.entityKind === 'thing'
  ) {
    return definitionValues(question, reading);
  }
  if (question.formerName) return formerNames(question, reading);
  const marked = asksLimit(question) ? limitValues(question, reading) : labelledValues(question, reading);
  if (marked.length > 0 && question.entityKind === 'thing') return marked;
  const ranks = question.entityKind === 'thing' ? rankValues(question, reading) : [];
  if (ranks.length > 0) return ranks;
  const lists = asksSeveral(question) ? listValues(reading) : [];
  if (lists.length > 0) return lists;
  const names = nameValues(question, reading);
  if (names.length > 0 || question.entityKind !== 'thing') return names;
  return reading.segments.flatMap((segment) => phraseValue(question, reading, segment));
}

/** Yes-or-no and open questions are answered by what the sentence says, not by a part of it. */
function wholeSentence(reading: SentenceReading): ValueMention {
  return { start: 0, end: reading.text.length, key: reading.text, fit: FIT.implied, feature: 'statement' };
}

function spanOf({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end };
}
