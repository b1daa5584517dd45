/** The content words of a question: everything that is neither a name nor a function word. */

import { unitOf } from '../text/units.ts';
import { foldForComparison } from '../text/word-forms.ts';
import {
  calendarWords,
  containingVerbs,
  functionWords,
  lightVerbs,
  measuringVerbs,
  openingAuxiliaries,
  particles,
  presentWords,
} from './function-words.ts';
import type { Modification, Superlative, Term, TermRole } from './question.ts';
import { type Asked, conceptOf, gradedAt, isIdiom, isSuperlative } from './question-form.ts';
import type { NameRun } from './question-names.ts';
import type { Word } from './stems.ts';

/** A term and its place in the question. */
interface PlacedTerm extends Term {
  readonly at: number;
}

/** What the words outside names amount to. */
export interface QuestionWords {
  readonly terms: readonly Term[];
  readonly modifications: readonly Modification[];
  readonly superlative: Superlative | null;
}

/** Reads terms, the pairs in which one narrows the next, and the superlative. */
export function readTerms(words: readonly Word[], names: readonly NameRun[], asked: Asked): QuestionWords {
  const superlativeAt = words.findIndex(
    (word, i) => isSuperlative(word) && words[i - 1]?.norm !== 'at' && !isNamed(names, i),
  );
  const graded = gradedAt(words, superlativeAt);
  const placed = words.flatMap((word, at) => {
    const left = isNamed(names, at) || at === superlativeAt || word === graded || isPutOff(words, at);
    if (left || !isContent(word, asked, at, words)) return [];
    const term = placeTerm(word, at, asked, words);
    return [isKindOfName(word, at, asked, names) ? { ...term, impliedByUnit: true } : term];
  });
  return {
    terms: dropLight(placed, words, asked),
    modifications: pairs(placed, words),
    superlative: graded === null ? null : superlativeOf(graded, words.indexOf(graded), placed, words),
  };
}

/** "the river Sawe", "the firm Kessel": the name alone is as good. */
function isKindOfName({ pos }: Word, at: number, asked: Asked, names: readonly NameRun[]): boolean {
  return pos === 'NOUN' && at !== asked.at && names.some(({ from }) => from === at + 1);
}

function isNamed(names: readonly NameRun[], at: number): boolean {
  return names.some((name) => at >= name.from && at < name.to);
}

function isContent(word: Word, asked: Asked, at: number, words: readonly Word[]): boolean {
  if (!/[\p{L}\p{N}]/u.test(word.text) || word.expression === 'part') return false;
  if (isIdiom(word)) return true;
  if (at === 0 && openingAuxiliaries.has(word.norm)) return false;
  if (/^(?:1[0-9]|20)\d\d$/.test(word.text)) return false;
  if (particles.has(word.norm) || isPartOfYear(word, words, at)) return false;
  const asksPeople = at === asked.at && asked.form === 'count';
  return asksPeople || !(functionWords.has(word.norm) || presentWords.has(word.norm));
}

/** "before I have to plug it in": until when something holds, not what. */
function isPutOff(words: readonly Word[], at: number): boolean {
  return words.some(
    ({ norm }, i) =>
      i > 0 &&
      i <= at &&
      /^(?:before|until)$/.test(norm) &&
      /^(?:i|you|we|one|it|they)$/.test(words[i + 1]?.norm ?? '') &&
      /^(?:has|have|needs?|must)$/.test(words[i + 2]?.norm ?? ''),
  );
}

/** "in early 2020": a sentence of that year need not say which part of it. */
function isPartOfYear({ norm }: Word, words: readonly Word[], at: number): boolean {
  const year = /^(?:1[0-9]|20)\d\d$/.test(words[at + 1]?.text ?? '');
  return year && /^(?:early|late|mid|spring|summer|autumn|winter)$/.test(norm);
}

function placeTerm(word: Word, at: number, asked: Asked, words: readonly Word[]): PlacedTerm {
  const concept = isIdiom(word) ? null : (conceptOf(word)?.name ?? null);
  const impliedByUnit =
    (asked.concept !== null && concept === asked.concept) ||
    (at === asked.at && isSaidByValue(word, asked)) ||
    saysDimension(word, asked);
  const afterHow = words[at - 1]?.norm === 'how' && concept !== null;
  return {
    surface: foldForComparison(word.norm),
    keys: keysOf(word),
    role: roleOf(word, at, asked, words),
    impliedByUnit: impliedByUnit || afterHow,
    at,
  };
}

/** The value itself shows that it is a version, a date, an amount in a unit, or so many times. */
function isSaidByValue(word: Word, { form, concept }: Asked): boolean {
  if (form === 'version' || form === 'date' || concept === 'capacity' || concept === 'frequency') return true;
  return form === 'measure' && unitOf(word.norm) !== undefined;
}

