/**
 * Values of which a thing has one at a time, by the question that they answer: a flag is red or green, a birth is in
 * May or in June. Words that go together in practice (singer and actor, bronze and copper) are left out.
 */
import vocabulary from './vocabulary.json' with { type: 'json' };

const WITHIN_BRITAIN: ReadonlySet<string> = new Set(['britain', 'england', 'scotland', 'wales']);

const NATION_OF: ReadonlyMap<string, string> = new Map(
  vocabulary.nations.flatMap((row) => {
    const words = row.split(' ');
    return words.map((word) => [word, words[0] ?? word] as const);
  }),
);

const CLASSES_OF: ReadonlyMap<string, readonly string[]> = collect();

/** The questions that both words answer, with different answers; null where there is none. */
export function sharedClass(a: string, b: string): string | null {
  if (meaningOf(a) === meaningOf(b)) return null;
  const [left, right] = [NATION_OF.get(a), NATION_OF.get(b)];
  if (left !== undefined && right !== undefined) return 'nation';
  const classes = CLASSES_OF.get(a);
  return classes?.find((one) => CLASSES_OF.get(b)?.includes(one)) ?? null;
}

/** "China" and "Chinese" are one value, and so are "wood" and "wooden", "England" and "British". */
function meaningOf(word: string): string {
  if (word === 'wooden') return 'wood';
  const nation = NATION_OF.get(word) ?? word;
  return WITHIN_BRITAIN.has(nation) ? 'britain' : nation;
}

function collect(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, words] of Object.entries(vocabulary.exclusive)) {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), name]);
  }
  return found;
}
