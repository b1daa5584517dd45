/** Lists in which each further item of one voice counts less. */

/**
 * Weights in descending order with their mass `H = Σ floor(w_i / i²)`.
 * H never passes 1.645 times the best weight, however long the list is.
 */
export class Ranking {
  #weights: number[] = [];
  #mass: number | null = 0;

  get size(): number {
    return this.#weights.length;
  }

  /** The greatest weight, 0 when there is none. */
  get top(): number {
    return this.#weights[0] ?? 0;
  }

  get mass(): number {
    this.#mass ??= harmonicMass(this.#weights);
    return this.#mass;
  }

  add(weight: number): void {
    const place = this.#countFrom(weight);
    // Most lists hold one weight: a literal takes just its room, where splicing into an empty list reserves that of 17.
    if (this.#weights.length === 0) this.#weights = [weight];
    else this.#weights.splice(place, 0, weight);
    this.#forgetMass(place, weight);
  }

  /** Removes one item of exactly this weight, which must be in the list. */
  remove(weight: number): void {
    const place = this.#countFrom(weight) - 1;
    this.#weights.splice(place, 1);
    this.#forgetMass(place, weight);
  }

  #forgetMass(place: number, weight: number): void {
    const rank = place + 1;
    // Where a share is rounded down to nothing, so is every share behind it, before the change and after.
    if (rank * rank <= weight) this.#mass = null;
  }

  /** How many weights are at least this great: equal ones are added and removed at the end of their run. */
  #countFrom(weight: number): number {
    let low = 0;
    let high = this.#weights.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#weights[middle] ?? 0) >= weight) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** `Σ floor(w_i / i²)` of weights in descending order. */
function harmonicMass(weights: readonly number[]): number {
  let mass = 0;
  let rank = 0;
  for (const weight of weights) {
    rank += 1;
    const share = Math.floor(weight / (rank * rank));
    // Ranks grow and weights fall, so everything behind a share of zero is zero too: at most √(best weight) steps.
    if (share === 0) break;
    mass += share;
  }
  return mass;
}

/** One {@link Ranking} per voice, and the sum of their masses. */
export class Voices {
  readonly #rankings = new Map<string, Ranking>();
  /** Rankings changed since the sum was taken, with the mass that the sum holds of each. */
  readonly #changed = new Map<Ranking, number>();
  #mass = 0;

  get mass(): number {
    for (const [ranking, held] of this.#changed) this.#mass += ranking.mass - held;
    this.#changed.clear();
    return this.#mass;
  }

  /** How many voices have an item. */
  get size(): number {
    return this.#rankings.size;
  }

  add(voice: string, weight: number): void {
    const ranking = this.#rankings.get(voice) ?? new Ranking();
    this.#rankings.set(voice, ranking);
    this.#note(ranking);
    ranking.add(weight);
  }

  /** Removes one item that was added with this very voice and weight. */
  remove(voice: string, weight: number): void {
    const ranking = this.#rankings.get(voice);
    if (ranking === undefined) return;
    this.#note(ranking);
    ranking.remove(weight);
    if (ranking.size === 0) this.#rankings.delete(voice);
  }

  #note(ranking: Ranking): void {
    if (!this.#changed.has(ranking)) this.#changed.set(ranking, ranking.mass);
  }
}
