/** Whether a value belongs to what the question names, or to a neighbour in the same passage. */
import type { Span } from '../../graph/claim.ts';
import { isListed } from '../question/kinship.ts';
import type { Question } from '../question/question.ts';
import { conceptOf } from '../question/question-form.ts';
import type { Word } from '../question/stems.ts';
import { opensWithAnaphor } from '../text/coreference.ts';
import type { NameMention } from '../text/names.ts';
import { foldForComparison } from '../text/word-forms.ts';
import { carries } from './coverage.ts';
import { findName, type NamePlace } from './name-gate.ts';
import { isMentionedInPassing, isOrigin } from './passing-mention.ts';
import { passageAt, type SentenceReading, segmentAt, subjectWords, wordsIn } from './sentence-reading.ts';
import type { ValueMention } from './value.ts';

/** A name after one of these sets a place or a time, it is not the subject. */
const ADJUNCT =
  /\b(?:(?:in|at|of|from|near|for|on|by|with|to|since|between|across|under|as|when|en|de)\s+(?:the\s+|el\s+|la\s+)?|by\s+(?:the|an?)\s+\p{Ll}+\s+)$/iu;

/** Whether the sentence speaks of the named thing although the name stands only in its context. */
export function continuesContext(
  question: Question,
  reading: SentenceReading,
  places: readonly NamePlace[],
): boolean {
  if (question.names.length === 0 || places.includes('own')) return true;
  if (isMentionedInPassing(question, reading, places)) return false;
  if (routeOf(question, reading) === 'asked') return true;
  if (opensWithAnaphor(reading.words)) return takesUpName(question, reading);
  const subject = subjectWords(reading.words);
  const named = reading.names.some(
    (name) =>
      subject.some((word) => word.start === name.start) &&
      !opensSegment(question, reading, name) &&
      !isPlainNoun(reading, name),
  );
  if (isThere(question, reading)) return false;
  if (question.form === 'entity' && question.entityKind === 'person') return true;
  if (/^(?:there|its?|their|this|these|el|su)$/.test(reading.words[0]?.norm ?? '')) return !named;
  const meetsTerm = question.terms.some((term) => carries(term, subject));
  if (question.form === 'measure' && question.concept !== null && question.concept !== 'population') {
    return meetsTerm || isTopic(question, subject) || (!named && goesOn(question, reading));
  }
  if (question.form === 'yes-no' || question.form === 'open') return meetsTerm;
  return !named || (question.superlative !== null && meetsTerm);
}

/** "The café there": another thing at the place that was spoken of. */
function isThere(question: Question, { words }: SentenceReading): boolean {
  const [first, noun, there] = words;
  if (first?.norm !== 'the' || noun === undefined || there?.norm !== 'there') return false;
  return !question.terms.some((term) => carries(term, [noun]));
}

/** "Each of its cabins holds 65 people, and the ride takes six minutes": what is asked of the thing is said, of no other. */
function goesOn(question: Question, reading: SentenceReading): boolean {
  const asked = question.terms.filter(({ impliedByUnit }) => !impliedByUnit);
  return asked.some((term) => carries(term, reading.words));
}

/** "The county" takes up "Cedar County" and no other name of the sentence before. */
function takesUpName(question: Question, reading: SentenceReading): boolean {
  const [first, noun] = reading.words;
  if (first?.norm !== 'the' || noun === undefined) return true;
  if (question.names.some((name) => name.words.includes(noun.norm)))
    return !isAnothersNoun(question, reading, noun);
  const before = reading.before.at(-1) ?? [];
  return !before.some((word) => word.pos === 'PROPN' && word.norm === noun.norm);
}

/** "The school" is the one that the text is about, where the asked school only came up beside it. */
function isAnothersNoun(question: Question, reading: SentenceReading, noun: Word): boolean {
  const subjects = [reading.title, ...reading.before].map((words) => subjectWords(words));
  if (subjects.some((words) => question.names.some((name) => findName(name, words) !== null))) return false;
  return subjects.some((words) => words.some(({ pos, norm }) => pos === 'PROPN' && norm === noun.norm));
}

