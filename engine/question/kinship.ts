/**
 * Whether two stems say the same thing: derived from one another ("manage", "manager"), or listed as kin.
 * Derivation is preferred to lists, because a list only knows the wording that somebody thought of.
 */
import { concepts, kinGroups, wordsOf } from './concepts.ts';
import { isDerived } from './derivation.ts';
import { keyOf } from './stems.ts';

const groups = buildGroups();

/** Whether a word with stem `b` can stand for a word with stem `a`. Symmetric and reflexive, not transitive. */
export function areKin(a: string, b: string): boolean {
  return a === b || isDerived(a, b) || sharesGroup(a, b);
}

function sharesGroup(a: string, b: string): boolean {
  const others = groups.get(a);
  return others?.has(b) ?? false;
}

function buildGroups(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>();
  for (const row of [...kinGroups, ...concepts.map(wordsOf)]) {
    const stems = row.map(keyOf);
    for (const stem of stems) {
      const set = map.get(stem) ?? new Set<string>();
      for (const other of stems) set.add(other);
      map.set(stem, set);
    }
  }
  return map;
}
