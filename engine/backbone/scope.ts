/** What the question does not ask: other places and parts, other statistics, other years. */
import type { Question } from '../question/question.ts';
import { conceptOf } from '../question/question-form.ts';
import type { Word } from '../question/stems.ts';
import { foldForComparison } from '../text/word-forms.ts';
import type { Reason } from './candidate.ts';
import { carries, meets } from './coverage.ts';
import { type SentenceReading, segmentAt, wordsIn } from './sentence-reading.ts';
import type { ValueMention } from './value.ts';

/** A figure of a kind that was not asked for ("average depth" for "how deep"). */
const STATISTIC: ReadonlySet<string> = new Set('average mean median minimum min typical half'.split(' '));
/** What these narrow is another thing, and only where it is of the asked kind: "the second bridge", no "second factory". */
const OTHER_OF_KIND: ReadonlySet<string> = new Set('former previous second third main'.split(' '));
const UNASKED_STATISTIC = 0.65;
const UNASKED_NAME = 0.6;
const UNASKED_NAME_BESIDE = 0.9;
const YEAR_BY_PUBLICATION = 0.8;
const IN_PLACE = /\b(?:in|of|at|on|within|across|en)\s+(?:the\s+)?$/iu;

/** Factors for scope; null where the sentence is about another year than the question. */
export function scopeFactors(
  question: Question,
  reading: SentenceReading,
  value: ValueMention,
): Reason[] | null {
  const year = yearFactor(question, reading);
  if (year === null || speaksOfContrary(question, reading, value)) return null;
  if (question.entityKind === 'person' && namesSubordinate(question, reading)) return null;
  if (question.entityKind === 'person' && isDeputy(question, reading, value)) return null;
  if (question.entityKind === 'person' && lacksRank(question, reading)) return null;
  const measured = question.form === 'count' || question.form === 'measure';
  if (question.form === 'version')
    return [year, previewFactor(question, reading, value), touchedFactor(question, reading, value)];
  return measured
    ? [year, statisticFactor(question, reading, value), nameFactor(question, reading, value)]
    : [year];
}

/** Words that divide a kind between them: what is said of the one is not said of the other. */
const CONTRARIES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:men|male|boys?)$/, /^(?:women|female|girls?|ladies)$/],
  [/^(?:north|northern)$/, /^(?:south|southern)$/],
  [/^(?:east|eastern)$/, /^(?:west|western)$/],
  [/^(?:upper)$/, /^(?:lower)$/],
  [/^(?:indoors?)$/, /^(?:outdoors?)$/],
  [/^(?:next|upcoming)$/, /^(?:first|last|previous)$/],
];

/** "the men's high jump" where the women's is asked. */
function speaksOfContrary(question: Question, reading: SentenceReading, value: ValueMention): boolean {
  const asked = question.terms.map(({ surface }) => surface);
  const said = wordsIn(reading, segmentAt(reading, value.start)).map(({ norm }) => norm);
  const has = (words: readonly string[], part: RegExp) => words.some((word) => part.test(word));
  return CONTRARIES.some(([one, other]) =>
    [[one, other] as const, [other, one] as const].some(
      ([mine, theirs]) => has(asked, mine) && !has(asked, theirs) && has(said, theirs) && !has(said, mine),
    ),
  );
}

/** What stands before an office makes it another, or sets a person beside its holder. */
const SUBORDINATE =
  /\b(?:deputy|vice|assistant|shadow|acting|interim|caretaker|honorary|without (?:an?|any|its|their)|(?:daughter|son|wife|husband|widow|brother|sister|mother|father|friend|secretary|adviser|opponent)\s(?:of|to)\s(?:the|an?))[\s-]$/iu;

const ASKS_SUBORDINATE = /\b(?:deputy|vice|assistant|shadow|acting|interim|caretaker|honorary)\b/iu;

/** "the deputy mayor", "the daughter of the mayor": the office is named here only for another's sake. */
function namesSubordinate(question: Question, reading: SentenceReading): boolean {
  const offices = reading.words.filter(({ pos }) => pos === 'NOUN' || pos === 'PROPN');
  const named = offices.filter((word) => question.terms.some((term) => carries(term, [word])));
  if (ASKS_SUBORDINATE.test(question.text)) return false;
  return named.length > 0 && named.every(({ start }) => SUBORDINATE.test(reading.text.slice(0, start)));
}

/** "Her deputy, Ruben Oyelaran, is minding the post". */
function isDeputy(question: Question, { text }: SentenceReading, { start }: ValueMention): boolean {
  return DEPUTY_BEFORE.test(text.slice(0, start)) && !ASKS_SUBORDINATE.test(question.text);
}

const DEPUTY_BEFORE = /\b(?:deputy|assistant|stand-in|caretaker)(?:\s\p{Ll}+){0,2},?\s$/iu;

/** The mayor is not the deputy mayor. */
function lacksRank({ terms }: Question, { words }: SentenceReading): boolean {
  return terms.some((term) => ASKS_SUBORDINATE.test(term.surface) && !carries(term, words));
}

const LAST_YEAR = /\b(?:last|the (?:past|previous)) (?:year|season)\b/iu;

