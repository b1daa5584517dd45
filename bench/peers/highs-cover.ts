/** HiGHS, a mixed-integer solver, on the same choice of evidence: the oracle for what the least cost is. */
import loadHighs from 'highs';
import type { SelectionArtefact, SelectionInput } from '../../engine/select/evidence-set.ts';

/** What an artefact costs before its penalty. */
const ARTEFACT_COST = 1_000;

/** Asks for the least cost of a set; the answer is exact. */
export type CostOracle = (input: SelectionInput) => number;

/** Options for a proof alone: the search for good sets before it, and second starts, take half of the time. */
export const PROOF_ALONE = { mip_heuristic_effort: 0, mip_allow_restart: false } as const;

/**
 * The program is stated from the input, apart from our own reductions, so that an error there shows.
 * @param more options of the solver; by default it is as it comes
 */
export async function openCostOracle(more: Partial<typeof PROOF_ALONE> = {}): Promise<CostOracle> {
  // Its types describe the CommonJS build; what an import gives is the loader itself.
  const highs = await (loadHighs as unknown as typeof loadHighs.default)();
  return (input) => {
    const program = programOf(input);
    if (program === null) return 0;
    // A gap below one unit of cost proves an optimum of integers.
    const options = { mip_rel_gap: 0, mip_abs_gap: 0.9, output_flag: false, threads: 1, ...more } as const;
    const { Status, ObjectiveValue } = highs.solve(program, options);
    if (Status !== 'Optimal') throw new Error(`HiGHS ends as ${Status}`);
    return Math.round(ObjectiveValue);
  };
}

/**
 * In CPLEX's LP format. `x` takes an artefact, `u` says that a publisher is in the set, `z` that it supports a claim:
 * where every `x` is whole, they are whole at the least cost by themselves. Null where nothing covers anything.
 */
function programOf({ claims, artefacts, policy }: SelectionInput): string | null {
  const usable = artefacts.filter(({ independent }) => independent);
  const publishers = [...Map.groupBy(usable.entries(), ([, { publisher }]) => publisher).values()];
  const covering = claims.map(({ id }) =>
    publishers.map((own) => own.flatMap(([at, one]) => (supports(one, id, policy.minScore) ? [at] : []))),
  );
  const rows: string[] = [];
  const shares: string[] = [];
  for (const [claim, { demand }] of claims.entries()) {
    const supported = [...(covering[claim] ?? []).entries()].filter(([, own]) => own.length > 0);
    if (supported.length === 0) continue;
    const wanted = Math.min(Math.max(demand, policy.minPublishers), supported.length);
    if (wanted === 1) {
      rows.push(`${supported.flatMap(([, own]) => own.map((at) => `x${at}`)).join(' + ')} >= 1`);
      continue;
    }
    const names = supported.map(([publisher]) => `z${claim}_${publisher}`);
    rows.push(`${names.join(' + ')} >= ${wanted}`);
    for (const [publisher, own] of supported)
      rows.push(`${own.map((at) => `x${at}`).join(' + ')} - z${claim}_${publisher} >= 0`);
    shares.push(...names);
  }
  if (rows.length === 0) return null;
  for (const [publisher, own] of publishers.entries())
    rows.push(`${own.map(([at]) => `x${at}`).join(' + ')} - u${publisher} >= 0`);
  const costs = usable.map(
    ({ penalty }, at) => `${ARTEFACT_COST + penalty + policy.repeatedPublisher} x${at}`,
  );
  const spared = publishers.map((_, publisher) => `- ${policy.repeatedPublisher} u${publisher}`);
  shares.push(...publishers.map((_, publisher) => `u${publisher}`));
  return [
    'Minimize',
    ` cost: ${costs.join(' + ')} ${spared.join(' ')}`,
    'Subject To',
    ...rows.map((row, at) => ` r${at}: ${row}`),
    'Bounds',
    ...shares.map((name) => ` 0 <= ${name} <= 1`),
    'Binary',
    ...usable.map((_, at) => ` x${at}`),
    'End',
  ].join('\n');
}

function supports({ covers }: SelectionArtefact, claim: string, minScore: number): boolean {
  return covers.some((one) => one.claim === claim && one.score >= minScore);
}
