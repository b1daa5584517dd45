/** Values that a wording of its own marks: a former name, a numbered thing, a limit. */
import type { Question } from '../question/question.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { carries, meets } from './coverage.ts';
import { findName } from './name-gate.ts';
import { clauseAt, type SentenceReading, wordsIn } from './sentence-reading.ts';
import { FIT, type ValueMention } from './value.ts';

/** "formerly Swaziland", "previously known as", "changed its name from". */
const FORMER_BEFORE =
  /\b(?:formerly|previously|originally|hitherto|once|(?:was|were) (?:called|named|known as)|(?:name|renamed) from|until (?:then|\d{4}))(?: (?:known as|called|named))?\s(?:the\s)?$/iu;
/** "Swaziland was renamed Eswatini". */
const RENAMED_AFTER =
  /^,?\s(?:(?:has|had|was|were|been|is|would be|officially|formally)\s)*(?:renamed|renames|rebranded|chang(?:ed|es) (?:its|his|her|their) name|became known)\b/iu;

/** For "what was X called before": the names that X has left. */
export function formerNames(question: Question, reading: SentenceReading): ValueMention[] {
  const fresh = reading.names.filter(
    (name) => !question.names.some((asked) => findName(asked, wordsIn(reading, name)) !== null),
  );
  const former = fresh.filter(
    ({ start, end }) =>
      FORMER_BEFORE.test(reading.text.slice(0, start)) || RENAMED_AFTER.test(reading.text.slice(end)),
  );
  return former.map(({ start, end, key }) => ({
    start,
    end,
    key: foldForComparison(key),
    fit: 1,
    feature: 'former name',
  }));
}

/** What makes a numbered thing the one in use. */
const OUT =
  /\b(?:latest|newest|current|new|out|appear(?:s|ed)|publish(?:es|ed)|releas(?:es|ed)|launch(?:es|ed)|in force|took effect|replac(?:es|ed)|supersed(?:es|ed))\b/iu;

/** "The fifth edition came out": the rank of the noun that is asked for, where it is said to be the one in use. */
export function rankValues(question: Question, reading: SentenceReading): ValueMention[] {
  const kind = question.terms.find(({ role }) => role === 'kind');
  if (kind === undefined) return [];
  return reading.quantities.flatMap(({ ordinal, fromToken, start, end, min }) => {
    const noun = reading.words[fromToken + 1];
    if (!ordinal || noun === undefined || !meets(kind, noun)) return [];
    const clause = clauseAt(reading, start);
    return OUT.test(reading.text.slice(clause.start, clause.end))
      ? [{ start, end, key: `rank ${min ?? ''}`, fit: FIT.implied, feature: 'rank' }]
      : [];
  });
}

/** "port 7420", "Gate B12": the number or code right behind the noun that is asked for. */
export function labelledValues(question: Question, reading: SentenceReading): ValueMention[] {
  const kind = question.terms.find(({ role }) => role === 'kind' || role === 'asked');
  if (kind === undefined) return [];
  return reading.words.flatMap((word, i) => {
    const label = reading.words[i + 1];
    if (label === undefined || word.pos === 'NUM' || !meets(kind, word)) return [];
    if (!/^(?:\p{Lu}?\d[\d.]*\p{Lu}?|\p{Lu})$/u.test(label.text)) return [];
    const { start, end, norm } = label;
    return [{ start, end, key: norm, fit: 1, feature: 'labelled' }];
  });
}

const LIMIT_ASKED = /\b(?:can|could|may|allowed|accepts?|supports?|permitted)\b/iu;
const LARGEST = /^(?:largest|biggest|longest|highest|greatest|heaviest|maximum|most)$/;

/** "The largest file that X can open" is a limit: "files of up to 50 MB". */
export function asksLimit(question: Question): boolean {
  return LARGEST.test(question.superlative?.surface ?? '') && LIMIT_ASKED.test(question.text);
}

/** The upper bounds that a sentence sets to the noun of the superlative. */
export function limitValues(question: Question, reading: SentenceReading): ValueMention[] {
  const noun = question.superlative?.noun ?? null;
  return reading.quantities.flatMap(({ min, max, unit, start, end }) => {
    if (min !== null || max === null) return [];
    const clause = wordsIn(reading, clauseAt(reading, start));
    if (noun !== null && !carries(noun, clause)) return [];
    return [{ start, end, key: `..${max} ${unit}`, fit: FIT.stated, feature: 'limit' }];
  });
}
