/**
 * The cosine of the query with the row that begins at `start`; both of length 1. Sums in the order of the axes: another
 * order would round otherwise.
 */
export function cosineAt(vectors: Float32Array, start: number, query: Float32Array): number {
  let sum = 0;
  const dimensions = query.length;
  // Most of a search is spent here: a default for what is never absent takes twice the time.
  for (let axis = 0; axis < dimensions; axis += 1)
    sum += (vectors[start + axis] as number) * (query[axis] as number);
  return sum;
}
