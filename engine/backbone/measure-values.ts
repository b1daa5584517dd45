/** Values for "how deep", "how much", "what is the record": quantities of the asked dimension. */
import { concepts, wordsOf as namesOf } from '../question/concepts.ts';
import { areKin } from '../question/kinship.ts';
import type { Question, Term } from '../question/question.ts';
import { stemOf, type Word } from '../question/stems.ts';
import type { QuantityMention } from '../text/quantities.ts';
import { countValues } from './count-values.ts';
import { meets } from './coverage.ts';
import { lasts } from './lasting.ts';
import { findName } from './name-gate.ts';
import { clauseAt, type SentenceReading, wordsIn } from './sentence-reading.ts';
import { FIT, type ValueMention } from './value.ts';

/** Words on each side of a quantity in which a noun of measure qualifies it ("a depth of", "m high"). */
const MEASURE_REACH = 7;
/** Concepts that a bare unit does not imply: a length need not be a depth, a count not a population. */
const MUST_BE_NAMED: ReadonlySet<string> = new Set([
  'depth',
  'width',
  'distance',
  'age',
  'wage',
  'population',
]);

/** The quantities of a sentence that may answer. */
export function measureValues(question: Question, reading: SentenceReading): ValueMention[] {
  if (question.concept === 'population') return countValues(question, reading);
  const asked = question.terms.find((term) => term.role === 'asked') ?? null;
  const amounts = reading.quantities.flatMap((quantity) => {
    const birthday = question.concept === 'age' && isBirthday(reading, quantity);
    if ((quantity.ordinal && !birthday) || isTimeAgo(reading, quantity)) return [];
    const found = fitOf(question, asked, reading, quantity);
    if (found === null) return [];
    const key = `${quantity.min ?? ''}..${quantity.max ?? ''} ${quantity.unit}`;
    return [{ start: quantity.start, end: quantity.end, key, ...found }];
  });
  return question.concept === 'price' ? [...amounts, ...freeValues(reading)] : amounts;
}

const FREE = /(?<=\b(?:is|are|remains?|now)\s)free(?:\sof\scharge)?(?=[.;]|\sfor\s(?:all|everyone)\b)/giu;

/** "Entry is free": a price without an amount. */
function freeValues({ text }: SentenceReading): ValueMention[] {
  return [...text.matchAll(FREE)].map(({ 0: free, index }) => ({
    start: index,
    end: index + free.length,
    key: 'free',
    fit: FIT.implied,
    feature: 'free',
  }));
}

type Fit = Pick<ValueMention, 'fit' | 'feature'>;

function fitOf(
  question: Question,
  asked: Term | null,
  reading: SentenceReading,
  quantity: QuantityMention,
): Fit | null {
  const segment = wordsIn(reading, clauseAt(reading, quantity.start));
  if (question.concept === 'age' && isAge(question, reading, quantity))
    return { fit: FIT.dimension, feature: 'age' };
  const typed = question.dimensions.some((dimension) => sameDimension(dimension, quantity.dimension));
  if (typed) return typedFit(question, asked, reading, quantity, segment);
  if (question.concept === 'area') {
    const sized = quantity.dimension === 'number' && sizesAsked(question, segment);
    return sized ? { fit: FIT.bare, feature: 'bare' } : null;
  }
  if (question.concept === 'price' && isPriced(reading, quantity))
    return { fit: FIT.implied, feature: 'price' };
  if (!question.dimensions.includes('any') || asked === null) return null;
  if (!segment.some((word) => meets(asked, word))) return null;
  const share = quantity.unit.includes('/') && amountOf(asked, reading, quantity);
  if (quantity.dimension === 'count')
    return share || countsAsked(asked, reading, quantity) ? { fit: FIT.counted, feature: 'counted' } : null;
  if (question.concept === null && /^how\smuch\s/iu.test(question.text)) {
    if (amountOf(asked, reading, quantity)) return { fit: FIT.counted, feature: 'counted' };
    return MATTER.test(quantity.dimension) ? { fit: FIT.stated, feature: 'stated' } : null;
  }
  return quantity.dimension === 'number'
    ? { fit: FIT.bare, feature: 'bare' }
    : { fit: FIT.stated, feature: 'stated' };
}

