/** What a benchmark is made of. */
import type { Sample } from './sample.ts';

export interface Benchmark {
  /** As it is asked for: `npm run bench -- NAME`. */
  readonly name: string;
  /** What it measures, in one line. */
  readonly about: string;
  /** Rounds that count, 1 or more; one more goes before them to warm up. */
  readonly rounds: number;
  /** Makes everything that all rounds share; its disposal removes it. */
  prepare(options: BenchmarkOptions): Promise<PreparedBenchmark>;
}

/** A measurement with a table of its own, where what counts is not what work costs. */
export interface Survey extends Pick<Benchmark, 'name' | 'about'> {
  /** Markdown. */
  report(options: BenchmarkOptions): Promise<string>;
}

/** What the command line may say; each benchmark takes what concerns it. */
export interface BenchmarkOptions {
  /** Rows of a table to measure with, in the order given; empty: the benchmark's own. */
  readonly rows: readonly number[];
  /** Folder of another checkout whose program is measured; null: this one. */
  readonly server: string | null;
  readonly seconds: number | null;
  readonly claims: number | null;
  /** Parts of the names of what is chosen; empty: all. */
  readonly attacks: readonly string[];
  /** Whether a bound that is passed fails the run. */
  readonly check: boolean;
  /** The only kind of store that is measured; null: each. */
  readonly store: string | null;
  readonly minutes: number | null;
  /** Folder of an embedded store that is measured as it is, or made where it is empty, and stays; null: one that is made and removed. */
  readonly data: string | null;
}

export interface PreparedBenchmark extends AsyncDisposable {
  /** In the order of the table. In each round every one runs once, side by side with the others. */
  readonly contestants: readonly Contestant[];
  /** What stands beneath the table once all rounds have run, in Markdown. */
  details?(): string;
}

export const NO_OPTIONS: BenchmarkOptions = {
  rows: [],
  server: null,
  seconds: null,
  claims: null,
  attacks: [],
  check: false,
  store: null,
  minutes: null,
  data: null,
};

/** One way to do the work. */
export interface Contestant {
  readonly name: string;
  /** The contestant whose costs are the 1 of this one's ratios; null: it is compared with nothing. */
  readonly against: string | null;
  /** Does the work once and says what it cost; what it prepares before that is not counted. */
  round(number: number): Promise<Sample>;
}
