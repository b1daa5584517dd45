/**
 * The wire's named types as JSON Schemas: what the description shows and what the digests are of
 * (docs/spec/contract.md#ap-versioning).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { envelope } from '../wire/envelope.ts';
import { errorResponse } from '../wire/error.ts';
import type { OperationContract } from '../wire/operation.ts';
import type { JsonSchema } from './open-api.ts';

const PREFIX = '#/components/schemas/';

/**
 * Every named type (`.meta({ id })`) that the operations send or receive, sorted by name, with references to the others.
 * It shows what is sent: requests before their defaults, and responses that may have members of a later version.
 */
export function componentSchemas(
  contracts: readonly OperationContract[],
): Readonly<Record<string, JsonSchema>> {
  const schemas = Object.assign({}, ...typesOf(contracts).map(schemasOf));
  return Object.fromEntries(Object.entries<JsonSchema>(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Makes and caches the schemas type by type, so that nobody waits for all of them; then `componentSchemas` has them. */
export async function prepareSchemas(contracts: readonly OperationContract[]): Promise<void> {
  for (const type of typesOf(contracts)) {
    schemasOf(type);
    await nextTurn();
  }
}

function typesOf(contracts: readonly OperationContract[]): z.ZodType[] {
  const bodies = contracts.flatMap(({ body, reply, refusals = {} }) => [
    ...(body === undefined ? [] : [body.schema]),
    reply.schema,
    ...Object.values(refusals),
  ]);
  return [envelope, errorResponse, ...bodies];
}

const MADE = new WeakMap<z.ZodType, Readonly<Record<string, JsonSchema>>>();

/** The type's schema, for it has a name, and those of the named types within it. */
function schemasOf(type: z.ZodType): Readonly<Record<string, JsonSchema>> {
  const known = MADE.get(type);
  if (known !== undefined) return known;
  const { $defs } = z.toJSONSchema(type, { io: 'input' });
  const schemas = JSON.parse(JSON.stringify($defs).replaceAll('"#/$defs/', `"${PREFIX}`));
  MADE.set(type, schemas);
  return schemas;
}

/** @throws {Error} where the type has no name: every body of an operation has one */
export function nameOf(type: z.ZodType): string {
  const name = z.globalRegistry.get(type)?.id;
  if (name === undefined) throw new Error('a body of an operation has a type without a name');
  return name;
}

export function referenceTo(name: string): { readonly $ref: string } {
  return { $ref: PREFIX + name };
}

/** The name in a reference to a component. */
export function referredName(reference: string): string {
  return reference.slice(PREFIX.length);
}
