import type {
  SelectionArtefact,
  SelectionDropReason,
  SelectionInput,
  UncoveredClaim,
} from './evidence-set.ts';

const MAX_CLAIMS = 256;
const MAX_ARTEFACTS = 2_048;
export const MAX_DEMAND = 16;
export const MAX_PENALTY = 999;
/** What an artefact costs before its penalty: one more artefact outweighs any one penalty. */
const ARTEFACT_COST = 1_000;
/** More than the artefacts of any set: weights are cost × this + count, so that equal costs prefer fewer. */
export const COUNT_RANGE = 4_096;

/** A usable artefact: integer weight, and the claims that it covers as ascending indexes. */
export interface Option {
  readonly id: string;
  readonly hash: string;
  /** Index of the publisher. */
  readonly publisher: number;
  readonly weight: number;
  readonly claims: readonly number[];
}

/** A weighted cover problem over indexes; options are in hash order. */
export interface CoverProblem {
  /** Publishers wanted for each claim; 0 where no option covers it. */
  readonly demands: readonly number[];
  readonly options: readonly Option[];
  /** Options that cover each claim, ascending. */
  readonly covering: readonly (readonly number[])[];
  readonly publishers: number;
  /** Weight of each further option of one publisher. */
  readonly repeatWeight: number;
}

export interface ReducedInput {
  readonly problem: CoverProblem;
  readonly dropped: ReadonlyMap<string, SelectionDropReason>;
  readonly uncovered: readonly UncoveredClaim[];
}

/** The cost of a weight: the weight without the count that breaks ties. */
export function costOf(weight: number): number {
  return Math.floor(weight / COUNT_RANGE);
}

/** The weight of a set of distinct options. */
export function weightOf(problem: CoverProblem, options: Iterable<number>): number {
  const publishers = new Set<number>();
  let weight = 0;
  for (const index of options) {
    const option = problem.options[index];
    if (option === undefined) continue;
    weight += option.weight + (publishers.has(option.publisher) ? problem.repeatWeight : 0);
    publishers.add(option.publisher);
  }
  return weight;
}

/**
 * Turns the input into indexes and leaves out what no minimal set needs.
 * @throws {RangeError} when a size, demand or penalty is out of its bounds, or an id occurs twice
 */
export function reduceInput(input: SelectionInput): ReducedInput {
  checkBounds(input);
  const dropped = new Map<string, SelectionDropReason>();
  const claims = new Map(input.claims.map(({ id }, index) => [id, index]));
  const publishers = new Map<string, number>();
  const options: Option[] = [];
  for (const artefact of input.artefacts.toSorted(byHash)) {
    const covered = coveredClaims(artefact, claims, input.policy.minScore);
    if (!artefact.independent) dropped.set(artefact.id, 'not_independent');
    else if (covered.length === 0) dropped.set(artefact.id, 'no_cover');
    else options.push(optionOf(artefact, covered, publishers));
  }
  const kept = options.filter((option) => !options.some((other) => dominates(other, option)));
  for (const { id } of options) dropped.set(id, 'dominated');
  for (const { id } of kept) dropped.delete(id);
  return { ...indexed(input, kept, publishers.size), dropped };
}

function checkBounds({ claims, artefacts, policy }: SelectionInput): void {
  const inRange = (value: number, low: number, high: number) =>
    Number.isInteger(value) && value >= low && value <= high;
  const demands = [policy.minPublishers, ...claims.map(({ demand }) => demand)];
  const penalties = [policy.repeatedPublisher, ...artefacts.map(({ penalty }) => penalty)];
  if (claims.length > MAX_CLAIMS) throw new RangeError(`more than ${MAX_CLAIMS} claims`);
  if (artefacts.length > MAX_ARTEFACTS) throw new RangeError(`more than ${MAX_ARTEFACTS} artefacts`);
  if (!demands.every((demand) => inRange(demand, 1, MAX_DEMAND)))
    throw new RangeError('a demand is out of bounds');
  if (!penalties.every((one) => inRange(one, 0, MAX_PENALTY)))
    throw new RangeError('a penalty is out of bounds');
  if (new Set(claims.map(({ id }) => id)).size < claims.length) throw new RangeError('a claim occurs twice');
  if (new Set(artefacts.map(({ id }) => id)).size < artefacts.length)
    throw new RangeError('an artefact occurs twice');
}

type Named = Pick<SelectionArtefact, 'id' | 'hash'>;

/** Two artefacts may hold the same bytes: then their ids decide. */
function byHash(a: Named, b: Named): number {
  if (a.hash !== b.hash) return a.hash < b.hash ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function coveredClaims(
  { covers }: SelectionArtefact,
  claims: ReadonlyMap<string, number>,
  minScore: number,
): number[] {
  const covered = covers.filter(({ score }) => score >= minScore).map(({ claim }) => claims.get(claim));
  return [...new Set(covered)].filter((claim) => claim !== undefined).sort((a, b) => a - b);
}

function optionOf(
  { id, hash, publisher, penalty }: SelectionArtefact,
  claims: readonly number[],
  publishers: Map<string, number>,
): Option {
  const index = publishers.get(publisher) ?? publishers.size;
  publishers.set(publisher, index);
  return { id, hash, publisher: index, weight: (ARTEFACT_COST + penalty) * COUNT_RANGE + 1, claims };
}

/** Of one publisher, an option that covers as much for less, or for as much under an earlier hash, is enough. */
function dominates(better: Option, option: Option): boolean {
  if (better === option || better.publisher !== option.publisher || better.weight > option.weight)
    return false;
  if (better.weight === option.weight && byHash(better, option) > 0) return false;
  return option.claims.every((claim) => better.claims.includes(claim));
}

function indexed({ claims, policy }: SelectionInput, options: readonly Option[], publishers: number) {
  const covering = claims.map((_, claim) =>
    options.flatMap((option, index) => (option.claims.includes(claim) ? [index] : [])),
  );
  const uncovered: UncoveredClaim[] = [];
  const demands = claims.map(({ id, demand }, claim) => {
    const wanted = Math.max(demand, policy.minPublishers);
    const available = new Set(covering[claim]?.map((index) => options[index]?.publisher)).size;
    if (available < wanted) uncovered.push({ claim: id, demand: wanted, available });
    return Math.min(wanted, available);
  });
  const repeatWeight = policy.repeatedPublisher * COUNT_RANGE;
  return { problem: { demands, options, covering, publishers, repeatWeight }, uncovered };
}
