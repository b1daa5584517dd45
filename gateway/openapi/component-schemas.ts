/** The wire's named types as JSON Schemas: what the description shows and what the digests are of (contract: "Versioning"). */
import { z } from 'zod';
import type { JsonSchema } from './open-api.ts';

const PREFIX = '#/components/schemas/';

/**
 * Every type of the wire that has a name (`.meta({ id })`), sorted by it, with references to the others. It shows what
 * is sent: requests before their defaults, and responses that may have members which this version does not know.
 */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { io: 'input', uri: (name) => PREFIX + name });
  const named = Object.entries(schemas).map(([name, { $schema: _, $id: __, id: ___, ...schema }]) => {
    return [name, schema] as const;
  });
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @throws {Error} where the type has no name: every body of an operation has one */
export function nameOf(schema: z.ZodType): string {
  const name = z.globalRegistry.get(schema)?.id;
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
