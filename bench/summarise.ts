/** From samples to the rows of a table: medians, and ratios within the round. */
import type { Measured } from './run-benchmark.ts';
import type { Sample } from './sample.ts';

/** The median over the rounds, with the lowest and the highest. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface Row {
  readonly name: string;
  /** What the costs are per: an append, a document. */
  readonly unit: string;
  /** Milliseconds per unit. */
  readonly cpu: Spread;
  readonly wall: Spread;
  readonly serverCpu: Spread | null;
  /** The other contestant's name, null where nothing is compared. */
  readonly against: string | null;
  /** This contestant's cost divided by the other's of the same round. */
  readonly cpuRatio: Spread | null;
  readonly wallRatio: Spread | null;
}

type Cost = 'cpu' | 'wall' | 'serverCpu';

/**
 * One row for each contestant and unit.
 * @throws {RangeError} for samples that do not fit together: none, or a comparison with nobody of that unit
 */
export function summarise(measured: readonly Measured[]): Row[] {
  const samplesOf = new Map(measured.map(({ contestant, samples }) => [contestant.name, samples]));
  return measured.flatMap(({ contestant, samples }) => {
    const { name, against } = contestant;
    const base = against === null ? null : (samplesOf.get(against) ?? []);
    return Object.keys(samples[0]?.done ?? {}).map((unit): Row => {
      const own = (cost: Cost) => samples.map((one) => costOf(one, cost, unit));
      const ratio = (cost: Cost) =>
        base && spread(own(cost).map((value, round) => value / costOf(sampleAt(base, round), cost, unit)));
      return {
        name,
        unit,
        cpu: spread(own('cpu')),
        wall: spread(own('wall')),
        serverCpu: samples.every(({ serverCpu }) => serverCpu !== null) ? spread(own('serverCpu')) : null,
        against,
        cpuRatio: ratio('cpu'),
        wallRatio: ratio('wall'),
      };
    });
  });
}

function sampleAt(samples: readonly Sample[], round: number): Sample {
  const found = samples[round];
  if (found === undefined) throw new RangeError(`there is no sample of round ${round + 1} to compare with`);
  return found;
}

function costOf(sample: Sample, cost: Cost, unit: string): number {
  const count = sample.done[unit];
  if (count === undefined || count <= 0) throw new RangeError(`a sample has done no ${unit}`);
  return (sample[cost] ?? 0) / count;
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[0], sorted.at(-1)];
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined || below === undefined || above === undefined) {
    throw new RangeError('there is no median of nothing');
  }
  return { median: (below + above) / 2, low, high };
}
