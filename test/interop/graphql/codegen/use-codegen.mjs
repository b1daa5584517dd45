/** GraphQL Code Generator: from the file and from what the running server says of itself, the same types, which tsc accepts. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import graphql from 'graphql';

const {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  validate,
} = graphql;
const here = import.meta.dirname;
const root = join(here, '../../../..');
const URL = process.env.ADDUCE_TEST_URL;
const text = (name) => readFile(join(root, name), 'utf8');

async function post(query, variables = {}) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(URL, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await response.json();
  assert.equal(errors, undefined);
  return data;
}

const CONFIG = {
  // As docs/api.md has the scalars: texts, positions that are numbers, and JSON as it comes.
  scalars: {
    ...{
      ClaimAddress: 'string',
      Date: 'string',
      DateTime: 'string',
      Duration: 'string',
      Hash: 'string',
      URL: 'string',
    },
    ...{ LogPosition: 'number', JSON: 'unknown' },
  },
  strictScalars: true,
  enumsAsTypes: true,
  useTypeImports: true,
};

let documents;
/** @type {graphql.GraphQLSchema} */
let printed;
/** @type {graphql.GraphQLSchema} */
let served;

before(async () => {
  documents = parse(await readFile(join(here, 'documents.graphql'), 'utf8'));
  printed = buildSchema(await text('gateway/graphql/schema.graphql'));
  const introspected = await post(
    getIntrospectionQuery({ specifiedByUrl: true, oneOf: true, inputValueDeprecation: true }),
  );
  served = buildClientSchema(introspected);
});

/** The types of the whole schema, and those of the documents with what they need of it: each plugin declares its own. */
async function generate(schema) {
  const sorted = printSchema(lexicographicSortSchema(schema));
  const sources = { schema: parse(sorted), schemaAst: buildSchema(sorted), config: CONFIG };
  const used = [{ location: 'documents.graphql', document: documents }];
  const types = await codegen({
    ...{ ...sources, documents: [], filename: 'schema-types.ts' },
    ...{ plugins: [{ typescript: {} }], pluginMap: { typescript } },
  });
  const operations = await codegen({
    ...{ ...sources, documents: used, filename: 'operations.ts' },
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations: typescriptOperations, documents: typedDocumentNode },
  });
  return { types, operations };
}

test('the running server describes the schema that is printed', () => {
  const [file, server] = [printed, served].map((schema) => printSchema(lexicographicSortSchema(schema)));
  assert.equal(server, file);
  assert.deepEqual(validate(served, documents), []);
});

test('types of either source are the same, and tsc holds a program to them', async () => {
  const [file, server] = await Promise.all([printed, served].map(generate));
  assert.ok(server.types === file.types && server.operations === file.operations, 'the types differ');
  await mkdir(join(here, 'dist'), { recursive: true });
  await writeFile(join(here, 'dist/schema-types.ts'), server.types);
  await writeFile(join(here, 'dist/operations.ts'), server.operations);
  const tsc = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
  const { stdout } = await promisify(execFile)(process.execPath, [join(tsc, '../bin/tsc'), '-p', here]).catch(
    (fault) => fault,
  );
  assert.equal(stdout, '');
});

test('what is typed is what the server sends', async () => {
  const only = (name) => {
    const kept = documents.definitions.filter(
      ({ kind, name: own }) => kind === 'FragmentDefinition' || own.value === name,
    );
    const used = name === 'Disputed' ? kept : kept.filter(({ kind }) => kind !== 'FragmentDefinition');
    return used.map(print).join('\n');
  };
  const { claims } = await post(only('Disputed'), { filter: { belief: ['SETTLED', 'NONE'] }, first: 3 });
  assert.equal(claims.nodes.length, 3);
  assert.equal(typeof claims.export.logSeq, 'number');
  const file = await fetch(claims.export.url);
  assert.equal((await file.text()).trimEnd().split('\r\n').length > claims.nodes.length, true);
  const { neighbourhood } = await post(only('Around'), { of: claims.nodes[0].addr, kinds: ['STATES'] });
  assert.deepEqual(
    new Set(neighbourhood.nodes.map(({ node }) => node.__typename)),
    new Set(['Claim', 'Artefact']),
  );
  const { ask } = await post(only('Ask'), { q: 'How many moons does Saturn have?', mode: 'LIGHT' });
  assert.equal(ask.__typename, 'Answer');
});
