/** Thrown for a policy file that breaks its schema; the message names the member at fault. */
export class TrustPolicyError extends Error {
  override readonly name = 'TrustPolicyError';
}

/** A part of a policy file with its path, for messages such as `age.free_days is not an integer from 0 to 999`. */
export interface PolicyPart {
  readonly path: string;
  readonly value: unknown;
}

/** The members of a map that has exactly these; an unknown one is refused, since it is probably misspelt. */
export function membersOf<const N extends string>(
  part: PolicyPart,
  names: readonly N[],
): Record<N, PolicyPart> {
  const record = recordOf(part);
  const unknown = Object.keys(record).find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new TrustPolicyError(`${pathOf(part, unknown)} is unknown`);
  const members = names.map((name) => [name, { path: pathOf(part, name), value: record[name] }]);
  // The type of `fromEntries` does not hold its names.
  return Object.fromEntries(members) as Record<N, PolicyPart>;
}

/** A map of free names to integers; it has no prototype, so that only listed names are found in it. */
export function integersByName(
  part: PolicyPart,
  low: number,
  high: number,
): Readonly<Record<string, number>> {
  const entries = Object.entries(recordOf(part));
  const integers: Record<string, number> = Object.create(null);
  for (const [name, value] of entries)
    integers[name] = integerOf({ path: pathOf(part, name), value }, low, high);
  return integers;
}

export function integerOf({ path, value }: PolicyPart, low: number, high: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  throw new TrustPolicyError(`${path} is not an integer from ${low} to ${high}`);
}

export function shareOf({ path, value }: PolicyPart): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new TrustPolicyError(`${path} is not a number from 0 to 1`);
}

export function textOf({ path, value }: PolicyPart): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new TrustPolicyError(`${path} is not a text`);
}

export function listOf<T>(part: PolicyPart, read: (item: PolicyPart) => T): readonly T[] {
  if (!Array.isArray(part.value)) throw new TrustPolicyError(`${part.path} is not a list`);
  return part.value.map((value: unknown, index) => read({ path: `${part.path}[${index}]`, value }));
}

function recordOf({ path, value }: PolicyPart): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new TrustPolicyError(`${path === '' ? 'the policy' : path} is not a map`);
}

function pathOf({ path }: PolicyPart, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
