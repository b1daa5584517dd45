import {
  execute,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileQuery } from '../../../../gateway/graphql/compiled/compile-query.ts';
import type { GraphqlContext } from '../../../../gateway/graphql/context.ts';

/** A tree of boxes: what stands at its fields is what a resolver gives, whatever the schema says. */
interface Box {
  readonly kind?: 'Big' | 'Small' | 'Other';
  readonly [field: string]: unknown;
}

/** Keys of the calls that loaded boxes. */
let calls: (readonly string[])[];
let boxes: Map<string, Box>;
let root: Box;
const rejections: unknown[] = [];
const heard = (reason: unknown) => rejections.push(reason);

beforeEach(() => {
  calls = [];
  boxes = new Map();
  root = {};
  rejections.length = 0;
  process.on('unhandledRejection', heard);
});
afterEach(async () => {
  // Node tells of them behind the turn in which they came to be.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', heard);
  expect(rejections).toEqual([]);
});

async function load(keys: readonly string[]): Promise<(Box | null)[]> {
  calls.push(keys);
  return keys.map((key) => boxes.get(key) ?? null);
}

/** A resolver may give a promise, or throw. */
function given(parent: unknown, name: string): unknown {
  const value = (parent as Box)[name];
  return typeof value === 'function' ? value() : value;
}

const Size = new GraphQLEnumType({ name: 'Size', values: { LITTLE: { value: 1 }, MUCH: { value: 2 } } });
const Options = new GraphQLInputObjectType({
  name: 'Options',
  fields: { deep: { type: GraphQLInt, defaultValue: 3 }, words: { type: new GraphQLList(GraphQLString) } },
});
const Named = new GraphQLInterfaceType({
  name: 'Named',
  fields: { name: { type: GraphQLString } },
  resolveType: (value: Box) => (value.kind === 'Small' ? 'Small' : Promise.resolve(value.kind ?? 'Big')),
});
const Big: GraphQLObjectType = new GraphQLObjectType({
  name: 'Big',
  interfaces: [Named],
  extensions: { loadKeys: load },
  fields: () => ({
    name: { type: GraphQLString },
    must: { type: new GraphQLNonNull(GraphQLString) },
    count: { type: GraphQLInt },
    share: { type: GraphQLFloat },
    is: { type: GraphQLBoolean },
    size: { type: Size },
    tags: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
    table: { type: new GraphQLList(new GraphQLList(GraphQLInt)) },
    small: { type: Small, resolve: (parent) => given(parent, 'small') },
    next: { type: Big, resolve: (parent) => givenBig(parent, 'next') },
    nexts: { type: new GraphQLList(Big), resolve: (parent) => givenBig(parent, 'nexts') },
    sure: { type: new GraphQLNonNull(Big), resolve: (parent) => givenBig(parent, 'sure') },
    named: { type: new GraphQLList(Named), resolve: (parent) => given(parent, 'named') },
    either: { type: Either, resolve: (parent) => given(parent, 'either') },
    echo: {
      type: GraphQLString,
      args: {
        a: { type: GraphQLInt, defaultValue: 7 },
        b: { type: GraphQLString },
        must: { type: new GraphQLNonNull(GraphQLString), defaultValue: 'there' },
        size: { type: Size },
        options: { type: Options },
        list: { type: new GraphQLList(GraphQLID) },
      },
      resolve: (_, args) => JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }),
});
const Small = new GraphQLObjectType({
  name: 'Small',
  interfaces: [Named],
  fields: { name: { type: GraphQLString }, text: { type: GraphQLString } },
});
const Either = new GraphQLUnionType({
  name: 'Either',
  types: [Big, Small],
  resolveType: (value: Box) => value.kind ?? 'Big',
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Root',
    fields: {
      box: { type: Big, resolve: () => root },
      other: { type: Big, resolve: () => givenBig(root, 'other') },
    },
  }),
});

/** For the library's own execution keys are already items. */
let isByKeys = true;
function givenBig(parent: unknown, name: string): unknown {
  const value = given(parent, name);
  return isByKeys ? value : itemOf(value);
}
function itemOf(value: unknown): unknown {
  if (value instanceof Promise) return value.then(itemOf);
  if (Array.isArray(value)) return value.map(itemOf);
  return typeof value === 'string' ? (boxes.get(value) ?? null) : value;
}

async function compiled(query: string, variables: Record<string, unknown> = {}): Promise<string> {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const { coerced } = getVariableValues(schema, definitions, variables);
  isByKeys = true;
  // The boxes need nothing of it.
  return (await compileQuery(schema, document, null)?.({} as GraphqlContext, coerced ?? {})) ?? '';
}

/** As graphql-js executes it. */
async function expectSame(query: string, variables: Record<string, unknown> = {}): Promise<void> {
  const text = await compiled(query, variables);
  isByKeys = false;
  const { data, errors } = await execute({ schema, document: parse(query), variableValues: variables });
  expect(errors).toBeUndefined();
  expect(text).toBe(JSON.stringify(data));
}

