import { ownText } from './own-text.ts';

/**
 * A pure function with a cache of its results, of some `bound` of them: those that were used last. A key that is a text may be part of
 * a long one, which is not held.
 */
export function memoize<K, V extends object>(of: (key: K) => V, bound: number): (key: K) => V {
  return memoizeBy(
    (key) => key,
    (key) => of(own(key)),
    bound,
  );
}

/** The same for arguments that cannot be keys. @param keyOf equal for arguments of equal results, and for no others */
export function memoizeBy<A, K, V extends object>(
  keyOf: (argument: A) => K,
  of: (argument: A) => V,
  bound: number,
): (argument: A) => V {
  // Two generations: what the older one holds is dropped, all but what was used since the newer one began.
  let [older, newer] = [new Map<K, V>(), new Map<K, V>()];
  return (argument) => {
    const key = keyOf(argument);
    const found = newer.get(key);
    if (found !== undefined) return found;
    const value = older.get(key) ?? of(argument);
    if (newer.size >= bound / 2) [older, newer] = [newer, new Map()];
    newer.set(own(key), value);
    return value;
  };
}

function own<K>(key: K): K {
  // A text's copy is a text.
  return typeof key === 'string' ? (ownText(key) as K) : key;
}
