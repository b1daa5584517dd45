/**
 * Values of which a thing has one at a time, by the question that they answer: a flag is red or green, a birth is in
 * May or in June. Words that go together in practice (singer and actor, bronze and copper) are left out.
 */
import { setOf, wordsIn } from '../../text/rows.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

const WITHIN_BRITAIN = setOf('britain england scotland wales');

const NATION_OF: ReadonlyMap<string, string> = new Map(
  vocabulary.nations.map(wordsIn).flatMap((words) => words.map((word) => [word, words[0] ?? word])),
);

const CLASSES_OF: ReadonlyMap<string, readonly (readonly [string, string])[]> = Map.groupBy(
  Object.entries(vocabulary.exclusive).flatMap(([name, words]) =>
    wordsIn(words).map((word) => [word, name] as const),
  ),
  ([word]) => word,
);

/** The questions that both words answer, with different answers; null where there is none. */
export function sharedClass(a: string, b: string): string | null {
  if (meaningOf(a) === meaningOf(b)) return null;
  const [left, right] = [NATION_OF.get(a), NATION_OF.get(b)];
  if (left !== undefined && right !== undefined) return 'nation';
  const others = CLASSES_OF.get(b)?.map(([, name]) => name) ?? [];
  return CLASSES_OF.get(a)?.find(([, name]) => others.includes(name))?.[1] ?? null;
}

/** "China" and "Chinese" are one value, and so are "wood" and "wooden", "England" and "British". */
function meaningOf(word: string): string {
  if (word === 'wooden') return 'wood';
  const nation = NATION_OF.get(word) ?? word;
  return WITHIN_BRITAIN.has(nation) ? 'britain' : nation;
}
