/** The vector of length 1 in the same direction; a zero vector stays one. */
export function unitLength(vector: readonly number[] | Float32Array | Float64Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}
