/**
 * Words of which one denies the other where both are said of the same thing, compared by their stems, and values of which a
 * thing has one at a time: a flag is red or green. Words that go together in practice (singer and actor) are left out.
 */
import { stem } from '../../../graph/stemming.ts';
import { setOf, sidesOf, wordsIn } from '../../text/rows.ts';
import { opposites } from '../words/lexicon.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** Words that go with any verb ("ends up", "falls for"): one denies another one, and no verb. */
const PARTICLES = setOf(vocabulary.particles);
/** What is true of a thing beside its opposite: it may need the land as well as the sea, and who comes here goes there. */
const NOT_EXCLUSIVE: ReadonlySet<string> = new Set(['land', 'come', 'go']);

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

/** Collected on first use: thousands of stems. */
let collected: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Whether affirming a word of one stem denies the other. Symmetric. */
export function areAntonyms(a: string, b: string): boolean {
  collected ??= collect();
  if (collected.get(a)?.has(b)) return true;
  return isPrefixed(a, b) || isPrefixed(b, a);
}

/** "inaccurate", "unrelated", "non-toxic": the prefix denies the rest. */
function isPrefixed(a: string, b: string): boolean {
  if (b.length < 5 || !a.endsWith(b)) return false;
  return /^(?:un|in|im|ir|il|non|dis)$/.test(a.slice(0, a.length - b.length));
}

function collect(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (a: string, b: string) => {
    const one = stem(a, 'en');
    found.set(one, (found.get(one) ?? new Set<string>()).add(stem(b, 'en')));
  };
  for (const row of [...opposites, ...vocabulary.opposites.map(sidesOf)]) {
    const [left = [], right = []] = row.map((side) => side.filter(isUsed));
    const pairs = left.flatMap((a) => right.map((b) => [a, b] as const));
    for (const [a, b] of pairs.filter(([a, b]) => PARTICLES.has(a) === PARTICLES.has(b))) {
      add(a, b);
      add(b, a);
    }
  }
  return found;
}

/** Words are compared one by one: an expression of several says nothing here. */
function isUsed(entry: string): boolean {
  return !entry.includes(' ') && !NOT_EXCLUSIVE.has(entry);
}

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
