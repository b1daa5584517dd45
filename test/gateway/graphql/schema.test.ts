import { join } from 'node:path';
import { type GraphQLArgument, isSpecifiedScalarType, printSchema } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../gateway/graphql/schema.ts';

const PRINTED = join(import.meta.dirname, '../../../gateway/graphql/schema.graphql');

it('is printed in schema.graphql as it is (vitest -u writes it anew)', async () => {
  await expect(`${printSchema(schema)}\n`).toMatchFileSnapshot(PRINTED);
});

it('keeps the names that programs outside rely on', () => {
  const query = schema.getQueryType()?.getFields() ?? {};
  expect(Object.keys(query).sort()).toEqual([
    'annotations',
    'answer',
    'answers',
    'answersHitBy',
    'artefact',
    'artefacts',
    'claim',
    'claims',
    'corpora',
    'findings',
    'neighbourhood',
    'neighbours',
    'node',
    'nodes',
    'path',
    'provenance',
    'search',
    'stats',
    'stub',
    'stubOf',
    'stubs',
    'supersessionChain',
    'whatIf',
  ]);
  const findings = schema.getSubscriptionType()?.getFields().findings;
  expect(findings?.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'after: Int',
    'answerIds: [ID!]',
  ]);
});

/** Relay's own (https://relay.dev/graphql/connections.htm). */
const OF_RELAY = /^(?:PageInfo|\w+(?:Connection|Edge))$/;
const PAGING: ReadonlySet<string> = new Set(['first', 'last', 'after', 'before']);

it('describes every type and every argument but those of Relay', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !(type.name.startsWith('__') || OF_RELAY.test(type.name) || isSpecifiedScalarType(type)),
  );
  const undescribed = types.filter(({ description }) => !description).map(({ name }) => name);
  const fields = types.flatMap((type) => ('getFields' in type ? Object.values(type.getFields()) : []));
  const args = fields.flatMap((field) => {
    const own: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
    return own.map((arg) => ({ field, arg }));
  });
  const unsaid = args
    .filter(({ arg }) => !arg.description && !PAGING.has(arg.name))
    .map(({ field, arg }) => `${field.name}(${arg.name})`);
  // Those of Relay's own fields are its library's.
  expect([...undescribed, ...unsaid]).toEqual(['node(id)', 'nodes(ids)']);
});
