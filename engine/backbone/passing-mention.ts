/** A name that a text mentions without being about it. */
import type { Question, QuestionName } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { carries } from './coverage.ts';
import { findName, type NamePlace } from './name-gate.ts';
import { type SentenceReading, subjectWords } from './sentence-reading.ts';
import { hasLeft } from './succession.ts';

/**
 * "It has displaced the Alba. The mirror weighs nine tonnes": the passage is about another thing than the one that
 * was displaced, and "the mirror" is not the Alba's. The same of a thing that only sets the place.
 */
export function isMentionedInPassing(
  question: Question,
  reading: SentenceReading,
  places: readonly NamePlace[],
): boolean {
  if (question.entityKind === 'person' || !TAKES_UP_TOPIC.test(reading.words[0]?.norm ?? '')) return false;
  return question.names.some((name, i) => {
    const place = places[i];
    if (typeof place !== 'object' || findName(name, reading.title) !== null) return false;
    const inside = reading.before.filter((words) => findName(name, words) !== null);
    return inside.every((words) => isAdjunctIn(question, name, words));
  });
}

const TAKES_UP_TOPIC = /^(?:it|its|they|their|the|this|these)$/;

function isAdjunctIn(question: Question, name: QuestionName, words: readonly Word[]): boolean {
  const range = findName(name, words);
  const first = words[range?.from ?? -1];
  const subject = subjectWords(words);
  if (range === null || first === undefined || subject.includes(first)) return false;
  if (isListed(words.slice(range.to, range.to + 4))) return true;
  const before = words
    .slice(0, words.indexOf(first))
    .map(({ norm }) => norm)
    .join(' ');
  if (hasLeft(`${before} `, { start: before.length + 1, end: before.length + 1 })) return true;
  const other = subject.some(({ pos }) => /^(?:NOUN|PROPN|X|ADJ|NUM)$/.test(pos));
  const place = PLACED_BEFORE.exec(before);
  if (place === null || question.text.includes(` ${place[1]} `)) return false;
  return other && !question.terms.some((term) => carries(term, subject));
}

/** "They climbed Mount Orm and then Mount Kell. It …": the nearer one, if any. */
function isListed(after: readonly Word[]): boolean {
  return /^(?:and|or|then)$/.test(after[0]?.norm ?? '') && after.some(({ pos }) => pos === 'PROPN');
}

const PLACED_BEFORE = /\b(in|at|near|beside|outside|behind|opposite|like|with)(?: the)?$/u;

/** "Ana Reis, formerly of Corvid Foods, …": the asked name only says where somebody was before. */
export function isOrigin(question: Question, reading: SentenceReading): boolean {
  if (question.entityKind !== 'person' || question.tense !== 'present') return false;
  return question.names.every((name) => {
    const first = reading.words[findName(name, reading.words)?.from ?? -1];
    return first !== undefined && ORIGIN_BEFORE.test(reading.text.slice(0, first.start));
  });
}

const ORIGIN_BEFORE =
  /\b(?:(?:formerly|previously|once|late|originally|until recently|until now)\s(?:\p{Ll}+\s){0,3}(?:of|at|with|from|in|for)|(?:former\s|previous\s|ex-)(?:\p{Ll}+\s){1,3}(?:of|at|with|from|in|for)|c(?:ame|omes|oming)\sfrom|join(?:s|ed)\sfrom|recruited\sfrom)\s(?:the\s)?$/u;
