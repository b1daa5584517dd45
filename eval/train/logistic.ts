/**
 * Logistic regression that gives the same bytes everywhere: Newton's method from zero with a fixed order of sums, an L2
 * penalty, no randomness, and weights rounded far above the last digits in which machines may differ.
 */

/** A rated sample. `label` is the wanted probability, 0 to 1; `weight` how often it counts, 1 by default. */
export interface Example {
  readonly features: readonly number[];
  readonly label: number;
  readonly weight?: number;
}

/** `probability = 1 / (1 + exp(−(bias + Σ weights · features)))`. */
export interface LogisticModel {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** `l2` penalises each weight by `l2 / 2 · w²`; `bias: false` keeps the bias at 0, as pairs of differences need it. */
export interface LogisticOptions {
  readonly l2: number;
  readonly bias?: boolean;
}

/** Decimals of a weight. */
const DECIMALS = 6;
/** Newton's method has settled long before; it stops early where no weight moves any more. */
const MAX_STEPS = 60;
const SETTLED = 1e-10;
/** The bias has almost no penalty: enough that a set with one label has a finite solution. */
const BIAS_L2 = 1e-6;

/** Weights that make the rated samples most likely. Throws a RangeError on no samples, ragged rows or other numbers. */
export function trainLogistic(examples: readonly Example[], options: LogisticOptions): LogisticModel {
  const width = check(examples, options);
  const first = options.bias === false ? 1 : 0;
  let at = new Array<number>(width + 1).fill(0);
  let loss = lossAt(at, examples, options.l2);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, hessian } = derivatives(at, examples, options.l2);
    const move = solve(hessian, gradient, first);
    const next = shorten(at, move, loss, (point) => lossAt(point, examples, options.l2));
    const moved = Math.max(...next.point.map((value, i) => Math.abs(value - (at[i] ?? 0))));
    at = next.point;
    loss = next.loss;
    if (moved < SETTLED) break;
  }
  const [bias = 0, ...weights] = at.map(rounded);
  return { bias, weights };
}

/** The probability that a model gives to features, 0 to 1. */
export function probabilityOf({ bias, weights }: LogisticModel, features: readonly number[]): number {
  return sigmoid(weights.reduce((sum, weight, i) => sum + weight * (features[i] ?? 0), bias));
}

/**
 * For each example the probability given by a model that was trained without the examples of its group (its document, its
 * corpus). In the order of the examples.
 */
export function leaveGroupsOut<Sample extends Example>(
  examples: readonly Sample[],
  groupOf: (example: Sample) => string,
  options: LogisticOptions,
): number[] {
  const groups = [...new Set(examples.map(groupOf))];
  const models = new Map(
    groups.map((group) => [
      group,
      trainLogistic(
        examples.filter((example) => groupOf(example) !== group),
        options,
      ),
    ]),
  );
  return examples.map((example) => {
    const model = models.get(groupOf(example));
    return model === undefined ? 0.5 : probabilityOf(model, example.features);
  });
}

function check(examples: readonly Example[], { l2 }: LogisticOptions): number {
  const width = examples[0]?.features.length;
  if (width === undefined) throw new RangeError('there are no examples to learn from');
  if (!(l2 > 0)) throw new RangeError('l2 must be above 0');
  examples.forEach(({ features, label, weight = 1 }, index) => {
    if (features.length !== width)
      throw new RangeError(`example ${index} has ${features.length} features, not ${width}`);
    if (!features.every(Number.isFinite))
      throw new RangeError(`example ${index} has a feature that is no number`);
    if (!(label >= 0 && label <= 1)) throw new RangeError(`example ${index}: label must be 0 to 1`);
    if (!(weight > 0 && Number.isFinite(weight)))
      throw new RangeError(`example ${index}: weight must be above 0`);
  });
  return width;
}

function sigmoid(score: number): number {
  return score >= 0 ? 1 / (1 + Math.exp(-score)) : Math.exp(score) / (1 + Math.exp(score));
}

function scoreAt(at: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, feature, i) => sum + feature * (at[i + 1] ?? 0), at[0] ?? 0);
}

function lossAt(at: readonly number[], examples: readonly Example[], l2: number): number {
  let loss = 0;
  for (const { features, label, weight = 1 } of examples) {
    const score = scoreAt(at, features);
    // log(1 + exp(score)) − label · score, without overflow.
    const softplus = Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score)));
    loss += weight * (softplus - label * score);
  }
  return loss + at.reduce((sum, value, i) => sum + (penalty(i, l2) / 2) * value * value, 0);
}

function penalty(index: number, l2: number): number {
  return index === 0 ? BIAS_L2 : l2;
}

function derivatives(at: readonly number[], examples: readonly Example[], l2: number) {
  const size = at.length;
  const gradient = at.map((value, i) => penalty(i, l2) * value);
  const hessian = at.map((_, i) => at.map((_value, j) => (i === j ? penalty(i, l2) : 0)));
  for (const { features, label, weight = 1 } of examples) {
    const p = sigmoid(scoreAt(at, features));
    const row = [1, ...features];
    const slope = weight * (p - label);
    const curve = weight * p * (1 - p);
    for (let i = 0; i < size; i++) {
      const value = row[i] ?? 0;
      if (value === 0) continue;
      gradient[i] = (gradient[i] ?? 0) + slope * value;
      const line = hessian[i] ?? [];
      for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + curve * value * (row[j] ?? 0);
    }
  }
  return { gradient, hessian };
}

/** Solves `matrix · x = vector` by Cholesky, reading the lower half; positions before `first` stay 0. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[], first: number): number[] {
  const size = vector.length;
  const lower = matrix.map((row) => [...row]);
  const cell = (i: number, j: number) => lower[i]?.[j] ?? 0;
  for (let i = first; i < size; i++) {
    for (let j = first; j <= i; j++) {
      let sum = cell(i, j);
      for (let k = first; k < j; k++) sum -= cell(i, k) * cell(j, k);
      const row = lower[i] ?? [];
      row[j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / cell(j, j);
    }
  }
  const x = new Array<number>(size).fill(0);
  for (let i = first; i < size; i++) {
    let sum = vector[i] ?? 0;
    for (let k = first; k < i; k++) sum -= cell(i, k) * (x[k] ?? 0);
    x[i] = sum / cell(i, i);
  }
  for (let i = size - 1; i >= first; i--) {
    let sum = x[i] ?? 0;
    for (let k = i + 1; k < size; k++) sum -= cell(k, i) * (x[k] ?? 0);
    x[i] = sum / cell(i, i);
  }
  return x;
}

/** The full step of Newton, halved until the loss does not rise. */
function shorten(
  at: readonly number[],
  move: readonly number[],
  loss: number,
  lossOf: (point: readonly number[]) => number,
): { point: number[]; loss: number } {
  for (let share = 1; share > 1e-6; share /= 2) {
    const point = at.map((value, i) => value - share * (move[i] ?? 0));
    const now = lossOf(point);
    if (now <= loss) return { point, loss: now };
  }
  return { point: [...at], loss };
}

function rounded(value: number): number {
  const short = Number(value.toFixed(DECIMALS));
  return short === 0 ? 0 : short;
}
