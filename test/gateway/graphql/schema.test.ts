import { join } from 'node:path';
import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  printSchema,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../gateway/graphql/schema.ts';

const PRINTED = join(import.meta.dirname, '../../../gateway/graphql/schema.graphql');

it('is printed in schema.graphql as it is (vitest -u writes it anew)', async () => {
  await expect(`${printSchema(schema)}\n`).toMatchFileSnapshot(PRINTED);
});

it('keeps the names that programs outside rely on', () => {
  const query = schema.getQueryType()?.getFields() ?? {};
  expect(Object.keys(query).sort()).toEqual([
    'actor',
    'actors',
    'annotations',
    'answer',
    'answers',
    'answersHitBy',
    'artefact',
    'artefacts',
    'atRisk',
    'changes',
    'claim',
    'claims',
    'cluster',
    'clusters',
    'corpora',
    'coverageGap',
    'coverageGapOf',
    'coverageGaps',
    'entities',
    'entity',
    'findings',
    'ledger',
    'neighbourhood',
    'neighbours',
    'node',
    'nodes',
    'oppositions',
    'path',
    'provenance',
    'publisher',
    'publishers',
    'search',
    'section',
    'stats',
    'supersessionChain',
    'supersessionChains',
    'whatIf',
  ]);
  const findings = schema.getSubscriptionType()?.getFields().findings;
  expect(findings?.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'after: LogPosition',
    'answerIds: [ID!]',
  ]);
});

it('reads everything as of a time, or between two; ids carry theirs', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const timeless = fields.filter(({ args }) => !args.some(({ name }) => name === 'asOf' || name === 'to'));
  expect(timeless.map(({ name }) => name).sort()).toEqual(['node', 'nodes']);
});

it('gives an id to nothing that depends on a query: to nodes, and to edges, which are the same wherever they are shown', () => {
  const withId = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => type.getFields().id !== undefined && !type.getInterfaces().some(isNode));
  expect(withId.map(({ name }) => name)).toEqual(['GraphEdge']);
});

it('lets every result of a mutation fail by one interface', () => {
  const results = Object.values(schema.getMutationType()?.getFields() ?? {}).map(({ type }) =>
    getNamedType(type),
  );
  expect(results.length).toBeGreaterThan(3);
  for (const result of results) {
    const failures = isUnionType(result)
      ? result.getTypes().filter((type) => type.getInterfaces().some(({ name }) => name === 'Failure'))
      : [];
    expect(failures.map(({ name }) => name)).toContain('Refusal');
  }
});

const isNode = ({ name }: GraphQLInterfaceType) => name === 'Node';

it('describes every type, every field, every argument and every value', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !(type.name.startsWith('__') || isSpecifiedScalarType(type)),
  );
  const named = types.flatMap((type) => [{ name: type.name, of: type }, ...membersOf(type)]);
  expect(named.length).toBeGreaterThan(types.length);
  expect(named.filter(({ of }) => !of.description).map(({ name }) => name)).toEqual([]);
});

interface Named {
  readonly name: string;
  readonly of: { readonly description?: string | null | undefined };
}

/** Fields with their arguments, or values. */
function membersOf(type: GraphQLNamedType): Named[] {
  if (isEnumType(type)) return type.getValues().map((of) => ({ name: `${type.name}.${of.name}`, of }));
  const fields: Readonly<Record<string, GraphQLField<unknown, unknown> | GraphQLInputField>> =
    'getFields' in type ? type.getFields() : {};
  return Object.values(fields).flatMap((of) => {
    const name = `${type.name}.${of.name}`;
    const args = 'args' in of ? of.args.map((arg) => ({ name: `${name}(${arg.name})`, of: arg })) : [];
    return [{ name, of }, ...args];
  });
}
