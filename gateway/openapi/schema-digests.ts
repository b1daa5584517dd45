/**
 * Digests of the wire's named types: a client that knows them knows that nothing has changed
 * (docs/spec/contract.md#ap-versioning).
 */
import { encodeCanonical } from '../../graph/canonical.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { referredName } from './component-schemas.ts';
import type { JsonSchema } from './open-api.ts';

/** Words about a schema rather than rules of it. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'examples', 'title']);

/**
 * By name, BLAKE3-256 in hex of the canonical CBOR of the type's schema: without its annotations, with the types that
 * it refers to in place, so that it changes exactly when the type or one that it contains does.
 * @throws {RangeError} for a type that contains itself, which has no such form
 */
export function schemaDigests(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, string>> {
  const digests = Object.entries(schemas).map(([name, schema]) => {
    return [name, blake3Hex(encodeCanonical(resolved(schema, schemas)))] as const;
  });
  return Object.fromEntries(digests);
}

/** A schema, or a list or a boolean within one. */
function resolved(schema: unknown, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => resolved(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rules } = { $ref: undefined, ...schema };
  const rest = rulesOf(rules, schemas);
  if (typeof $ref !== 'string') return rest;
  return { ...rest, $ref: resolved(schemas[referredName($ref)], schemas) };
}

function rulesOf(rules: object, schemas: Readonly<Record<string, JsonSchema>>): object {
  const kept = Object.entries(rules).filter(([keyword]) => !ANNOTATIONS.has(keyword));
  const resolvedRules = kept.map(([keyword, rule]) => [keyword, ruleOf(keyword, rule, schemas)]);
  return Object.fromEntries(resolvedRules);
}

/** Members of `properties` are named by the wire, so that one of them may be called `description`. */
function ruleOf(keyword: string, rule: unknown, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  if (keyword === 'required' && Array.isArray(rule)) return rule.toSorted();
  if (keyword !== 'properties') return resolved(rule, schemas);
  const members = Object.entries(rule as object).map(([name, member]) => [name, resolved(member, schemas)]);
  return Object.fromEntries(members);
}
