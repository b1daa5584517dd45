/** Words of which one denies the other where both are said of the same thing. Compared by their stems. */
import { stem } from '../../../graph/stemming.ts';
import { setOf, sidesOf } from '../../text/rows.ts';
import { opposites } from '../words/lexicon.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/** Words that go with any verb ("ends up", "falls for"): one denies another one, and no verb. */
const PARTICLES = setOf(vocabulary.particles);
/** What is true of a thing beside its opposite: it may need the land as well as the sea, and who comes here goes there. */
const NOT_EXCLUSIVE: ReadonlySet<string> = new Set(['land', 'come', 'go']);

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
