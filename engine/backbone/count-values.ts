/** Values for "how many": numbers that count the asked noun, or are said to be its number. */
import type { Question, Term } from '../question/question.ts';
import { conceptOf } from '../question/question-form.ts';
import type { Word } from '../question/stems.ts';
import type { QuantityMention } from '../text/quantities.ts';
import { meets } from './coverage.ts';
import { frequencyValues } from './frequency-values.ts';
import { ALL_KNOWN } from './quantity-role.ts';
import { clauseAt, type SentenceReading, wordsIn } from './sentence-reading.ts';
import { FIT, type ValueMention } from './value.ts';

/** Nouns for people: what is counted where "people" or a role of people is asked. */
const PERSON =
  /(?:^|\s)(?:person|people|inhabitant|resident|citizen|soul|spectator|employee|worker|staff|visitor|passenger|guest|fan|man|woman|child|adult|habitante|persona)(?:\/|$)/;
const NUMBER_OF = /\b(?:number|total|count|tally|n[úu]mero)\b(?:\s+(?:of|de))?/iu;
const RANK = /\b(?:becom(?:e|es|ing)|became|is|was|as|a|an|its|their)\s+(?:the\s+|its\s+|now\s+the\s+)?$/iu;

/** The counts of a sentence that may answer. Empty where the asked noun is unknown. */
export function countValues(question: Question, reading: SentenceReading): ValueMention[] {
  if (question.concept === 'frequency') return frequencyValues(question, reading);
  const asked = question.terms.find((term) => term.role === 'asked') ?? null;
  if (question.concept === 'population' && lacksDeed(question, reading)) return [];
  return reading.quantities.flatMap((quantity) => {
    const found = fitOf(question, asked, reading, quantity);
    if (found === null) return [];
    const key = `${quantity.ordinal ? '#' : ''}${quantity.min ?? ''}..${quantity.max ?? ''}`;
    return [{ start: quantity.start, end: quantity.end, key, ...found }];
  });
}

type Fit = Pick<ValueMention, 'fit' | 'feature'>;

function fitOf(
  question: Question,
  asked: Term | null,
  reading: SentenceReading,
  quantity: QuantityMention,
): Fit | null {
  const segment = clauseAt(reading, quantity.start);
  const own = reading.words.slice(quantity.fromToken + 1, quantity.toToken + NOUN_REACH);
  const counts = asked !== null && directlyCounted(asked, quantity, own, reading);
  if (quantity.ordinal)
    return counts && RANK.test(reading.text.slice(0, quantity.start)) ? featured('reached') : null;
  if (counts && question.concept === 'capacity' && !holds(wordsIn(reading, segment))) return null;
  if (counts) return featured('counted');
  // As many sit as there are seats.
  if (question.concept === 'capacity' && SEATS.test(quantity.unit)) return featured('implied');
  if (quantity.dimension !== 'count' && quantity.dimension !== 'number') return null;
  const nearby = wordsIn(reading, segment);
  const mentions = asked !== null && nearby.some((word) => meets(asked, word));
  const ofPeople = PERSON.test(quantity.unit);
  if (question.concept === 'population') {
    const people = ofPeople || ofCollective(reading, quantity);
    if (people && (!asksResidents(question) || RESIDENCE.test(reading.text))) return featured('counted');
    if (people) return null;
  }
  if (ofPeople && nearby.some((word) => meetsAsPeople(asked, word))) return featured('implied');
  if (quantity.dimension === 'count' && question.concept !== 'population') return null;
  if (question.concept === 'capacity')
    return holds(nearby) && (ofPeople || quantity.unit === '' || ofCollective(reading, quantity))
      ? featured('implied')
      : null;
  const toldBefore = asked !== null && reading.words.some((word) => meets(asked, word));
  if (toldBefore && NUMBER_OF.test(reading.text.slice(segment.start, quantity.start)))
    return featured('stated');
  if (quantity.dimension === 'count') return null;
  if (toldBefore && isLeft(reading, quantity)) return featured('stated');
  if (mentions) return featured(question.concept === 'population' ? 'stated' : 'bare');
  const earlier = [...reading.words, ...(reading.before.at(-1) ?? [])];
  return asked !== null && earlier.some((word) => meets(asked, word)) ? featured('loose') : null;
}

