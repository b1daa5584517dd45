/** What kind of value a question asks for, from its opening words and the noun or adjective they ask about. Pure. */
import { setOf } from '../../text/rows.ts';
import { unitOf } from '../../text/units.ts';
import vocabulary from '../words/concepts.json' with { type: 'json' };
import { type Concept, concepts, type Dimension, wordsOf } from '../words/concepts.ts';
import { functionWords, openingAuxiliaries } from '../words/function-words.ts';
import { stemOf, type Word } from '../words/stems.ts';

/** What would answer it: `name` of who and where, `entity` of what and which. */
export type QuestionForm = 'count' | 'measure' | 'date' | 'name' | 'entity' | 'version' | 'yes-no' | 'open';

export interface AskedKind {
  readonly form: QuestionForm;
  /** Dimensions of a quantity that answers; empty for a form that asks for none. */
  readonly dimensions: readonly Dimension[];
}

const OPEN = kindOf('open');
const COUNT = kindOf('count', 'count');
const MONEY = kindOf('measure', 'money');
const DATE_NOUN = /^(?:year|date|day|month|century|decade)$/;
const VERSION_NOUN = /^(?:version|release)$/;
const COUNT_NOUNS = setOf(vocabulary.counts);
/** Nouns that name a figure without naming what it measures. */
const FIGURE_NOUNS = setOf(vocabulary.figures);
/** Figures that are stated as a share of something. */
const SHARE_NOUNS = setOf(vocabulary.shares);
/** What is "high" as a rate or a sum, not in metres. */
const RATED = setOf(vocabulary.rated);
const MEASURED = /^(?:length|area|volume|mass|duration|speed|temperature|money|percent|power)$/;
const OPENER =
  /^(?:who|whom|whose|when|where|how|what|which|qui[ée]n|qui[ée]nes|cu[áa]ndo|d[óo]nde|cu[áa]ntos|cu[áa]ntas|cu[áa]nto|cu[áa]nta|qu[ée]|cu[áa]l|cu[áa]les|why)$/;

/** @param words of the question, in its order */
export function readKind(words: readonly Word[]): AskedKind {
  // "Is …", "Does …", "Is it true that …", "She is four. May she …": whether something is so.
  const last = words.findLastIndex(({ text }, at) => at < words.length - 1 && /^[.!?]$/.test(text)) + 1;
  if ([0, last].some((at) => openingAuxiliaries.has(words[at]?.norm ?? ''))) return kindOf('yes-no');
  const at = words.findIndex(({ norm }) => OPENER.test(norm));
  const opener = words[at]?.norm ?? '';
  if (/^(?:who|whom|whose|where|qui[ée]n|qui[ée]nes|d[óo]nde)$/.test(opener)) return kindOf('name');
  if (/^(?:when|cu[áa]ndo)$/.test(opener)) return kindOf('date');
  if (/^(?:cu[áa]ntos|cu[áa]ntas)$/.test(opener)) return COUNT;
  if (/^(?:cu[áa]nto|cu[áa]nta)$/.test(opener)) return howMuch(words, at + 1);
  if (opener === 'how') return how(words, at);
  return /^(?:what|which|qu[ée]|cu[áa]l|cu[áa]les)$/.test(opener) ? what(words, at) : OPEN;
}

/** The noun that "how many" counts; null where nothing is counted, and for units and people, whom no text need name: "128 GB". */
export function countedNoun(words: readonly Word[]): Word | null {
  const from = words.findIndex(({ norm }, at) => norm === 'many' && words[at - 1]?.norm === 'how') + 1;
  if (from === 0) return null;
  const end = words.findIndex((word, at) => at >= from && !continuesPhrase(word));
  const noun = words.slice(from, end < 0 ? words.length : end).findLast(({ pos }) => pos === 'NOUN');
  return noun === undefined || unitOf(noun.norm) !== undefined ? null : noun;
}

function kindOf(form: QuestionForm, ...dimensions: Dimension[]): AskedKind {
  return { form, dimensions };
}

/** The stems that name each concept, taken once: every word of every question is compared with all of them. */
const STEMS = {
  any: stemmed(wordsOf),
  adjectives: stemmed(({ adjectives }) => adjectives),
  nouns: stemmed(({ nouns }) => nouns),
};

function stemmed(wordsIn: (concept: Concept) => readonly string[]): ReadonlyMap<Concept, readonly string[]> {
  return new Map(concepts.map((concept) => [concept, wordsIn(concept).map((name) => stemOf(name, 'en'))]));
}

/** The concept that a word names, by stem; `part` narrows to its adjectives or nouns. */
function conceptOf(word: Word | undefined, part: keyof typeof STEMS = 'any'): Concept | null {
  const keys = word?.keys ?? [];
  return concepts.find((concept) => STEMS[part].get(concept)?.some((stem) => keys.includes(stem))) ?? null;
}

