import { join } from 'node:path';
import { printSchema } from 'graphql';
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
    'supersessionChain',
    'whatIf',
  ]);
  const findings = schema.getSubscriptionType()?.getFields().findings;
  expect(findings?.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'after: Int',
    'answerIds: [ID!]',
  ]);
});