describe('a compiled query', () => {
  it.each([
    ['text of any kind', { name: '"\\\u0000\u2028𝔘\ud800', tags: ['', '"', '\n'] }, 'name tags'],
    ['numbers', { count: -0, share: 1e-9 }, 'count share'],
    ['a number given as a word', { count: '12', share: '1.5' }, 'count share'],
    ['names of values', { size: 2 }, 'size'],
    [
      'nothing',
      { name: null, tags: null, small: null, next: null, named: null },
      'name tags small { text } next { name } named { name }',
    ],
    ['what is not there', {}, 'name count is size tags small { text } nexts { name } either { __typename }'],
    ['empty lists', { tags: [], nexts: [], named: [] }, 'tags nexts { name } named { name }'],
    ['lists in lists', { table: [[1, null], null, [], [2]] }, 'table'],
    ['lists with gaps', { named: [null, { kind: 'Small', name: 'a' }, null] }, 'named { name }'],
    ['any iterable', { tags: new Set(['a', 'b']) }, 'tags'],
    [
      'types one by one',
      {
        named: [
          { kind: 'Small', name: 's', text: 't' },
          { kind: 'Big', name: 'b', count: 1 },
          { kind: 'Small', text: 'u' },
        ],
      },
      'named { __typename name ... on Small { text } ... on Big { count } }',
    ],
    [
      'one of a union',
      { either: { kind: 'Small', text: 'x' } },
      'either { ... on Small { text } ... on Big { name } }',
    ],
    [
      'one of a union of which nothing is asked',
      { either: { kind: 'Big' } },
      'either { ... on Small { text } }',
    ],
    [
      'several of which only some are asked for something',
      {
        named: [
          { kind: 'Small', text: 't' },
          { kind: 'Big', name: 'b' },
        ],
      },
      'named { ... on Small { text } }',
    ],
    [
      'a selection in parts',
      { small: { name: 'n', text: 't' } },
      'small { name } ... on Big { small { text } } ...part',
    ],
    [
      'promises',
      {
        tags: [Promise.resolve('a'), 'b'],
        small: () => Promise.resolve({ text: 'x' }),
      },
      'tags small { text }',
    ],
  ])('writes %s as graphql-js does', async (_, given, selection) => {
    root = given;
    const part = selection.includes('...part') ? 'fragment part on Big { small { n: name } }' : '';
    await expectSame(`{ box { ${selection} } } ${part}`);
  });

  it.each([
    ['echo', {}],
    ['echo(a: 1, b: "x", must: "y", size: MUCH, options: { deep: 1, words: "one" }, list: [1, "b"])', {}],
    ['echo(a: null, b: null)', {}],
    ['echo(a: $a, b: $b)', { a: 5, b: 'x' }],
    ['echo(a: $a, b: $b)', { a: null }],
    ['echo(a: $a, b: $b)', {}],
    ['echo(must: $must)', { must: 'x' }],
    ['echo(must: $must)', {}],
    ['echo(b: "$", options: { words: [$b] }, list: [1, "c"])', { b: 'x' }],
    ['echo(b: "$", options: { words: [$b] })', {}],
    ['echo(size: $size, a: 2)', { size: 'LITTLE' }],
    ['echo(list: $list, options: $options)', { list: 3, options: { words: 'w' } }],
  ])('gives a resolver its arguments: %s with %j', async (field, variables) => {
    const types = { a: 'Int', b: 'String', must: 'String', size: 'Size', list: '[ID]', options: 'Options' };
    const declared = Object.entries(types)
      .filter(([name]) => new RegExp(`\\$${name}\\b`).test(field))
      // A default makes it fit where no null may be.
      .map(([name, type]) => `$${name}: ${type}${name === 'must' ? ' = "else"' : ''}`);
    await expectSame(
      `query Asked${declared.length === 0 ? '' : `(${declared.join(', ')})`} { box { ${field} } }`,
      variables,
    );
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'gives a resolver no $%s that nobody gave',
    async (name) => {
      const query = `query Asked($${name}: String, $b: Int) { box { echo(b: $${name}, a: $b) } }`;
      await expectSame(query);
      await expectSame(query, Object.fromEntries([[name, 'x']]));
      await expectSame(query, { b: 1 });
    },
  );

  it('rejects where a variable is null for an argument that may not be', async () => {
    const query = 'query Asked($must: String = "else") { box { echo(must: $must) } }';
    await expect(compiled(query, { must: null })).rejects.toThrow(/must not be null/);
  });

  it.each([
    ['a field', { name: 'n' }, 'must'],
    ['an item of a list', { tags: ['a', null] }, 'tags'],
    ['an item that is loaded', { sure: 'none' }, 'sure { name }'],
    ['a number that is none', { count: 'x' }, 'count'],
    ['a value without a name', { size: 3 }, 'size'],
    ['an item of no type', { named: [{ kind: 'Other' }] }, 'named { name }'],
    ['a property that is a promise', { name: Promise.resolve('x') }, 'name'],
    ['a property that is a function', { name: () => 'x' }, 'name'],
    ['a list that is none', { tags: 5 }, 'tags'],
    ['a word in place of a list', { tags: 'word' }, 'tags'],
  ])('rejects at a null or a value that the schema has not: %s', async (_, given, selection) => {
    root = given;
    await expect(compiled(`{ box { ${selection} } }`)).rejects.toThrow();
  });
});

describe('keys of a level', () => {
  const chain = (...names: readonly string[]) => {
    for (const [index, name] of names.entries()) boxes.set(name, { name, next: names[index + 1] ?? null });
  };

  it('are loaded by one call, each once, however often it stands there', async () => {
    chain('a', 'b', 'c');
    root = { nexts: ['a', 'b', 'a', 'none', null, 'c'], next: 'b', other: 'a' };
    const item = '{ name next { name } }';
    await expectSame(`{ box { nexts ${item} next ${item} } }`);
    expect(calls).toEqual([
      ['a', 'b', 'none', 'c'],
      ['b', 'c'],
    ]);
  });

  it('of fields with other selections are one call all the same', async () => {
    chain('a', 'b');
    root = { next: 'a', nexts: ['b', 'a'] };
    await expectSame('{ box { next { name } nexts { n: name next { name } } } }');
    expect(calls).toEqual([['a', 'b'], ['b']]);
  });

  it('that resolvers promise are loaded when they are there', async () => {
    chain('a', 'b');
    root = { next: () => Promise.resolve('a'), nexts: [Promise.resolve('a'), 'b'] };
    await expectSame('{ box { next { name } nexts { name } } }');
  });

  it('past 1,000 become several calls', async () => {
    const keys = Array.from({ length: 2_001 }, (_, index) => `k${index}`);
    chain(...keys);
    root = { nexts: keys };
    await expectSame('{ box { nexts { name } } }');
    expect(calls.map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
  });

  it('may be items instead, but not both in one list', async () => {
    chain('a');
    root = { nexts: [{ name: 'here' }, null] };
    await expectSame('{ box { nexts { name } } }');
    expect(calls).toEqual([]);
    root = { nexts: [{ name: 'here' }, 'a'] };
    await expect(compiled('{ box { nexts { name } } }')).rejects.toThrow('items and keys');
  });
});

describe('a resolver that fails', () => {
  const fails = () => Promise.reject(new Error('late'));
  const throws = () => {
    throw new Error('at once');
  };

  it.each([
    [
      'throws beside one that rejects',
      { next: fails, nexts: throws, small: fails },
      'next { name } nexts { name } small { text }',
    ],
    [
      'rejects beside one that throws',
      { next: throws, nexts: fails, small: throws },
      'next { name } nexts { name } small { text }',
    ],
    ['rejects twice', { next: fails, nexts: fails }, 'next { name } nexts { name }'],
    ['has promised items that reject', { nexts: () => [fails(), fails()] }, 'nexts { name }'],
  ])('rejects the query, and nothing is left unheard: %s', async (_, given, selection) => {
    root = given;
    await expect(compiled(`{ box { ${selection} } }`)).rejects.toThrow(/late|at once/);
  });

  it('rejects the query where it is that of one item of a level', async () => {
    boxes.set('a', { name: 'a', small: fails }).set('b', { name: 'b', small: throws });
    root = { nexts: ['a', 'b', 'a'] };
    await expect(compiled('{ box { nexts { name small { text } } } }')).rejects.toThrow(/late|at once/);
  });

  it.each([
    ['of one item', { named: [{ kind: 'Small', name: 'a' }, new Error('at once')] }, 'named { __typename }'],
    ['beside nothing', { named: [null, new Error('at once')] }, 'named { __typename }'],
    ['of an object', { small: new Error('at once') }, 'small { __typename }'],
    ['of one of several types', { either: new Error('at once') }, 'either { __typename }'],
    ['of a property', { is: new Error('at once') }, 'is'],
  ])('rejects the query where its error stands for a value: %s', async (_, given, selection) => {
    root = given;
    await expect(compiled(`{ box { ${selection} } }`)).rejects.toThrow('at once');
  });

  it('rejects the query where its error stands for an item that was loaded', async () => {
    boxes.set('a', new Error('at once') as never).set('b', { name: 'b' });
    root = { nexts: ['b', 'a'] };
    await expect(compiled('{ box { nexts { __typename } } }')).rejects.toThrow('at once');
  });

  it('rejects the query where it is what loads', async () => {
    boxes.get = () => throws();
    root = { next: 'a', nexts: ['b'] };
    await expect(compiled('{ box { next { name } nexts { name small { text } } } }')).rejects.toThrow(
      'at once',
    );
  });
});
