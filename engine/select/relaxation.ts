import type { PartialCover } from './partial-cover.ts';

export interface Evaluation {
  readonly value: number;
  readonly reduced: Float64Array;
  /** Publishers still wanted less options that entered, per claim: whether its price is too low or too high. */
  readonly slack: Float64Array;
}

/** The relaxed problem at one node of the search: only free options, and of them only the claims that they help. */
export interface Relaxation {
  readonly open: readonly number[];
  evaluate(prices: Float64Array): Evaluation;
}

/** Flat arrays, since this is the inner loop: an evaluation passes over them several hundred thousand times. */
interface FreeOptions {
  readonly index: Int32Array;
  readonly weight: Float64Array;
  readonly publisher: Int32Array;
  /** The helped claims of the option at `i` are `claims[start[i]]` up to `claims[start[i + 1]]`. */
  readonly start: Int32Array;
  readonly claims: Int32Array;
}

/** Fixes the state of a partial cover; it must not change while the relaxation is in use. */
export function relax(cover: PartialCover): Relaxation {
  const open = openClaims(cover);
  const free = freeOptions(cover);
  return { open, evaluate: (prices) => evaluate(cover, open, free, prices) };
}

function openClaims({ wanted }: PartialCover): number[] {
  const open: number[] = [];
  for (let claim = 0; claim < wanted.length; claim += 1) if ((wanted[claim] ?? 0) > 0) open.push(claim);
  return open;
}

function freeOptions(cover: PartialCover): FreeOptions {
  const { options } = cover.problem;
  const index: number[] = [];
  const claims: number[] = [];
  const start: number[] = [0];
  for (const [position, option] of options.entries()) {
    if (!cover.isFree(position)) continue;
    const before = claims.length;
    for (const claim of option.claims) if (cover.helps(option, claim)) claims.push(claim);
    if (claims.length === before) continue;
    index.push(position);
    start.push(claims.length);
  }
  return {
    index: Int32Array.from(index),
    weight: Float64Array.from(index, (position) => options[position]?.weight ?? 0),
    publisher: Int32Array.from(index, (position) => options[position]?.publisher ?? 0),
    start: Int32Array.from(start),
    claims: Int32Array.from(claims),
  };
}

function evaluate(
  cover: PartialCover,
  open: readonly number[],
  free: FreeOptions,
  prices: Float64Array,
): Evaluation {
  const slack = new Float64Array(prices.length);
  let value = cover.weight;
  for (const claim of open) {
    const wanted = cover.wanted[claim] ?? 0;
    slack[claim] = wanted;
    value += wanted * (prices[claim] ?? 0);
  }
  const rests = restsAfterPay(free, prices);
  const reduced = new Float64Array(cover.problem.options.length);
  for (let i = 0; i < rests.length; i += 1) reduced[free.index[i] ?? 0] = rests[i] ?? 0;
  return { value: value + enterOptions(cover, free, rests, slack), reduced, slack };
}

function restsAfterPay({ weight, start, claims }: FreeOptions, prices: Float64Array): Float64Array {
  const rests = new Float64Array(weight.length);
  for (let i = 0; i < weight.length; i += 1) {
    let rest = weight[i] ?? 0;
    const end = start[i + 1] ?? 0;
    for (let at = start[i] ?? 0; at < end; at += 1) rest -= prices[claims[at] ?? 0] ?? 0;
    rests[i] = rest;
  }
  return rests;
}

/** Enters what pays: the best option of a publisher not in the set at its weight, each other with the surcharge. */
function enterOptions(
  cover: PartialCover,
  free: FreeOptions,
  rests: Float64Array,
  slack: Float64Array,
): number {
  const { repeatWeight, publishers } = cover.problem;
  const best = new Int32Array(publishers).fill(-1);
  for (let i = 0; i < rests.length; i += 1) {
    const rest = rests[i] ?? 0;
    const publisher = free.publisher[i] ?? 0;
    const rival = best[publisher] ?? -1;
    if (rest < 0 && (rival === -1 || rest < (rests[rival] ?? 0))) best[publisher] = i;
  }
  let total = 0;
  for (let i = 0; i < rests.length; i += 1) {
    const rest = rests[i] ?? 0;
    if (rest >= 0) continue;
    const publisher = free.publisher[i] ?? 0;
    const surcharge = best[publisher] === i && !cover.hasPublisher(publisher) ? 0 : repeatWeight;
    if (rest + surcharge >= 0) continue;
    total += rest + surcharge;
    const end = free.start[i + 1] ?? 0;
    for (let at = free.start[i] ?? 0; at < end; at += 1) {
      const claim = free.claims[at] ?? 0;
      slack[claim] = (slack[claim] ?? 0) - 1;
    }
  }
  return total;
}
