/** What kind of value a question asks for, from its opening words and the noun or adjective they ask about. */

import { asksAmount, dimensionNamed, dimensionWanted, moneyConcept } from './amounts.ts';
import { type Concept, concepts, type Dimension, wordsOf } from './concepts.ts';
import { functionWords } from './function-words.ts';
import type { Question, QuestionForm } from './question.ts';
import { stemOf, type Word } from './stems.ts';

/** The form, with the index of the word that is asked about (−1 where none is). */
export interface Asked {
  readonly form: QuestionForm;
  readonly entityKind: Question['entityKind'];
  readonly concept: string | null;
  readonly dimensions: readonly Dimension[];
  readonly at: number;
  /** Whether the noun only names the kind of answer ("which team"), so that a text need not repeat it. */
  readonly kind: boolean;
}

const NOTHING: Asked = { form: 'open', entityKind: null, concept: null, dimensions: [], at: -1, kind: false };
const PLACE_NOUN =
  /^(?:city|town|country|place|location|village|state|region|province|county|street|continent|island|venue|district)$/;
const PERSON_NOUN =
  /^(?:person|man|woman|people|player|author|writer|artist|scientist|athlete|politician|name)$/;
const DATE_NOUN = /^(?:year|date|day|month|century|decade)$/;
const VERSION_NOUN = /^(?:version|release)$/;
const NUMBER_NOUN = /^(?:number|total|amount|count|quantity)$/;
/** Nouns that name a figure without naming what it measures. */
const FIGURE_NOUN =
  /^(?:record|limit|rate|toll|score|minimum|maximum|average|budget|revenue|turnover|profit|circulation|value|voltage|frequency|output|yield|income|deficit|debt|threshold|radius|diameter|circumference|half-life|wavelength|magnitude|density|pressure|dose|dosage|interest|inflation|unemployment|salary|result|admission|tuition|postage|fine|levy|rent|pension|premium|subsidy|prize|range)$/;
/** Figures that are stated as a share of something. */
const PERCENT_NOUN = /^(?:interest|inflation|unemployment)$/;
/** What is "high" as a rate or a sum, not in metres. */
const RATED =
  /^(?:tax|taxes|vat|rate|fee|fees|fine|fines|duty|inflation|unemployment|interest|rent|levy|turnout|wage|salary|pension|debt|deficit)$/;
/** Whom a place has room for. */
const HOLDABLE = /^(?:people|spectators|fans|guests|visitors|passengers|viewers)$/;
const WHAT = /^(?:what|which|qué|cuál|cuáles|que|cual)$/;
const HOW_MANY = /^(?:many|cuántos|cuántas)$/;

/** Reads the form of a question from its words; `states` where it asks whether a statement is true. */
export function readForm(words: readonly Word[], states: boolean): Asked {
  if (states) return { ...NOTHING, form: 'yes-no' };
  const at = words.findIndex((word) =>
    /^(?:who|whom|whose|when|where|how|what|which|qui[ée]n|qui[ée]nes|cu[áa]ndo|d[óo]nde|cu[áa]ntos|cu[áa]ntas|cu[áa]nto|cu[áa]nta|qu[ée]|cu[áa]l|cu[áa]les|why)$/.test(
      word.norm,
    ),
  );
  const opener = words[at]?.norm ?? '';
  if (/^(?:who|whom|whose|qui[ée]n|qui[ée]nes)$/.test(opener))
    return { ...NOTHING, form: 'entity', entityKind: 'person' };
  if (/^(?:when|cu[áa]ndo)$/.test(opener)) return { ...NOTHING, form: 'date' };
  if (/^(?:where|d[óo]nde)$/.test(opener)) return { ...NOTHING, form: 'entity', entityKind: 'place' };
  if (/^(?:cu[áa]ntos|cu[áa]ntas)$/.test(opener)) return countOf(words, at + 1);
  if (/^(?:cu[áa]nto|cu[áa]nta)$/.test(opener)) return muchOf(words, at + 1);
  if (opener === 'how') return readHow(words, at);
  if (WHAT.test(opener) || /^(?:qu[ée]|cu[áa]l|cu[áa]les)$/.test(opener)) return readWhat(words, at);
  return NOTHING;
}

/** "take" in "take place", "charge" in "on a single charge" say nothing by themselves; "office" in "main office" does. */
export function isIdiom({ expression }: Word): boolean {
  return typeof expression === 'object' && !expression.literal;
}

type Part = 'adjectives' | 'nouns' | 'verbs';

/** The stems that name each concept, taken once: every word of every question is compared with all of them. */
const stemsOf = {
  any: stemmed(wordsOf),
  adjectives: stemmed(({ adjectives }) => adjectives),
  nouns: stemmed(({ nouns }) => nouns),
  verbs: stemmed(({ verbs }) => verbs),
};

function stemmed(wordsIn: (concept: Concept) => readonly string[]): ReadonlyMap<Concept, readonly string[]> {
  return new Map(concepts.map((concept) => [concept, wordsIn(concept).map((name) => stemOf(name, 'en'))]));
}