/** What an amount in the asked dimension says: "money" beside euros, "above the sea" beside a height in metres. */
function saysDimension({ norm, lemma }: Word, { concept, dimensions }: Asked): boolean {
  const [dimension] = dimensions;
  if (dimension === 'money' && /^(?:money|sum|amount|cost|pay|charge|price)$/.test(lemma)) return true;
  if (concept === 'range' && /^(?:ride|drive|travel|run|fly|sail|cycle)$/.test(lemma)) return true;
  if (concept === 'height' && /^(?:above|sea|level)$/.test(norm)) return true;
  return dimension !== undefined && unitOf(norm)?.dimension === dimension;
}

function keysOf(word: Word): readonly string[] {
  if (typeof word.expression !== 'object' || !isIdiom(word)) return word.keys;
  const { key } = word.expression;
  // "Live on bamboo" is an expression, "live on the river" is none.
  return / (?:on|in|at|from)$/.test(key) ? word.keys : [key];
}

function roleOf(word: Word, at: number, asked: Asked, words: readonly Word[]): TermRole {
  if (at === asked.at) return asked.kind && asked.concept === null ? 'kind' : 'asked';
  if (calendarWords.has(word.norm)) return 'other';
  const next = words[at + 1];
  if (word.pos === 'VERB' && next?.pos !== 'VERB') return 'verb';
  const narrows =
    next !== undefined && /^(?:NOUN|ADJ|PROPN)$/.test(next.pos) && !functionWords.has(next.norm);
  return narrows && /^(?:NOUN|ADJ|PROPN|VERB|X)$/.test(word.pos) ? 'modifier' : 'other';
}

/** Light verbs say nothing where anything else is asked. */
function dropLight(terms: readonly PlacedTerm[], words: readonly Word[], asked: Asked): Term[] {
  const counting = asked.form === 'count' || asked.form === 'measure';
  const heavy = terms.filter(({ at }) => {
    if (asked.form === 'count' && at !== asked.at && saysThatThereAre(words, at)) return false;
    const { lemma = '', expression } = words[at] ?? {};
    return (
      expression !== undefined ||
      at === asked.at ||
      !(
        lightVerbs.has(lemma) ||
        (counting && containingVerbs.has(lemma)) ||
        (asked.form === 'measure' && measuringVerbs.has(lemma))
      )
    );
  });
  return heavy.map(bare);
}

/** "have been found", "go round": of what is counted they only say that it is there. */
function saysThatThereAre(words: readonly Word[], at: number): boolean {
  const [auxiliary, been, word, next] = words.slice(at - 2, at + 2);
  const lemma = word?.lemma ?? '';
  if (/^(?:find|know|discover|identify|record|confirm)$/.test(lemma))
    return been?.norm === 'been' && /^(?:has|have)$/.test(auxiliary?.norm ?? '');
  const circles = (verb: Word | undefined, particle: Word | undefined) =>
    verb?.lemma === 'go' && /^(?:a?round)$/.test(particle?.norm ?? '');
  return circles(word, next) || circles(been, word);
}

function bare({ at: _at, ...term }: PlacedTerm): Term {
  return term;
}

/** Neighbours of which the first narrows the second; an adjective always does, a noun unless a verb follows. */
function pairs(terms: readonly PlacedTerm[], words: readonly Word[]): Modification[] {
  return terms.flatMap((modifier, i) => {
    const head = terms[i + 1];
    if (head === undefined || head.at !== modifier.at + 1) return [];
    const [first, second] = [words[modifier.at]?.pos, words[head.at]?.pos];
    // The asked noun ends its phrase, and an adjective behind a noun is said of it: "is the centre open".
    const noun = /^(?:NOUN|PROPN|X)$/.test(first ?? '') && modifier.role !== 'asked';
    const narrows = first === 'ADJ' || (noun && !/^(?:VERB|ADJ|ADV)$/.test(second ?? ''));
    return narrows ? [{ modifier: bare(modifier), head: bare(head) }] : [];
  });
}

function superlativeOf(
  word: Word,
  at: number,
  terms: readonly PlacedTerm[],
  words: readonly Word[],
): Superlative {
  // "the oldest museum's director": the owner's "'s" does not end the phrase.
  const end = words.findIndex((one, i) => {
    return i > at && !/^['’]s?$/.test(one.norm) && !terms.some((term) => term.at === i);
  });
  const phrase = terms.filter((one) => one.at > at && (end < 0 || one.at < end));
  return { surface: word.norm, keys: word.keys, noun: phrase.at(-1) ?? null };
}