/** Whether another name stands between the asked one and the value: "Kilimanjaro …; Mount Kenya is 5,199 m". */
export function belongsToRival(question: Question, reading: SentenceReading, value: ValueMention): boolean {
  if (question.names.length === 0 || !/^(?:count|measure)$/.test(question.form)) return false;
  if (value.feature === 'reached' || isMeasuredFromAsked(question, reading, value)) return false;
  // "3,400 Lumo City bikes": whoever counts them.
  if (question.names.some((name) => findName(name, wordsIn(reading, value)) !== null)) return false;
  const segment = segmentAt(reading, value.start);
  if (isNeighbourClause(question, reading, segment)) return true;
  const route = routeOf(question, reading);
  if (route !== null) return route === 'another';
  const before = reading.names.filter(
    (name) => name.start >= segment.start && name.end <= value.start && !isPlainNoun(reading, name),
  );
  const subjects = before.filter(
    (name) =>
      isAsked(question, reading, name) || !(isAdjunct(reading, name) || isAside(question, reading, name)),
  );
  const nearest = subjects.at(-1);
  if (nearest === undefined || isAsked(question, reading, nearest)) return false;
  return !opensSegment(question, reading, nearest);
}

/** Where one goes to or comes from. */
const ROUTE_BEFORE = /\b(?:to|from|between|via)\s(?:the\s)?$/iu;

/** For "the boat to Tarn" any boat on that crossing answers, by whatever name it goes; null where no route is asked for. */
function routeOf(question: Question, reading: SentenceReading): 'asked' | 'another' | null {
  if (question.form === 'yes-no') return null;
  const goes = question.names.every(({ surface }) =>
    ROUTE_BEFORE.test(question.text.slice(0, Math.max(0, question.text.indexOf(surface)))),
  );
  if (!goes || question.names.some((name) => findName(name, reading.words) !== null)) return null;
  if (reading.names.some(({ start }) => ROUTE_BEFORE.test(reading.text.slice(0, start)))) return 'another';
  const told = question.terms.some((term) => term.role === 'other' && carries(term, reading.words));
  return told ? 'asked' : null;
}

/** "48 kilometres north of Orvik": the asked name is where the distance is measured from. */
function isMeasuredFromAsked(question: Question, reading: SentenceReading, value: ValueMention): boolean {
  if (question.concept !== 'distance') return false;
  const after = wordsIn(reading, { start: value.end, end: segmentAt(reading, value.start).end });
  return question.names.some((name) => findName(name, after) !== null);
}

/** "Protection against", "Admission to". */
const ABSTRACT = /^\p{Lu}\p{Ll}+(?:[st]ion|ment|ness|ship|ance|ence|ity|ing|y)$/u;

const PLURAL_VERB = /^(?:can|could|may|must|should|are|were|have|do)$/;

/** "Motorists now pay": a plural that opens the sentence before a plural verb has its capital from its place. */
function isPlainNoun({ words }: SentenceReading, { start, end, surface }: NameMention): boolean {
  if (start !== 0) return false;
  const [first, next] = words;
  // "Production has doubled": a word of the lexicon, alone before a verb.
  if (first?.end === end && /^(?:VERB|AUX)$/.test(next?.pos ?? '') && first.keys.some(isListed)) return true;
  if (ABSTRACT.test(surface)) return /^(?:to|for|of|against)$/.test(words[1]?.norm ?? '');
  if (!/^\p{Lu}\p{Ll}{2,}s$/u.test(surface)) return false;
  const verb = words[1]?.pos === 'ADV' ? words[2] : words[1];
  return PLURAL_VERB.test(verb?.norm ?? '') || (verb?.pos === 'VERB' && verb.norm === verb.lemma);
}

