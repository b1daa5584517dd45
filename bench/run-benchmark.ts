import type { Benchmark, BenchmarkOptions, Contestant } from './benchmark.ts';
import type { Sample } from './sample.ts';

/** A contestant with its samples, one a round. */
export interface Measured {
  readonly contestant: Contestant;
  readonly samples: readonly Sample[];
}

export interface BenchmarkRun {
  readonly measured: readonly Measured[];
  /** Markdown, null where the benchmark has nothing to add. */
  readonly details: string | null;
}

/**
 * Runs the contestants in turns, each round beginning with another one: a load that comes and goes hits all alike,
 * and nobody always runs in the wake of the same neighbour.
 */
export async function runBenchmark(benchmark: Benchmark, options: BenchmarkOptions): Promise<BenchmarkRun> {
  await using prepared = await benchmark.prepare(options);
  const { contestants } = prepared;
  const samples = new Map<Contestant, Sample[]>(contestants.map((one) => [one, []]));
  // Round 0 warms up.
  for (let round = 0; round <= benchmark.rounds; round++) {
    for (const contestant of inTurn(contestants, round)) {
      const taken = await contestant.round(round);
      if (round > 0) samples.get(contestant)?.push(taken);
    }
  }
  const measured = contestants.map((contestant) => ({ contestant, samples: samples.get(contestant) ?? [] }));
  return { measured, details: prepared.details?.() ?? null };
}

function inTurn(contestants: readonly Contestant[], round: number): Contestant[] {
  const first = round % contestants.length;
  return [...contestants.slice(first), ...contestants.slice(0, first)];
}
