/** A pure function with a cache of its results, which is emptied when it holds `bound` of them. */
export function memoize<K, V extends object>(of: (key: K) => V, bound: number): (key: K) => V {
  return memoizeBy((key) => key, of, bound);
}

/** The same for arguments that cannot be keys. @param keyOf equal for arguments of equal results, and for no others */
export function memoizeBy<A, K, V extends object>(
  keyOf: (argument: A) => K,
  of: (argument: A) => V,
  bound: number,
): (argument: A) => V {
  const results = new Map<K, V>();
  return (argument) => {
    const key = keyOf(argument);
    const found = results.get(key);
    if (found !== undefined) return found;
    if (results.size >= bound) results.clear();
    const made = of(argument);
    results.set(key, made);
    return made;
  };
}
