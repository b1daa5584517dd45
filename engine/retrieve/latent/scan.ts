import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { VectorHit } from '../fuse.ts';

/**
 * The ids whose vectors are nearest to the query, exactly: every vector is looked at. Best first, ties by id; only
 * positive cosines, since an unlike text is no hit.
 * @param vectors row-major, one row of the query's length for each id, each of length 1 or all zero
 * @param top most hits
 * @throws {RangeError} when the vectors are not one row for each id
 */
export function scan(
  vectors: Float32Array,
  ids: readonly string[],
  query: Float32Array,
  top: number,
): VectorHit[] {
  if (vectors.length !== ids.length * query.length) throw new RangeError('vectors and ids do not match');
  const hits: VectorHit[] = [];
  for (const [row, id] of ids.entries()) {
    const cosine = cosineAt(vectors, row * query.length, query);
    if (cosine > 0) hits.push({ id, cosine });
  }
  return hits.sort((a, b) => b.cosine - a.cosine || byCodeUnit(a.id, b.id)).slice(0, top);
}

/** The cosine of the query with the row that begins at `start`; both of length 1. */
export function cosineAt(vectors: Float32Array, start: number, query: Float32Array): number {
  let sum = 0;
  for (let axis = 0; axis < query.length; axis += 1) sum += (vectors[start + axis] ?? 0) * (query[axis] ?? 0);
  return sum;
}
