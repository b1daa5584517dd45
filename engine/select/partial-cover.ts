import type { CoverProblem, Option } from './cover-problem.ts';

/** A set under construction: which options are in or out, and what each claim still wants. */
export class PartialCover {
  readonly problem: CoverProblem;
  /** Publishers still wanted for each claim. */
  readonly wanted: Int32Array;
  weight = 0;
  /** Claims that still want a publisher. */
  open: number;
  readonly #state: Int8Array;
  /** Options in the set per publisher, and per publisher and claim. */
  readonly #ofPublisher: Int32Array;
  readonly #ofPublisherClaim: Int32Array;

  constructor(problem: CoverProblem) {
    this.problem = problem;
    this.wanted = Int32Array.from(problem.demands);
    this.open = problem.demands.filter((demand) => demand > 0).length;
    this.#state = new Int8Array(problem.options.length);
    this.#ofPublisher = new Int32Array(problem.publishers);
    this.#ofPublisherClaim = new Int32Array(problem.publishers * problem.demands.length);
  }

  has(index: number): boolean {
    return this.#state[index] === 1;
  }

  /** Neither in the set nor ruled out. */
  isFree(index: number): boolean {
    return this.#state[index] === 0;
  }

  hasPublisher(publisher: number): boolean {
    return (this.#ofPublisher[publisher] ?? 0) > 0;
  }

  /** Whether taking the option would bring the claim a publisher that it still wants. */
  helps(option: Option, claim: number): boolean {
    return (this.wanted[claim] ?? 0) > 0 && this.#ofPublisherClaim[this.#cell(option, claim)] === 0;
  }

  /** What taking the option adds to the weight. */
  weightOf(option: Option): number {
    return option.weight + (this.hasPublisher(option.publisher) ? this.problem.repeatWeight : 0);
  }

  chosen(): number[] {
    return this.problem.options.flatMap((_, index) => (this.has(index) ? [index] : []));
  }

  take(index: number): void {
    const option = this.#option(index);
    this.weight += this.weightOf(option);
    this.#state[index] = 1;
    this.#count(option.publisher, 1);
    for (const claim of option.claims) {
      if (this.#countCell(option, claim, 1) === 1) this.#want(claim, -1);
    }
  }

  putBack(index: number): void {
    const option = this.#option(index);
    this.#state[index] = 0;
    this.#count(option.publisher, -1);
    this.weight -= this.weightOf(option);
    for (const claim of option.claims) {
      if (this.#countCell(option, claim, -1) === 0) this.#want(claim, 1);
    }
  }

  ruleOut(index: number): void {
    this.#state[index] = -1;
  }

  allow(index: number): void {
    this.#state[index] = 0;
  }

  #option(index: number): Option {
    const option = this.problem.options[index];
    if (option === undefined) throw new RangeError(`no option ${index}`);
    return option;
  }

  #cell(option: Option, claim: number): number {
    return option.publisher * this.problem.demands.length + claim;
  }

  #count(publisher: number, step: number): void {
    this.#ofPublisher[publisher] = (this.#ofPublisher[publisher] ?? 0) + step;
  }

  #countCell(option: Option, claim: number, step: number): number {
    const cell = this.#cell(option, claim);
    const count = (this.#ofPublisherClaim[cell] ?? 0) + step;
    this.#ofPublisherClaim[cell] = count;
    return count;
  }

  /** `wanted` may fall below zero: a claim may have more publishers than it asked for. */
  #want(claim: number, step: number): void {
    const before = this.wanted[claim] ?? 0;
    const after = before + step;
    this.wanted[claim] = after;
    if (before > 0 && after <= 0) this.open -= 1;
    if (before <= 0 && after > 0) this.open += 1;
  }
}
