/** All values of the asked type in one sentence: the dispatch from the question's form to its finder. */
import type { Question } from '../question/question.ts';
import { countValues } from './count-values.ts';
import { measureValues } from './measure-values.ts';
import { nameValues, phraseValue } from './name-values.ts';
import type { SentenceReading } from './sentence-reading.ts';
import { FIT, type ValueMention } from './value.ts';

/** Finds the values that could answer; empty where the sentence has none of that type. */
export function answerValues(question: Question, reading: SentenceReading): ValueMention[] {
  switch (question.form) {
    case 'count':
      return countValues(question, reading);
    case 'measure':
      return measureValues(question, reading);
    case 'date':
      return dateValues(reading);
    case 'version':
      return reading.versions.map((version) => ({
        ...spanOf(version),
        key: version.version,
        fit: 1,
        feature: 'version',
      }));
    case 'entity':
      return entityValues(question, reading);
    default:
      return [wholeSentence(reading)];
  }
}

function dateValues(reading: SentenceReading): ValueMention[] {
  return reading.dates.map((date) => ({
    ...spanOf(date),
    key: `${date.from ?? ''}/${date.to ?? ''}`,
    fit: 1,
    feature: 'date',
  }));
}

function entityValues(question: Question, reading: SentenceReading): ValueMention[] {
  const names = nameValues(question, reading);
  if (names.length > 0 || question.entityKind !== 'thing') return names;
  return reading.segments.flatMap((segment) => phraseValue(reading, segment));
}

/** Yes-or-no and open questions are answered by what the sentence says, not by a part of it. */
function wholeSentence(reading: SentenceReading): ValueMention {
  return { start: 0, end: reading.text.length, key: reading.text, fit: FIT.implied, feature: 'statement' };
}

function spanOf({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end };
}
