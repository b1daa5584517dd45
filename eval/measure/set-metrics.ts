/** How close a chosen set of sentences comes to the best of the acceptable ones. Pure. */

/** F1 of the chosen indexes against the acceptable set that they fit best; 0 where neither holds anything. */
export function bestF1(chosen: readonly number[], acceptable: readonly (readonly number[])[]): number {
  return Math.max(0, ...acceptable.map((gold) => f1(new Set(chosen), new Set(gold))));
}

/** Sentences of the smallest acceptable set. */
export function smallestSize(acceptable: readonly (readonly number[])[]): number {
  return Math.min(...acceptable.map((gold) => new Set(gold).size));
}

function f1(chosen: ReadonlySet<number>, gold: ReadonlySet<number>): number {
  const total = chosen.size + gold.size;
  return total === 0 ? 0 : (2 * chosen.intersection(gold).size) / total;
}
