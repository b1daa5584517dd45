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
  prepare(): Promise<PreparedBenchmark>;
}

export interface PreparedBenchmark extends AsyncDisposable {
  /** In the order of the table. In each round every one runs once, side by side with the others. */
  readonly contestants: readonly Contestant[];
  /** What stands beneath the table once all rounds have run, in Markdown. */
  details?(): string;
}

/** One way to do the work. */
export interface Contestant {
  readonly name: string;
  /** The contestant whose costs are the 1 of this one's ratios; null: it is compared with nothing. */
  readonly against: string | null;
  /** Does the work once and says what it cost; what it prepares before that is not counted. */
  round(number: number): Promise<Sample>;
}