/** "It was discovered by Tombaugh, and its largest moon is Charon": the asked name comes only in another clause. */
export function precedesName(question: Question, reading: SentenceReading, value: ValueMention): boolean {
  if (!/^(?:entity|date)$/.test(question.form) || question.superlative !== null) return false;
  const { end } = passageAt(reading, value.start);
  const upTo = wordsIn(reading, { start: 0, end });
  return question.names.some(
    (name) => findName(name, upTo) === null && findName(name, reading.words) !== null,
  );
}

/** ", which feeds the river Sula," names things that the clause is not about. */
const ASIDE = /,\s[^,;]{1,120},/gu;

/**
 * Whether the asked thing only sets the place: "the oak outside Milford church is 21 metres tall" says nothing of the
 * church. Holds for "how tall is X", where the thing itself must be the subject.
 */
export function isMereAdjunct(question: Question, reading: SentenceReading): boolean {
  if (question.form !== 'measure' || !DIMENSIONS_OF_THINGS.has(question.concept ?? '')) return false;
  return question.names.some((name) => {
    const range = findName(name, reading.words);
    const first = reading.words[range?.from ?? -1];
    if (first === undefined) return false;
    const adjunct = ADJUNCT_WORD.exec(reading.text.slice(0, first.start));
    if (adjunct === null || question.text.includes(` ${adjunct[1]} `)) return false;
    if (DESCRIBED.test(reading.text.slice(reading.words[(range?.to ?? 0) - 1]?.end ?? 0))) return false;
    const subject = subjectWords(reading.words).filter((word) => word.start < adjunct.index);
    return !question.terms.some((term) => carries(term, subject)) && !isTopic(question, subject);
  });
}

/** "Its screen measures 6 inches": of a part, where the thing itself is asked. */
export function isOfOwnPart(question: Question, reading: SentenceReading, value: Span): boolean {
  if (question.form !== 'measure' || !DIMENSIONS_OF_THINGS.has(question.concept ?? '')) return false;
  const clause = wordsIn(reading, segmentAt(reading, value.start));
  const subject = subjectWords(clause);
  const part = subject.findLast(({ pos }) => pos === 'NOUN');
  if (part === undefined || !/^(?:its|their|his|her)$/.test(subject[0]?.norm ?? '')) return false;
  if (subject.some((word) => conceptOf(word)?.name === question.concept)) return false;
  if (question.names.some((name) => findName(name, subject) !== null)) return false;
  return !question.terms.some((term) => carries(term, subject));
}

/** What a thing has of its own; a price or a speed "on the canal" is the canal's. */
const DIMENSIONS_OF_THINGS: ReadonlySet<string> = new Set(
  'depth height length width thickness distance weight age area temperature capacity'.split(' '),
);

/** "by the Swale Channel, which is 12 metres deep": set aside, and described all the same. */
const DESCRIBED = /^,\swhich\s(?:now\s)?(?:is|was|has|measures|reaches|rises)\s/iu;

const ADJUNCT_WORD = /\b(in|at|from|near|on|outside|inside|beside|behind|by|with|to)\s+(?:the\s+)?$/iu;

/** "The height", "its depth", "there", "it": subjects that may stand for the thing. */
function isTopic(question: Question, subject: readonly Word[]): boolean {
  const content = subject.filter((word) => /^(?:NOUN|PROPN|X)$/.test(word.pos));
  return content.length === 0 || subject.some((word) => conceptOf(word)?.name === question.concept);
}

/**
 * Whether what is asked is said to be another's: "the capital of Kazakhstan is Astana" for the capital of Astana,
 * "the opening of Reboleira" for the opening of the Metro.
 */
export function belongsToOther(question: Question, reading: SentenceReading): boolean {
  if (question.names.length === 0 || question.form === 'yes-no' || question.succession !== null) return false;
  if (question.names.every((name) => findName(name, reading.words) === null)) {
    return isAnothersBefore(question, reading);
  }
  if (isOrigin(question, reading)) return true;
  const owners = reading.words.flatMap((word, i) => {
    if (word.pos !== 'NOUN' || !question.terms.some((term) => carries(term, [word]))) return [];
    if (isDeed(question, word)) return [];
    if (question.form === 'date' && !/(?:ing|ion|ment|ure)$/.test(word.norm)) return [];
    return ownerAt(reading, i + 1) ?? [];
  });
  return owners.length > 0 && owners.every((owner) => !isAsked(question, reading, owner));
}

