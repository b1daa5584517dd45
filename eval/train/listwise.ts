/**
 * Listwise ranking that gives the same bytes everywhere: weights under which, of the candidates of each question, those
 * that answer get most of the probability (softmax of the scores; Cao et al. 2007). A fixed order of sums, no randomness,
 * weights rounded far above the last digits in which machines may differ.
 */

/** The candidates of one question. */
export interface RankedList {
  /** A row of features for each candidate. */
  readonly rows: readonly (readonly number[])[];
  /** How right each candidate is, 0 to 1; at least one is above 0. */
  readonly labels: readonly number[];
  /** How often the question counts. */
  readonly weight: number;
}

/** Decimals of a weight. */
const DECIMALS = 5;
const MAX_STEPS = 40;
const SETTLED = 1e-7;

/**
 * Weights of the features, in their order.
 * @param l2 penalises each weight by `l2 / 2 · w²`; above 0
 */
export function trainListwise(lists: readonly RankedList[], l2: number): number[] {
  const width = check(lists, l2);
  const packed = lists.map((list) => pack(list, width));
  let at: Float64Array = new Float64Array(width);
  let loss = lossAt(at, packed, l2);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, curvature } = derivatives(at, packed, l2);
    const move = solve(curvature, gradient);
    const next = shorten(at, move, loss, (point) => lossAt(point, packed, l2));
    const moved = next.point.reduce((most, value, i) => Math.max(most, Math.abs(value - (at[i] ?? 0))), 0);
    at = next.point;
    loss = next.loss;
    if (moved < SETTLED) break;
  }
  return Array.from(at, (value) => Number(value.toFixed(DECIMALS)) + 0);
}

/** A list in numbers side by side: the curvature is most of the work. */
interface PackedList {
  /** Row after row. */
  readonly values: Float64Array;
  readonly labels: Float64Array;
  readonly weight: number;
}

function pack({ rows, labels, weight }: RankedList, width: number): PackedList {
  const values = new Float64Array(rows.length * width);
  rows.forEach((row, at) => {
    values.set(row, at * width);
  });
  return { values, labels: Float64Array.from(labels), weight };
}

function check(lists: readonly RankedList[], l2: number): number {
  const width = lists[0]?.rows[0]?.length;
  if (width === undefined) throw new RangeError('there are no lists to learn from');
  if (!(l2 > 0)) throw new RangeError('l2 must be above 0');
  lists.forEach(({ rows, labels, weight }, index) => {
    if (rows.some((row) => row.length !== width || !row.every(Number.isFinite)))
      throw new RangeError(`list ${index} has a row that is not ${width} numbers`);
    if (labels.length !== rows.length || !labels.some((label) => label > 0))
      throw new RangeError(`list ${index} has no label above 0, or not one for each row`);
    if (!(weight > 0)) throw new RangeError(`list ${index}: weight must be above 0`);
  });
  return width;
}

/** Probabilities of the candidates, of those that are right among themselves, and the share of the right ones. */
function softmax({ values, labels }: PackedList, at: Float64Array) {
  const width = at.length;
  const scores = labels.map((_, row) => {
    let score = 0;
    for (let i = 0; i < width; i++) score += (values[row * width + i] ?? 0) * (at[i] ?? 0);
    return score;
  });
  const top = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const powers = scores.map((score) => Math.exp(score - top));
  const total = sum(powers);
  const right = powers.map((power, i) => power * (labels[i] ?? 0));
  const rightTotal = Math.max(sum(right), Number.MIN_VALUE);
  return {
    all: powers.map((power) => power / total),
    right: right.map((power) => power / rightTotal),
    share: rightTotal / total,
  };
}

function lossAt(at: Float64Array, lists: readonly PackedList[], l2: number): number {
  const fit = lists.reduce((loss, list) => loss - list.weight * Math.log(softmax(list, at).share), 0);
  return fit + (l2 / 2) * dot(at, at);
}

/** Less likely candidates bend the loss by nothing. */
const LEAST_BENDING = 1e-5;

/** The curvature leaves out what several right candidates take from it, so that it stays positive. Its lower half is set. */
function derivatives(at: Float64Array, lists: readonly PackedList[], l2: number) {
  const width = at.length;
  const gradient = at.map((value) => l2 * value);
  const curvature = Array.from({ length: width }, (_, i) => {
    const line = new Float64Array(width);
    line[i] = l2;
    return line;
  });
  const mean = new Float64Array(width);
  const apart = new Float64Array(width);
  for (const list of lists) {
    const { values, weight } = list;
    const { all, right } = softmax(list, at);
    mean.fill(0);
    for (let row = 0; row < all.length; row++) {
      const p = all[row] ?? 0;
      const slope = weight * (p - (right[row] ?? 0));
      for (let i = 0; i < width; i++) {
        const value = values[row * width + i] ?? 0;
        mean[i] = (mean[i] ?? 0) + p * value;
        gradient[i] = (gradient[i] ?? 0) + slope * value;
      }
    }
    for (let row = 0; row < all.length; row++) {
      const p = all[row] ?? 0;
      if (p < LEAST_BENDING) continue;
      for (let i = 0; i < width; i++) apart[i] = (values[row * width + i] ?? 0) - (mean[i] ?? 0);
      addSquare(curvature, apart, weight * p);
    }
  }
  return { gradient, curvature };
}

/** Adds the lower half of `factor · vector · vectorᵀ`. */
function addSquare(into: readonly Float64Array[], vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) {
    const line = into[i];
    const scaled = factor * (vector[i] ?? 0);
    if (line === undefined || scaled === 0) continue;
    for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + scaled * (vector[j] ?? 0);
  }
}

/** Solves `matrix · x = vector` for a positive matrix by Cholesky, reading the lower half. */
function solve(matrix: readonly Float64Array[], vector: Float64Array): Float64Array {
  const size = vector.length;
  const lower = matrix.map((row) => Float64Array.from(row));
  const cell = (i: number, j: number) => lower[i]?.[j] ?? 0;
  for (let i = 0; i < size; i++) {
    const row = lower[i];
    if (row === undefined) continue;
    for (let j = 0; j <= i; j++) {
      let rest = row[j] ?? 0;
      for (let k = 0; k < j; k++) rest -= (row[k] ?? 0) * cell(j, k);
      row[j] = i === j ? Math.sqrt(Math.max(rest, Number.MIN_VALUE)) : rest / cell(j, j);
    }
  }
  const x = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let rest = vector[i] ?? 0;
    for (let k = 0; k < i; k++) rest -= cell(i, k) * (x[k] ?? 0);
    x[i] = rest / cell(i, i);
  }
  for (let i = size - 1; i >= 0; i--) {
    let rest = x[i] ?? 0;
    for (let k = i + 1; k < size; k++) rest -= cell(k, i) * (x[k] ?? 0);
    x[i] = rest / cell(i, i);
  }
  return x;
}

/** The full step, halved until the loss does not rise. */
function shorten(
  at: Float64Array,
  move: Float64Array,
  loss: number,
  lossOf: (point: Float64Array) => number,
): { point: Float64Array; loss: number } {
  for (let share = 1; share > 1e-6; share /= 2) {
    const point = at.map((value, i) => value - share * (move[i] ?? 0));
    const now = lossOf(point);
    if (now <= loss) return { point, loss: now };
  }
  return { point: at, loss };
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, one) => total + one, 0);
}