function typedFit(
  question: Question,
  asked: Term | null,
  reading: SentenceReading,
  quantity: QuantityMention,
  segment: readonly Word[],
): Fit | null {
  if (question.concept !== null && measuresOther(question, question.concept, reading, quantity)) return null;
  const after = reading.text.slice(quantity.end);
  if (question.concept !== null && !VERTICAL.has(question.concept) && ELEVATED.test(after)) return null;
  const apart =
    quantity.dimension === 'length' &&
    /^\s(?:off|from(?!\s[^.,;]{1,40}\sto\s)|away|apart|north|south|east|west)\b/.test(
      reading.text.slice(quantity.end),
    );
  if (apart && question.concept === 'distance') return { fit: FIT.dimension, feature: 'dimension' };
  if (apart) return null;
  if (quantity.dimension === 'count' && (asked === null || !segment.some((word) => meets(asked, word))))
    return null;
  const named = question.concept === null || namesConcept(question.concept, segment, quantity);
  if (named && quantity.dimension === question.dimensions[0])
    return { fit: FIT.dimension, feature: 'dimension' };
  if (question.concept === 'length' && quantity.dimension === 'duration') {
    return named || lasts(question, reading, quantity) ? { fit: FIT.doubtful, feature: 'duration' } : null;
  }
  if (
    question.concept === 'area' &&
    quantity.dimension !== 'area' &&
    !(sizesAsked(question, segment) || isExtent(question, reading, quantity))
  )
    return null;
  if (named) return { fit: FIT.implied, feature: 'implied' };
  return question.concept !== null && MUST_BE_NAMED.has(question.concept)
    ? null
    : { fit: FIT.implied, feature: 'implied' };
}

/** "612 metres above the sea": how high a thing lies, not how long it is. */
const ELEVATED = /^\s(?:above|below)\s(?:the\s|mean\s)?(?:sea|ground|water|street|surface|level)/iu;
const VERTICAL: ReadonlySet<string> = new Set(['height', 'depth', 'distance', 'temperature']);

function sameDimension(asked: string, found: string): boolean {
  return asked === found || (asked === 'storage' && found === 'data');
}

/** "at the age of 35", "aged 35", "turned 35", "87-year-old", "Marjorie Bell, 83, raised", "who is 79". */
function isAge(question: Question, reading: SentenceReading, quantity: QuantityMention): boolean {
  if (!/^(?:number|count|duration)$/.test(quantity.dimension)) return false;
  const [before, after] = [reading.text.slice(0, quantity.start), reading.text.slice(quantity.end)];
  if (quantity.ordinal) return isBirthday(reading, quantity);
  if (/-old$/iu.test(reading.text.slice(quantity.start, quantity.end))) return true;
  return (
    /\b(?:aged|age of|(?:turn|di)(?:s|ed|es) (?:at )?)\s?$/iu.test(before) ||
    /^(?:[-\s]years?)?[-\s](?:old|of age)\b/iu.test(after) ||
    (quantity.unit === '' && /^[,.;)]/.test(after) && isSaidOf(question, reading, before))
  );
}

/** "her 84th birthday". */
function isBirthday({ text }: SentenceReading, { ordinal, start }: QuantityMention): boolean {
  return ordinal && /^\S+\sbirthday\b/u.test(text.slice(start));
}