/** "Who invented it" is answered by "the invention of Ana Reis": behind the deed stands who did it. */
function isDeed(question: Question, word: Word): boolean {
  const verbs = question.terms.filter((term) => term.role === 'verb');
  return question.entityKind === 'person' && /ion$/.test(word.norm) && carriesOne(verbs, word);
}

function carriesOne(terms: Question['terms'], word: Word): boolean {
  return terms.some((term) => carries(term, [word]));
}

/** The same in the sentence that this one leans on: "Otis Vane, the governor of Tarn, was born in Dorn. He …". */
function isAnothersBefore(question: Question, reading: SentenceReading): boolean {
  if (question.form !== 'entity' || question.terms.some((term) => carries(term, reading.words))) return false;
  const before = reading.before.findLast((words) =>
    question.names.some((name) => findName(name, words) !== null),
  );
  const owners = (before ?? []).flatMap((word, i, words) => {
    if (word.pos !== 'NOUN' || !question.terms.some((term) => carries(term, [word]))) return [];
    const owner = words[i + 2]?.pos === 'DET' ? words[i + 3] : words[i + 2];
    return words[i + 1]?.norm === 'of' && owner?.pos === 'PROPN' ? [foldForComparison(owner.norm)] : [];
  });
  const asked = question.names.flatMap((name) => name.words);
  return owners.length > 0 && owners.every((owner) => !asked.includes(owner));
}

/** The name in "… of the NAME" at a word index. */
function ownerAt(reading: SentenceReading, at: number): NameMention | undefined {
  if (reading.words[at]?.norm !== 'of') return undefined;
  const first = reading.words[at + 1]?.pos === 'DET' ? reading.words[at + 2] : reading.words[at + 1];
  return reading.names.find((name) => name.start === first?.start);
}

function isAside(question: Question, reading: SentenceReading, name: NameMention): boolean {
  return [...reading.text.matchAll(ASIDE)].some(
    (match) =>
      name.start > match.index &&
      name.end <= match.index + match[0].length &&
      reading.names.some((other) => other.end <= match.index && isAsked(question, reading, other)),
  );
}

/** "… in Ostrand 2.35 euros; in Velden 3.10 euros": the asked name has a clause of its own. */
function isNeighbourClause(question: Question, reading: SentenceReading, segment: Span): boolean {
  const inside = wordsIn(reading, segment);
  const elsewhere = question.names.some(
    (name) => findName(name, reading.words) !== null && findName(name, inside) === null,
  );
  const foreign = reading.names.some(
    (name) => name.start >= segment.start && name.end <= segment.end && !isAsked(question, reading, name),
  );
  return elsewhere && foreign;
}

function isAdjunct(reading: SentenceReading, name: NameMention): boolean {
  return ADJUNCT.test(reading.text.slice(0, name.start));
}

function isAsked(question: Question, reading: SentenceReading, mention: NameMention): boolean {
  const own = reading.words.filter((word) => word.start >= mention.start && word.end <= mention.end);
  return question.names.some((name) => {
    if (findName(name, own) !== null) return true;
    const range = findName(name, reading.words);
    const [first, last] = [reading.words[range?.from ?? -1], reading.words[(range?.to ?? 0) - 1]];
    return first !== undefined && last !== undefined && mention.start < last.end && first.start < mention.end;
  });
}

/** A term of the question with a capital at the start of a sentence is no rival. */
function opensSegment(question: Question, reading: SentenceReading, mention: NameMention): boolean {
  const own = reading.words.filter((word) => word.start >= mention.start && word.end <= mention.end);
  return own.every((word) => question.terms.some((term) => carries(term, [word])));
}
