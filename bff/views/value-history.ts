/** The values that documents gave for one thing, in the order of their time. Pure. */
import { z } from 'zod';

/** What one document states. */
export interface StatedValue {
  /** For people: `274`, `euro`. */
  readonly value: string;
  /** Where the value is a number. */
  readonly number: number | null;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly text: string;
}

/** From this time on documents gave this value. */
export const valueRun = z.object({
  value: z.string(),
  number: z.number().nullable(),
  /** When a document first stated it, RFC 3339 UTC. */
  from: z.string(),
  /** The words of that document. */
  text: z.string(),
  /** How many statements say so before the next value. */
  statements: z.int().min(1),
});
export type ValueRun = z.infer<typeof valueRun>;

/**
 * Runs of equal values. One late statement of a value that was replaced before it is no return to that value: it is
 * left out where the statements go on as before.
 * @param stated in the order of `at`
 */
export function runsOf(stated: readonly StatedValue[]): readonly ValueRun[] {
  const runs = instantsOf(stated).reduce(withInstant, NONE);
  return runs.filter((run, index) => !isEcho(runs, run, index)).reduce(joined, NONE);
}

const NONE: readonly ValueRun[] = [];

/** Statements of one instant have no order of their own. */
function instantsOf(stated: readonly StatedValue[]): readonly (readonly StatedValue[])[] {
  return [...Map.groupBy(stated, ({ at }) => at).values()];
}

/** What goes on as before comes first. */
function withInstant(runs: readonly ValueRun[], stated: readonly StatedValue[]): readonly ValueRun[] {
  const last = runs.at(-1)?.value;
  const same = stated.filter(({ value }) => value === last);
  const others = stated.filter(({ value }) => value !== last);
  const sorted = others.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  return [...same, ...sorted].reduce(withStatement, runs);
}

function withStatement(
  runs: readonly ValueRun[],
  { value, number, at, text }: StatedValue,
): readonly ValueRun[] {
  return joined(runs, { value, number, from: at, text, statements: 1 });
}

function joined(runs: readonly ValueRun[], next: ValueRun): readonly ValueRun[] {
  const last = runs.at(-1);
  if (last === undefined || last.value !== next.value) return [...runs, next];
  return [...runs.slice(0, -1), { ...last, statements: last.statements + next.statements }];
}

function isEcho(runs: readonly ValueRun[], { value, statements }: ValueRun, index: number): boolean {
  if (statements > 1 || runs[index - 1]?.value !== runs[index + 1]?.value) return false;
  return runs.slice(0, Math.max(0, index)).some((before) => before.value === value);
}