const AGED_PRONOUN = /\b(?:who|he|she)\s(?:is|was)\s(?:now\s)?$/iu;
const AGED_NAME = /(?:,\s|\s\(|,?\s(?:is|was)\s(?:now\s)?)$/u;

/** A bare number is the age of the asked name right before it, or of a person's "who is". */
function isSaidOf(question: Question, reading: SentenceReading, before: string): boolean {
  if (AGED_PRONOUN.test(before)) return true;
  const end = AGED_NAME.exec(before)?.index;
  const name = reading.names.find((one) => one.end === end);
  return (
    name !== undefined && question.names.some((asked) => findName(asked, wordsIn(reading, name)) !== null)
  );
}

/** "five years ago", "in its 12th year": a time, not a duration. */
function isTimeAgo(reading: SentenceReading, quantity: QuantityMention): boolean {
  return (
    quantity.dimension === 'duration' &&
    /^\s(?:ago|earlier|later|before|after)\b/.test(reading.text.slice(quantity.end))
  );
}

/** "58 kilometres long" does not tell how deep; what "rises 5,895 metres" has no length. */
function measuresOther(
  question: Question,
  concept: string,
  reading: SentenceReading,
  quantity: QuantityMention,
): boolean {
  const segment = wordsIn(reading, clauseAt(reading, quantity.start));
  const own = wordsOf(concept);
  if (segment.some((word) => own.some((stem) => word.keys.some((key) => areKin(stem, key))))) {
    return qualifiedByOther(concept, reading, quantity);
  }
  const asked = question.terms.flatMap(({ keys }) => keys);
  const rivals = rivalConcepts(concept).filter((stems) => !stems.some((stem) => asked.includes(stem)));
  return rivals.some((stems) => segment.some((word) => stems.some((stem) => word.keys.includes(stem))));
}

/** Whether the very next words name another measure although the asked one stands in the clause too. */
function qualifiedByOther(concept: string, reading: SentenceReading, quantity: QuantityMention): boolean {
  const near = reading.words.slice(Math.max(0, quantity.fromToken - MEASURE_REACH), quantity.fromToken);
  const after = reading.words.slice(quantity.toToken, quantity.toToken + 2);
  const own = wordsOf(concept);
  if ([...near, ...after].some((word) => own.some((stem) => word.keys.some((key) => areKin(stem, key)))))
    return false;
  const adjective = after[0]?.norm === 'in' ? after[1] : after[0];
  const qualifying = [
    ...near.filter((word) => word.pos === 'NOUN'),
    ...(adjective === undefined ? [] : [adjective]),
  ];
  return rivalConcepts(concept).some((stems) =>
    qualifying.some((word) => stems.some((stem) => word.keys.includes(stem))),
  );
}

/** Stems of the other concepts that are stated in the same dimension. */
function rivalConcepts(concept: string): string[][] {
  const usual = concepts.find((one) => one.name === concept)?.dimensions[0];
  return concepts
    .filter((one) => one.name !== concept && one.dimensions[0] === usual)
    .map((one) => wordsOf(one.name));
}

function namesConcept(concept: string, segment: readonly Word[], quantity: QuantityMention): boolean {
  if (concept === 'age' && /year/.test(quantity.unit) === false) return false;
  const stems = wordsOf(concept);
  return segment.some((word) => word.keys.some((key) => stems.some((stem) => areKin(stem, key))));
}

function wordsOf(concept: string): string[] {
  const found = concepts.find((one) => one.name === concept);
  return (found === undefined ? [] : namesOf(found)).map((word) => stemOf(word, 'en'));
}

/** "How large is the crew": what has a size but no area is named in the clause. */
function sizesAsked(question: Question, segment: readonly Word[]): boolean {
  const things = question.terms.filter((term) => !term.impliedByUnit && term.role !== 'modifier');
  return things.length > 0 && things.every((term) => segment.some((word) => meets(term, word)));
}

/** "How big is Velda" where "Velda is 4.2 kilometres long": how far the named thing extends. */
function isExtent(
  question: Question,
  reading: SentenceReading,
  { dimension, end, start }: QuantityMention,
): boolean {
  if (dimension !== 'length' || !EXTENT.test(reading.text.slice(end))) return false;
  const before = wordsIn(reading, { start: clauseAt(reading, start).start, end: start });
  const [name, other] = question.names;
  const range = name === undefined || other !== undefined ? null : findName(name, before);
  return range !== null && before.slice(range.to).every(({ pos }) => pos === 'AUX' || pos === 'ADV');
}

const EXTENT = /^\s(?:long|across|wide|in (?:diameter|length))\b/;

/** "sells for 0.89 marks": an amount of a currency that no table lists. */
function isPriced(reading: SentenceReading, quantity: QuantityMention): boolean {
  const before = reading.text.slice(0, quantity.start);
  return (
    quantity.dimension === 'count' &&
    /\b(?:costs?|(?:sells?|sold|goes|go) (?:for|at)|priced at|price (?:is|of|was)|is now)\s$/iu.test(before)
  );
}

/** Dimensions in which matter and data are measured: "memory needs have doubled to 8 GB". */
const MATTER = /^(?:data|storage|volume|mass|power)$/;

/** "14 kilograms of bamboo". */
function amountOf(asked: Term, reading: SentenceReading, quantity: QuantityMention): boolean {
  return reading.words.slice(quantity.toToken, quantity.toToken + 3).some((word) => meets(asked, word));
}

function countsAsked(asked: Term, reading: SentenceReading, quantity: QuantityMention): boolean {
  return reading.words.slice(quantity.fromToken, quantity.toToken).some((word) => meets(asked, word));
}
