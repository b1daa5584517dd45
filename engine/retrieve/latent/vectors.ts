/** Sum of products, in index order: another order would round otherwise. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** `target += factor × vector`. */
export function addScaled(target: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < target.length; i += 1) target[i] = (target[i] ?? 0) + factor * (vector[i] ?? 0);
}

/** Share of its length that a vector must keep beside the ones before it to count as a direction of its own. */
const INDEPENDENT_SHARE = 1e-10;

/** An orthonormal basis of the columns' span, by Gram–Schmidt done twice; dependent columns are left out. */
export function orthonormalBasis(columns: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const rest = column.slice();
    const before = Math.sqrt(dot(rest, rest));
    for (let pass = 0; pass < 2; pass += 1) {
      for (const direction of basis) addScaled(rest, -dot(direction, rest), direction);
    }
    const length = Math.sqrt(dot(rest, rest));
    if (length <= before * INDEPENDENT_SHARE) continue;
    basis.push(rest.map((value) => value / length));
  }
  return basis;
}