/** The concept that a word names, by stem; `part` narrows to its adjectives, nouns or verbs. */
export function conceptOf(word: Word | undefined, part?: Part): Concept | null {
  if (word === undefined) return null;
  const stems = stemsOf[part ?? 'any'];
  const named = (concept: Concept) => stems.get(concept)?.some((stem) => word.keys.includes(stem)) ?? false;
  return concepts.find(named) ?? null;
}

function readHow(words: readonly Word[], at: number): Asked {
  const next = words[at + 1]?.norm ?? '';
  if (HOW_MANY.test(next)) return unitsOf(words, at + 2) ?? countOf(words, at + 2);
  if (next === 'often') return { ...NOTHING, form: 'count', concept: 'frequency', dimensions: ['count'] };
  if (next === 'much') return muchOf(words, at + 2);
  // "How late is it open": until what time.
  if (/^(?:late|early)$/.test(next)) return { ...NOTHING, form: 'date', at: at + 1, kind: true };
  const concept = conceptOf(words[at + 1], 'adjectives');
  if (/^(?:high|low)$/.test(next) && words.some((word) => RATED.test(word.norm)))
    return { ...NOTHING, form: 'measure', dimensions: ['percent', 'money'] };
  if (concept === null) {
    const adjective = words[at + 1]?.pos === 'ADJ';
    return adjective ? { ...NOTHING, form: 'measure', dimensions: ['any'], at: at + 1 } : NOTHING;
  }
  return { ...NOTHING, form: 'measure', at: at + 1, ...dimensionsAsked(words, at + 1, concept) };
}

/** "How long" asks for a length of things and a duration of doings; "how big" may be answered by a population. */
function dimensionsAsked(
  words: readonly Word[],
  at: number,
  concept: Concept,
): Pick<Asked, 'concept' | 'dimensions'> {
  const noun = words
    .slice(at + 1)
    .map((word) => (isIdiom(word) ? null : conceptOf(word, 'nouns')))
    .find((other) => other !== null && other.name !== 'population');
  if (noun && noun !== concept && !concept.dimensions.includes('duration')) {
    return { concept: noun.name, dimensions: noun.dimensions };
  }
  const copula = /^(?:is|are|was|were)$/.test(words[at + 1]?.norm ?? '');
  if (words[at]?.norm === 'far' && !copula) return { concept: 'range', dimensions: ['length'] };
  if (words[at]?.norm !== 'long') {
    return { concept: concept.name, dimensions: concept.dimensions };
  }
  if (dimensionWanted(words) === 'duration') return { concept: 'time', dimensions: ['duration'] };
  return copula
    ? { concept: 'length', dimensions: ['length', 'duration'] }
    : { concept: 'time', dimensions: ['duration'] };
}

function countOf(words: readonly Word[], from: number): Asked {
  const at = headOfPhrase(words, from);
  const concept = conceptOf(words[at]);
  const holds = words.slice(at + 1).some((word) => conceptOf(word, 'verbs')?.name === 'capacity');
  const people = concept?.name === 'population' || HOLDABLE.test(words[at]?.norm ?? '');
  const population = concept?.name === 'population' ? 'population' : null;
  return {
    ...NOTHING,
    form: 'count',
    at,
    concept: holds && people ? 'capacity' : population,
    dimensions: ['count'],
  };
}

/** "How many minutes": an amount whose unit is asked for. "How many times" counts what happened. */
function unitsOf(words: readonly Word[], at: number): Asked | null {
  const norm = words[at]?.norm ?? '';
  if (norm === 'times') return { ...NOTHING, form: 'count', at, concept: 'frequency', dimensions: ['count'] };
  const dimension = dimensionNamed(norm);
  return dimension === null ? null : { ...NOTHING, form: 'measure', at, dimensions: [dimension] };
}

/** "How much does it cost / weigh", "how much beer". */
function muchOf(words: readonly Word[], from: number): Asked {
  const verb = words
    .slice(from)
    .map((word) => conceptOf(word))
    .find((concept) => concept?.name === 'weight');
  if (verb) return { ...NOTHING, form: 'measure', concept: 'weight', dimensions: ['mass'] };
  const priced = words.slice(from).some((word) => conceptOf(word)?.dimensions.includes('money'));
  const first = words[from];
  if (first?.norm === 'of') return { ...NOTHING, form: 'measure', concept: 'share', dimensions: ['percent'] };
  const bare = first === undefined || functionWords.has(first.norm);
  if (priced || bare)
    return { ...NOTHING, form: 'measure', concept: moneyConcept(words), dimensions: ['money'] };
  if (first?.norm === 'money')
    return { ...NOTHING, form: 'measure', concept: moneyConcept(words), dimensions: ['money'] };
  if (first?.norm === 'time')
    return { ...NOTHING, form: 'measure', concept: 'time', dimensions: ['duration'] };
  return { ...NOTHING, form: 'measure', dimensions: ['any'], at: headOfPhrase(words, from) };
}

