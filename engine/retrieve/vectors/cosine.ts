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

/** Rows whose cosines are summed side by side. */
export const ABREAST = 4;

/**
 * The cosines of rows that lie one after the other, {@link ABREAST} of them. Each is summed as
 * {@link cosineAt} does; a sum alone waits for its last addition, and four do not wait for one another.
 */
export function cosinesAt(
  vectors: Float32Array,
  start: number,
  query: Float32Array,
  into: Float64Array,
): void {
  const dimensions = query.length;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let axis = 0, at = start; axis < dimensions; axis += 1, at += 1) {
    const weight = query[axis] as number;
    a += (vectors[at] as number) * weight;
    b += (vectors[at + dimensions] as number) * weight;
    c += (vectors[at + 2 * dimensions] as number) * weight;
    d += (vectors[at + 3 * dimensions] as number) * weight;
  }
  into[0] = a;
  into[1] = b;
  into[2] = c;
  into[3] = d;
}