function how(words: readonly Word[], at: number): AskedKind {
  const next = words[at + 1];
  if (next === undefined) return OPEN;
  if (next.norm === 'many') return unitNamed(words[at + 2]) ?? COUNT;
  if (next.norm === 'often') return COUNT;
  if (next.norm === 'much') return howMuch(words, at + 2);
  if (/^(?:late|early)$/.test(next.norm)) return kindOf('date');
  if (/^(?:high|low)$/.test(next.norm) && words.some(({ norm }) => RATED.has(norm)))
    return kindOf('measure', 'percent', 'money');
  const concept = conceptOf(next, 'adjectives');
  if (concept !== null) return kindOf('measure', ...dimensionsAsked(words, at + 1, concept));
  return next.pos === 'ADJ' ? kindOf('measure', 'any') : OPEN;
}

/** "How long" asks for a length of things and a duration of doings; "how big" may be answered by a population. */
function dimensionsAsked(words: readonly Word[], at: number, concept: Concept): readonly Dimension[] {
  const isState = /^(?:is|are|was|were)$/.test(words[at + 1]?.norm ?? '');
  if (words[at]?.norm === 'far' && !isState) return ['length'];
  if (words[at]?.norm === 'long') return isState ? ['length', 'duration'] : ['duration'];
  const named = words.slice(at + 1).map((word) => conceptOf(word, 'nouns'));
  const noun = named.find((other) => other !== null && other.name !== 'population');
  const isOther = noun && !concept.dimensions.includes('duration');
  return (isOther ? noun : concept).dimensions;
}

/** "How many minutes": an amount whose unit is asked for. "How many times" counts what happened. */
function unitNamed(word: Word | undefined): AskedKind | null {
  const dimension = word === undefined || word.norm === 'times' ? '' : (unitOf(word.norm)?.dimension ?? '');
  return MEASURED.test(dimension) ? kindOf('measure', dimension as Dimension) : null;
}

/** "How much does it cost / weigh", "how much beer". */
function howMuch(words: readonly Word[], from: number): AskedKind {
  const rest = words.slice(from);
  const first = rest[0];
  if (rest.some((word) => conceptOf(word)?.name === 'weight')) return kindOf('measure', 'mass');
  if (first?.norm === 'of') return kindOf('measure', 'percent');
  if (first?.norm === 'time') return kindOf('measure', 'duration');
  const isPriced = rest.some((word) => conceptOf(word)?.dimensions.includes('money'));
  if (first === undefined || first.norm === 'money' || functionWords.has(first.norm) || isPriced)
    return MONEY;
  return kindOf('measure', 'any');
}

function what(words: readonly Word[], at: number): AskedKind {
  const acts = /^(?:do|does|did|must|can|may|will|would|should|has|have)$/.test(words[at + 1]?.norm ?? '');
  if (acts && words.some(({ lemma }) => /^(?:pay|cost|charge|earn)$/.test(lemma))) return MONEY;
  if (words[at + 1]?.norm === 'time') return kindOf('date');
  const start = words.findIndex((word, i) => i > at && !functionWords.has(word.norm));
  return start < 0 ? OPEN : named(words, headOfPhrase(words, start));
}

/** Of the noun that is asked for. */
function named(words: readonly Word[], at: number): AskedKind {
  const lemma = words[at]?.lemma ?? '';
  const isGraded = words.slice(0, at).some(({ norm }) => SUPERLATIVE.test(norm));
  if (VERSION_NOUN.test(lemma)) return kindOf('version');
  if (DATE_NOUN.test(lemma) && !isGraded) return kindOf('date');
  if (COUNT_NOUNS.has(lemma)) return COUNT;
  const concept = isGraded ? null : conceptOf(words[at], 'nouns');
  if (concept !== null) return kindOf('measure', ...concept.dimensions);
  if (lemma === 'turnout') return kindOf('measure', 'percent', 'count');
  if (SHARE_NOUNS.has(lemma)) return kindOf('measure', 'percent');
  return FIGURE_NOUNS.has(lemma) ? kindOf('measure', 'any') : kindOf('entity');
}

/** "tallest", "most", "least": what grades a noun asks which one it is. */
const SUPERLATIVE =
  /^(?:most|least|best|worst|(?:long|tall|high|deep|larg|bigg|great|small|old|young|fast|heavi|wid)est)$/;

/** The last word of the noun phrase that starts at `from`: it ends at a preposition, an auxiliary or a verb. */
function headOfPhrase(words: readonly Word[], from: number): number {
  const end = words.findIndex((word, at) => at > from && !continuesPhrase(word));
  return (end < 0 ? words.length : end) - 1;
}

function continuesPhrase({ norm, pos, text }: Word): boolean {
  return !functionWords.has(norm) && /^(?:NOUN|ADJ|PROPN|NUM)$/.test(pos) && /[\p{L}\p{N}]/u.test(text);
}
