import { chooseEvidenceSet } from '../../engine/select/choose-evidence-set.ts';
import type { SelectedSet } from '../../engine/select/evidence-set.ts';
import type { Benchmark, Contestant } from '../benchmark.ts';
import { openCostOracle } from '../peers/highs-cover.ts';
import { sample } from '../sample.ts';
import { selectionInstance } from '../selection-instances.ts';

const ROUNDS = 25;
const PER_ROUND = 10;
const LARGEST = { claims: 30, artefacts: 300 };
const MICROSECONDS_PER_MS = 1_000;

/** What became of the instances, by seed; the CPU of each in ms. */
interface Outcome {
  readonly set: SelectedSet;
  readonly cpu: number;
}

/** Minimal evidence sets of random instances, against HiGHS: whether they are the least, and what they cost. */
export const selectBenchmark: Benchmark = {
  name: 'select',
  about: 'minimal evidence sets of random instances up to 30 claims × 300 artefacts, ours and by HiGHS',
  rounds: ROUNDS,
  async prepare() {
    const leastCost = await openCostOracle();
    const outcomes = new Map<number, Outcome>();
    const least = new Map<number, number>();
    const contestants = [
      contestant('HiGHS', null, (seed) => least.set(seed, leastCost(selectionInstance(seed, LARGEST)))),
      contestant('ours', 'HiGHS', (seed) => outcomes.set(seed, choose(seed))),
    ];
    return { contestants, [Symbol.asyncDispose]: async () => report(outcomes, least) };
  },
};

function contestant(name: string, against: string | null, solve: (seed: number) => void): Contestant {
  const round = (number: number) =>
    sample(null, async () => {
      for (let at = 0; at < PER_ROUND; at += 1) solve(number * PER_ROUND + at);
      return { set: PER_ROUND };
    });
  return { name, against, round };
}

function choose(seed: number): Outcome {
  const instance = selectionInstance(seed, LARGEST);
  const before = process.cpuUsage();
  const set = chooseEvidenceSet(instance);
  const { user, system } = process.cpuUsage(before);
  return { set, cpu: (user + system) / MICROSECONDS_PER_MS };
}

/** @throws {Error} where a set that is called proved is not the least */
function report(outcomes: ReadonlyMap<number, Outcome>, least: ReadonlyMap<number, number>): void {
  const proved = [...outcomes].filter(([, { set }]) => set.optimality === 'proved');
  const wrong = proved.filter(([seed, { set }]) => set.cost !== least.get(seed));
  if (wrong.length > 0) throw new Error(`not the least: ${wrong.map(([seed]) => seed).join(', ')}`);
  const cpu = [...outcomes.values()].map((one) => one.cpu).sort((a, b) => a - b);
  const at = (share: number) => `${(cpu[Math.ceil(share * cpu.length) - 1] ?? 0).toFixed(0)} ms`;
  console.log(`proved ${proved.length} of ${outcomes.size}, each at the cost that HiGHS found.`);
  console.log(`CPU of one set: median ${at(0.5)}, 95 of 100 within ${at(0.95)}, worst ${at(1)}.`);
}