function readWhat(words: readonly Word[], at: number): Asked {
  // "Which person serves as": who does.
  if (words[at + 1]?.norm === 'person') return { ...NOTHING, form: 'entity', entityKind: 'person' };
  const start = words.findIndex((word, i) => i > at && !functionWords.has(word.norm));
  if (start < 0) return NOTHING;
  if (asksAmount(words, at))
    return { ...NOTHING, form: 'measure', concept: moneyConcept(words), dimensions: ['money'] };
  const noun = headOfPhrase(words, start);
  const time = words[start]?.norm === 'time' && start === at + 1;
  if (time) return { ...NOTHING, form: 'date', at: start, kind: true };
  const counted = NUMBER_NOUN.test(words[noun]?.lemma ?? '');
  return { ...nounForm(words, noun), kind: start === at + 1 && !counted };
}

function nounForm(words: readonly Word[], at: number): Asked {
  const lemma = words[at]?.lemma ?? '';
  const superlative = words.slice(0, at).some((word) => isSuperlative(word));
  if (VERSION_NOUN.test(lemma)) return { ...NOTHING, form: 'version', at };
  if (DATE_NOUN.test(lemma) && !superlative) return { ...NOTHING, form: 'date', at };
  if (NUMBER_NOUN.test(lemma))
    return { ...NOTHING, form: 'count', at: headOfPhrase(words, at + 2), dimensions: ['count'] };
  if (PLACE_NOUN.test(lemma)) return { ...NOTHING, form: 'entity', entityKind: 'place', at };
  if (PERSON_NOUN.test(lemma)) return { ...NOTHING, form: 'entity', entityKind: 'person', at };
  const concept = superlative ? null : conceptOf(words[at], 'nouns');
  if (concept !== null)
    return {
      ...NOTHING,
      form: 'measure',
      at,
      concept: concept.name,
      dimensions: concept.dimensions,
    };
  if (lemma === 'turnout') return { ...NOTHING, form: 'measure', at, dimensions: ['percent', 'count'] };
  if (/^(?:attendance|crowd|audience)$/.test(lemma))
    return { ...NOTHING, form: 'count', at, dimensions: ['count'] };
  if (PERCENT_NOUN.test(lemma)) return { ...NOTHING, form: 'measure', at, dimensions: ['percent'] };
  if (FIGURE_NOUN.test(lemma)) return { ...NOTHING, form: 'measure', at, dimensions: ['any'] };
  return { ...NOTHING, form: 'entity', entityKind: 'thing', at };
}

/** Whether a word is a superlative: "tallest", "most", "least". */
export function isSuperlative(word: Word | undefined): boolean {
  if (word === undefined) return false;
  if (/^(?:most|least|best|worst)$/.test(word.norm)) return true;
  return /\p{Ll}{2,}est$/u.test(word.norm) && !NOT_SUPERLATIVE.has(word.norm);
}

/** The word that a superlative at `at` grades: "tallest" itself, the adjective of "most distant"; null without one. */
export function gradedAt(words: readonly Word[], at: number): Word | null {
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || !isSuperlative(word)) return null;
  return word.norm === 'most' && next?.pos === 'ADJ' ? next : word;
}

const NOT_SUPERLATIVE: ReadonlySet<string> = new Set(
  'latest newest interest forest request test west protest harvest conquest guest quest nest rest best-known contest arrest invest suggest digest honest modest chest crest'.split(
    ' ',
  ),
);

/**
 * The last word of the noun phrase that starts at `from`: it ends at a preposition, an auxiliary or a verb.
 * In a language without a tagger it is the first word, where Spanish has its noun.
 */
function headOfPhrase(words: readonly Word[], from: number): number {
  let at = from;
  while (!isPluralBeforeVerb(words[at], words[at + 1]) && continuesPhrase(words[at + 1], words[at + 2])) at++;
  return Math.min(at, words.length - 1);
}

/** "people visit", "vehicles use": the tagger takes the verb for a noun, but a plural hardly narrows a singular. */
function isPluralBeforeVerb(noun: Word | undefined, next: Word | undefined): boolean {
  if (noun === undefined || next === undefined) return false;
  const plural = ({ norm, lemma, pos }: Word) =>
    norm === 'people' ||
    (pos === 'NOUN' && norm.endsWith('s') && lemma !== norm) ||
    (norm.includes('-') && /[^s]s$/.test(norm));
  return /^[\p{Ll}]/u.test(next.text) && next.pos === 'NOUN' && plural(noun) && !plural(next);
}

function continuesPhrase(word: Word | undefined, after: Word | undefined): boolean {
  if (word === undefined || functionWords.has(word.norm)) return false;
  const takesObject = after?.pos === 'DET' && word.lemma === word.norm;
  if (takesObject) return false;
  return /^(?:NOUN|ADJ|PROPN|NUM)$/.test(word.pos) && /[\p{L}\p{N}]/u.test(word.text);
}
