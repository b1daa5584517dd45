/** Values by key, the least recently used of which are forgotten beyond a bound. */
export class Remembered<K, V> {
  readonly #bound: number;
  /** In the order of their last use. */
  readonly #values = new Map<K, V>();

  /** @param bound at least 1 */
  constructor(bound: number) {
    this.#bound = bound;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#bound) return;
    const [oldest] = this.#values.keys();
    // A map that is larger than its bound has a first key.
    this.#values.delete(oldest as K);
  }
}

/** A pure function that remembers its results until there are as many as the bound; then it begins anew. */
export function remembering<K, V extends object>(of: (key: K) => V, bound: number): (key: K) => V {
  return rememberingBy((key) => key, of, bound);
}

/** The same for what is no key itself. @param keyOf equal for arguments of equal results, and for no others */
export function rememberingBy<A, K, V extends object>(
  keyOf: (argument: A) => K,
  of: (argument: A) => V,
  bound: number,
): (argument: A) => V {
  const known = new Map<K, V>();
  return (argument) => {
    const key = keyOf(argument);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= bound) known.clear();
    const made = of(argument);
    known.set(key, made);
    return made;
  };
}
