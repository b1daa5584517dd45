import type { CoverProblem } from './cover-problem.ts';
import { PartialCover } from './partial-cover.ts';

/** Rounds of the local search; each one lowers the weight. */
const MAX_ROUNDS = 64;
/** Options of a cover of which pairs are exchanged too: there are half its square of them. */
const MAX_PAIRED = 100;

/**
 * A good cover to start from: greedy by weight for each publisher gained, then improved by exchanges.
 * @param prices what each claim is worth (see `lagrangian-bound.ts`): they are taken off the weights
 */
export function greedyCover(problem: CoverProblem, prices: Float64Array): number[] {
  const cover = new PartialCover(problem);
  while (cover.open > 0) cover.take(bestGain(cover, prices));
  dropRedundant(cover);
  for (let round = 0; round < MAX_ROUNDS && exchangeOne(cover); round += 1) dropRedundant(cover);
  return cover.chosen();
}

function bestGain(cover: PartialCover, prices: Float64Array): number {
  let best = -1;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const [index, option] of cover.problem.options.entries()) {
    if (!cover.isFree(index)) continue;
    let gained = 0;
    let rest = cover.weightOf(option);
    for (const claim of option.claims) {
      if (!cover.helps(option, claim)) continue;
      gained += 1;
      rest -= prices[claim] ?? 0;
    }
    if (gained === 0) continue;
    // Among options that cost nothing after prices, the one that gains most; of equals the earlier hash.
    const score = rest > 0 ? rest / gained : rest * gained;
    if (score < bestScore) [best, bestScore] = [index, score];
  }
  return best;
}

/** A cover without the options that it can do without, the heaviest going first. */
export function withoutRedundant(problem: CoverProblem, options: Iterable<number>): number[] {
  const cover = new PartialCover(problem);
  for (const index of options) cover.take(index);
  dropRedundant(cover);
  return cover.chosen();
}

function dropRedundant(cover: PartialCover): void {
  const { options } = cover.problem;
  const byWeight = cover
    .chosen()
    .sort((a, b) => (options[b]?.weight ?? 0) - (options[a]?.weight ?? 0) || b - a);
  for (const index of byWeight) {
    cover.putBack(index);
    if (cover.open > 0) cover.take(index);
  }
}

/** Replaces one or two options by one that costs less; false when no exchange helps. */
function exchangeOne(cover: PartialCover): boolean {
  const chosen = cover.chosen();
  const before = cover.weight;
  const paired = chosen.length <= MAX_PAIRED ? chosen : [];
  for (const [position, first] of chosen.entries()) {
    cover.putBack(first);
    for (const second of [null, ...paired.slice(position + 1)]) {
      if (second !== null) cover.putBack(second);
      if (takeCheaper(cover, before)) return true;
      if (second !== null) cover.take(second);
    }
    cover.take(first);
  }
  return false;
}

function takeCheaper(cover: PartialCover, limit: number): boolean {
  const { options, covering } = cover.problem;
  const claim = cover.wanted.findIndex((wanted) => wanted > 0);
  for (const index of covering[claim] ?? []) {
    const option = options[index];
    if (option === undefined || !cover.isFree(index) || cover.weight + cover.weightOf(option) >= limit)
      continue;
    cover.take(index);
    if (cover.open === 0) return true;
    cover.putBack(index);
  }
  return false;
}
