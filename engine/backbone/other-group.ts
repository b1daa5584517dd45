/** A figure of another group than the one that is asked about: "for children" where "for adults" is asked. */

import type { Span } from '../../graph/claim.ts';
import { groupsIn } from '../question/groups.ts';
import type { Question, Term } from '../question/question.ts';
import type { Word } from '../question/stems.ts';
import { unitOf } from '../text/units.ts';
import { carries, meets } from './coverage.ts';
import { type SentenceReading, segmentAt, wordsIn } from './sentence-reading.ts';
import type { ValueMention } from './value.ts';

/** Whether the clause of the value narrows it to a group, and none of the groups asked about stands anywhere near. */
export function speaksOfOtherGroup(
  question: Question,
  missing: readonly Term[],
  reading: SentenceReading,
  value: ValueMention,
): boolean {
  const unmet = question.groups.filter((group) => missing.some(({ surface }) => surface === group.surface));
  if (unmet.length === 0) return false;
  const clause = wordsIn(reading, segmentAt(reading, value.start));
  const said = groupsIn(clause).filter(({ start, end }) => end <= value.start || start >= value.end);
  return said.some((word) => !question.terms.some((term) => meets(term, word))) && !carriesAny(unmet, clause);
}

function carriesAny(terms: readonly Term[], words: SentenceReading['words']): boolean {
  return terms.some((term) => carries(term, words));
}

/**
 * "Adults 6 euros, children 2 euros": whether the group that is asked about stands in the segment, though not in the
 * words around the value, where another group does.
 *
 * @param own the words of the segment that go with the value
 */
export function isOfOtherGroup(
  question: Question,
  reading: SentenceReading,
  segment: Span,
  own: Span,
): boolean {
  const near = wordsIn(reading, own);
  const elsewhere = wordsIn(reading, segment).filter((word) => !near.includes(word));
  return question.groups.some((group) => {
    const said = elsewhere.find((word) => meets(group, word));
    return said !== undefined && !carries(group, near) && near.some((word) => isPeer(question, said, word));
  });
}

/** Another noun of the same number that the question does not have: "adults" beside "children". */
function isPeer(question: Question, said: Word, word: Word): boolean {
  const plural = ({ norm, lemma }: Word) => norm !== lemma;
  const noun = word.pos === 'NOUN' && plural(word) === plural(said) && unitOf(word.norm) === undefined;
  return noun && !question.terms.some((term) => meets(term, word));
}
