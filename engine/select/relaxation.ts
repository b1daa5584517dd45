import type { PartialCover } from './partial-cover.ts';

/**
 * The problem without its demands, which prices stand for, at one node of a search after the other: only free options,
 * and of them only the claims that they help. Flat arrays that are filled anew, since this is the inner loop: a search
 * evaluates prices several hundred thousand times.
 */
export class Relaxation {
  readonly cover: PartialCover;
  /** Claims that still want a publisher, ascending. */
  open: readonly number[] = [];
  /** Publishers still wanted less options that entered, per claim: whether its price is too low or too high. */
  readonly slack: Float64Array;
  /** Options that help, and of each its weight and publisher. */
  #count = 0;
  readonly #index: Int32Array;
  readonly #weight: Float64Array;
  readonly #publisher: Int32Array;
  /** The helped claims of the option at `i` are `#claims[#start[i]]` up to `#claims[#start[i + 1]]`. */
  readonly #start: Int32Array;
  readonly #claims: Int32Array;
  /** Weight of each option less what it is paid. */
  readonly #rests: Float64Array;
  /** Per publisher the option with the lowest rest below 0, -1 where there is none. */
  readonly #best: Int32Array;

  /** Reads nothing yet: see `refresh`. */
  constructor(cover: PartialCover) {
    const { options, demands, publishers } = cover.problem;
    this.cover = cover;
    this.slack = new Float64Array(demands.length);
    this.#index = new Int32Array(options.length);
    this.#weight = new Float64Array(options.length);
    this.#publisher = new Int32Array(options.length);
    this.#start = new Int32Array(options.length + 1);
    this.#claims = new Int32Array(options.reduce((sum, { claims }) => sum + claims.length, 0));
    this.#rests = new Float64Array(options.length);
    this.#best = new Int32Array(publishers);
  }

  /** Takes over the state of the cover, which must not change while prices are evaluated. */
  refresh(): void {
    const { problem, wanted } = this.cover;
    const open: number[] = [];
    for (let claim = 0; claim < wanted.length; claim += 1) if ((wanted[claim] ?? 0) > 0) open.push(claim);
    this.open = open;
    this.#count = 0;
    let end = 0;
    for (let position = 0; position < problem.options.length; position += 1) {
      const option = problem.options[position];
      if (option === undefined || !this.cover.isFree(position)) continue;
      const begin = end;
      for (const claim of option.claims) {
        if (!this.cover.helps(option, claim)) continue;
        this.#claims[end] = claim;
        end += 1;
      }
      if (end === begin) continue;
      this.#index[this.#count] = position;
      this.#weight[this.#count] = option.weight;
      this.#publisher[this.#count] = option.publisher;
      this.#count += 1;
      this.#start[this.#count] = end;
    }
  }

  /** The bound that the prices give; what it leaves is in `slack` and `copyReduced` until the next evaluation. */
  evaluate(prices: Float64Array): number {
    const { wanted, weight } = this.cover;
    this.slack.fill(0);
    let value = weight;
    for (const claim of this.open) {
      const want = wanted[claim] ?? 0;
      this.slack[claim] = want;
      value += want * (prices[claim] ?? 0);
    }
    this.#pay(prices);
    return value + this.#enter();
  }

  /** Writes the rest of each option that helps into an array over all options; the others keep what is there. */
  copyReduced(into: Float64Array): void {
    for (let i = 0; i < this.#count; i += 1) into[this.#index[i] ?? 0] = this.#rests[i] ?? 0;
  }

  #pay(prices: Float64Array): void {
    this.#best.fill(-1);
    let at = 0;
    for (let i = 0; i < this.#count; i += 1) {
      let rest = this.#weight[i] ?? 0;
      const end = this.#start[i + 1] ?? 0;
      for (; at < end; at += 1) rest -= prices[this.#claims[at] ?? 0] ?? 0;
      this.#rests[i] = rest;
      if (rest >= 0) continue;
      const publisher = this.#publisher[i] ?? 0;
      const rival = this.#best[publisher] ?? -1;
      if (rival === -1 || rest < (this.#rests[rival] ?? 0)) this.#best[publisher] = i;
    }
  }

  /** Enters what pays: the best option of a publisher not in the set at its weight, each other with the surcharge. */
  #enter(): number {
    const { repeatWeight } = this.cover.problem;
    let total = 0;
    for (let i = 0; i < this.#count; i += 1) {
      const rest = this.#rests[i] ?? 0;
      if (rest >= 0) continue;
      const publisher = this.#publisher[i] ?? 0;
      const isFirst = this.#best[publisher] === i && !this.cover.hasPublisher(publisher);
      const paid = rest + (isFirst ? 0 : repeatWeight);
      if (paid >= 0) continue;
      total += paid;
      const end = this.#start[i + 1] ?? 0;
      for (let at = this.#start[i] ?? 0; at < end; at += 1) {
        const claim = this.#claims[at] ?? 0;
        this.slack[claim] = (this.slack[claim] ?? 0) - 1;
      }
    }
    return total;
  }
}
