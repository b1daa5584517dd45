/** What the verification uses of the language and Node 20 has not; to be imported before anything else. */

if (!('groupBy' in Map)) {
  define(Map, 'groupBy', <T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
    const groups = new Map<K, T[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index);
      index += 1;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    return groups;
  });
}

if (!('difference' in Set.prototype)) {
  define(Set.prototype, 'difference', function <T>(this: Set<T>, other: ReadonlySet<T>): Set<T> {
    return new Set([...this].filter((one) => !other.has(one)));
  });
}

function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true });
}
