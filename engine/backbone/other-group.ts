/** A figure of another group than the one that is asked about: "for children" where "for adults" is asked. */

import { groupsIn } from '../question/groups.ts';
import type { Question, Term } from '../question/question.ts';
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
