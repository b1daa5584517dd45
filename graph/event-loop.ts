/** Work in event-loop slices, between which others of the process run; it goes to its end even where its caller has left. */

/** Resolves in the next iteration of the event loop. */
export function nextIteration(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The result for each item, in their order, `size` of them in a slice. */
export async function mapInSlices<T, R>(items: readonly T[], size: number, of: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % size === 0) await nextIteration();
    results.push(of(item));
  }
  return results;
}