/** A year that is asked for must be the sentence's; where it states none, the year of its observation stands in. */
function yearFactor(question: Question, reading: SentenceReading): Reason | null {
  const plain = { feature: 'year', factor: 1 };
  if (question.years.length === 0) return plain;
  const stated = reading.dates.flatMap((date) => (date.from === null ? [] : [date.from.slice(0, 4)]));
  const observed = reading.candidate.effectiveAt.slice(0, 4);
  const before = LAST_YEAR.test(reading.text) ? String(Number(observed) - 1) : null;
  const mentions = (year: string) =>
    year === before ||
    stated.includes(year) ||
    reading.text.includes(year) ||
    reading.title.some(({ text }) => text.startsWith(year));
  if (question.years.every(mentions)) return plain;
  if (question.entityKind === 'person' && question.years.every((year) => heldIn(reading, year))) return plain;
  const silent = stated.length === 0 && before === null;
  return silent && question.years.includes(observed)
    ? { feature: 'year', factor: YEAR_BY_PUBLICATION }
    : null;
}

/** "has been director since 2011": also of 2018, as far as was known. */
function heldIn({ text }: SentenceReading, year: string): boolean {
  const since = SINCE.exec(text)?.[1];
  return since !== undefined && since <= year;
}

const SINCE = /\b(?:has|have)\s(?:\p{L}+\s){0,8}.*\bsince\s(?:\p{L}+\s)?((?:1[0-9]|20)\d\d)\b/iu;

function statisticFactor(question: Question, reading: SentenceReading, value: ValueMention): Reason {
  const segment = wordsIn(reading, segmentAt(reading, value.start));
  const asked = question.text.toLowerCase();
  const other = segment.some((word, i) => {
    const next = segment[i + 1];
    const narrows =
      STATISTIC.has(word.norm) || (OTHER_OF_KIND.has(word.norm) && isOfAskedKind(question, next));
    if (!narrows || asked.includes(word.norm)) return false;
    // "Three and a half years" is a number, not half of anything.
    if (word.norm === 'half' && /^an?$/.test(segment[i - 1]?.norm ?? '')) return false;
    return word.pos === 'ADJ' && /^(?:NOUN|PROPN)$/.test(next?.pos ?? '');
  });
  return { feature: 'statistic', factor: other ? UNASKED_STATISTIC : 1 };
}

function isOfAskedKind(question: Question, noun: Word | undefined): boolean {
  if (noun === undefined) return false;
  const named = question.names.some(({ words }) => words.includes(foldForComparison(noun.norm)));
  return (
    named ||
    conceptOf(noun)?.name === (question.concept ?? '') ||
    question.terms.some((term) => meets(term, noun))
  );
}

const PREVIEW =
  /\b(?:alpha|beta|preview|nightly|snapshot|candidate|rc\d*|tr(?:ied|ying) out|being tested|in testing|on trial|pilot)\b/iu;
const UNASKED_PREVIEW = 0.5;

/** A version that is still being tried out is not the latest unless it was asked for. */
function previewFactor(question: Question, reading: SentenceReading, value: ValueMention): Reason {
  const { start, end } = segmentAt(reading, value.start);
  const preview = PREVIEW.test(reading.text.slice(start, end)) && !PREVIEW.test(question.text);
  return { feature: 'preview', factor: preview ? UNASKED_PREVIEW : 1 };
}

/** What is said of a version that need not be the newest: it is affected, needed, or no longer supported. */
const TOUCHED =
  /\b(?:affect(?:s|ed)?|vulnerable|support(?:s|ed)|requires?|needs?|compatible|up to|older than|earlier than|before|prior to|until|unmaintained|deprecated|end of life|upgrade from|migrat\p{L}+ from)\b/iu;
/** What is said of a version that has come out; "3.0 draws the map in 610 ms" only uses one. */
const ISSUED =
  /\b(?:version|releas|publish|out\b|launch|ship|arriv|appear|issu|availab|updat|upgrad|stable|now at|moved to|is at|reached|download|install)/iu;
const UNASKED_MENTION = 0.5;

/** "Affected are all versions up to 3.5.1" does not call any of them the latest. */
function touchedFactor(question: Question, reading: SentenceReading, value: ValueMention): Reason {
  const { start, end } = segmentAt(reading, value.start);
  const asksNewest = question.terms.every(({ impliedByUnit }) => impliedByUnit);
  const clause = reading.text.slice(start, end);
  if (!asksNewest || /\b(?:latest|newest|current)\b/iu.test(clause))
    return { feature: 'mentioned', factor: 1 };
  const touched = TOUCHED.test(clause) || !ISSUED.test(clause);
  return { feature: 'mentioned', factor: touched ? UNASKED_MENTION : 1 };
}

/** "250 species live in Britain" does not count all species. */
function nameFactor(question: Question, reading: SentenceReading, value: ValueMention): Reason {
  if (value.feature === 'reached') return { feature: 'scope', factor: 1 };
  const asked = foldForComparison(question.text);
  const segment = segmentAt(reading, value.start);
  const foreign = reading.names.filter((name) => {
    const known = foldForComparison(name.surface)
      .split(/\s+/)
      .some((word) => asked.includes(word));
    return name.start >= segment.start && name.end <= segment.end && !known;
  });
  if (foreign.length === 0) return { feature: 'scope', factor: 1 };
  if (question.names.length > 0) return { feature: 'scope', factor: UNASKED_NAME_BESIDE };
  if (question.form === 'measure') return { feature: 'scope', factor: UNASKED_NAME_BESIDE };
  const subjectOrPlace = foreign.some(
    (name) => name.start === 0 || IN_PLACE.test(reading.text.slice(0, name.start)),
  );
  return { feature: 'scope', factor: subjectOrPlace ? UNASKED_NAME : UNASKED_NAME_BESIDE };
}
