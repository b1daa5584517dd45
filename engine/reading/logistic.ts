/** A logistic model of features: what the policies of claims and of pairs are. Pure. */

/** A feature without a weight does not count. */
export interface LogisticWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

export interface WeighedFeature<T> {
  readonly name: string;
  readonly of: (item: T) => number;
}

/** `1 / (1 + exp(−(bias + Σ weight · feature)))` */
export function probabilityOf<T>(
  { bias, weights }: LogisticWeights,
  features: readonly WeighedFeature<T>[],
  item: T,
): number {
  let score = bias;
  for (const { name, of } of features) {
    const weight = weights[name];
    if (weight !== undefined) score += weight * of(item);
  }
  return 1 / (1 + Math.exp(-score));
}