const SEATS = /(?:^|\s)(?:seat|place|bed)(?:\/|$)/;

/** "The ground holds 31,000." */
function holds(words: readonly Word[]): boolean {
  return words.some((word) => conceptOf(word)?.name === 'capacity');
}

/** Where a population is asked, people must be said to live there. */
const RESIDENCE =
  /\b(?:liv(?:e|es|ed|ing)|resid\p{L}+|home to|inhabit\p{L}*|populat\p{L}*|remain\p{L}*|census|citizens?|souls|habitantes?)\b/iu;

const DEED =
  /\b(?:people|persons)\s(?:(?:are|is|were|have|has|had|do|did|can|will|may|now|currently|usually|still|been|each|every)\s)*(\p{Ll}+)/iu;

/** "How many people visit it" is not answered by how many it employs. */
function lacksDeed({ text, terms }: Question, reading: SentenceReading): boolean {
  const verb = DEED.exec(text)?.[1]?.toLowerCase();
  const term = terms.find(({ surface, impliedByUnit }) => surface === verb && !impliedByUnit);
  return term !== undefined && !reading.words.some((word) => meets(term, word));
}

function asksResidents(question: Question): boolean {
  return /\b(?:population|inhabitants?|residents?|live|living|poblaci[óo]n|habitantes)\b/iu.test(
    question.text,
  );
}

/** "a crew of three", "an audience of 1,480", "its workforce from 3,400 to 2,650". */
const COLLECTIVE =
  /\b(?:crew|audience|crowd|staff|team|workforce|payroll|headcount|roll|population|congregation|membership|jury|cast)\b(?:[^.;,]|[.,](?=\d)){0,24}$/iu;

function ofCollective(reading: SentenceReading, quantity: QuantityMention): boolean {
  return quantity.unit === '' && COLLECTIVE.test(reading.text.slice(0, quantity.start));
}

/** "which leaves sixteen", "so that 15 are left": what remains is the number now. */
function isLeft({ text }: SentenceReading, { start, end }: QuantityMention): boolean {
  return (
    /\b(?:leaves|leaving|left)\s(?:only\s|just\s|it\swith\s|them\swith\s)?$/iu.test(text.slice(0, start)) ||
    /^\s(?:(?:are\s(?:now\s|still\s)?)?left(?!\s(?:the|for|to|in)\b)|(?:still\s)?remain)\b/iu.test(
      text.slice(end),
    )
  );
}

/** "61,000 people visited" counts visitors; "61,000 people saw the clocks" does not count clocks. */
function meetsAsPeople(asked: Term | null, word: Word): boolean {
  if (asked === null || !meets(asked, word)) return false;
  return word.pos === 'VERB' || PEOPLE.test(asked.surface);
}

const PEOPLE =
  /(?:(?:er|or|ee|ant|ent|ist|ian|ic)s?|men|man|women|woman|people|persons?|residents?|citizens?|crew|staff|workforce|population|child|children|adults?|guests?|fans?|pupils?|attendance|crowd|audience|jobs?|souls?|victims?|dead|deaths?)$/;

/** Words after the unit in which the asked noun may follow: "species of bees". */
const NOUN_REACH = 3;

function directlyCounted(
  asked: Term,
  quantity: QuantityMention,
  own: SentenceReading['words'],
  reading: SentenceReading,
): boolean {
  const unit = reading.words.slice(quantity.fromToken, quantity.toToken);
  if (unit.some((word) => meets(asked, word) && !/^\d/.test(word.text))) return true;
  if (quantity.unit !== '') return false;
  if (countsKnown(asked, quantity, reading)) return true;
  const next = own.findIndex((word) => meets(asked, word));
  return next >= 0 && own.slice(0, next).every((word) => /^(?:ADJ|VERB|NOUN|ADV|PROPN|X)$/.test(word.pos));
}

/** "82 of its moons are now known": no part of them is meant, but all that one knows of. */
function countsKnown(
  asked: Term,
  { end, toToken }: QuantityMention,
  { words, text }: SentenceReading,
): boolean {
  const noun = words[toToken + 2];
  return noun !== undefined && meets(asked, noun) && ALL_KNOWN.test(text.slice(end));
}

function featured(feature: keyof typeof FIT): Fit {
  return { fit: FIT[feature], feature };
}
