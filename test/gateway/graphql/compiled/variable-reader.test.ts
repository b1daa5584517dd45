import fc from 'fast-check';
import { buildSchema, getVariableValues, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { variableReader } from '../../../../gateway/graphql/compiled/variable-reader.ts';
import { schema as ours } from '../../../../gateway/graphql/schema.ts';

const SCHEMA = buildSchema(`
  scalar Day
  enum Order { ASC DESC }
  input Range { from: Int }
  type Query { x(id: ID, n: Float, order: Order, range: Range, day: Day): Int }
`);
const TYPES = ['ID', 'ID!', 'String', 'Int', 'Int!', 'Boolean', 'Float', '[ID!]', 'Order', 'Range', 'Day'];

function definitionsOf(declared: string) {
  const [operation] = parse(`query (${declared}) { x }`).definitions;
  return (operation as OperationDefinitionNode).variableDefinitions ?? [];
}

function values(declared: string, given: Readonly<Record<string, unknown>>) {
  return variableReader(SCHEMA, definitionsOf(declared))(given);
}

describe('values of a query’s variables', () => {
  it.each([
    ['$v: Int', 2 ** 31],
    ['$v: Int', -(2 ** 31) - 1],
    ['$v: Int', 1.5],
    ['$v: Int', '1'],
    ['$v: Int', Number.NaN],
    ['$v: Int', true],
    ['$v: Int!', null],
    ['$v: ID!', null],
    ['$v: ID', {}],
    ['$v: ID', 1.5],
    ['$v: String', 1],
    ['$v: Boolean', 1],
    ['$v: Order', 'asc'],
    ['$v: Range', 'x'],
  ])('are none where %s is %j', (declared, v) => {
    expect(values(declared, { v })).toBeNull();
  });

  it('are none where one is missing that must be given, also where every object has its name', () => {
    expect(values('$v: ID!', {})).toBeNull();
    expect(values('$toString: ID!', {})).toBeNull();
  });

  it.each([
    ['$v: Int', 2 ** 31 - 1, 2 ** 31 - 1],
    ['$v: Int!', -(2 ** 31), -(2 ** 31)],
    ['$v: ID!', '', ''],
    ['$v: ID', 7, '7'],
    ['$v: ID', null, null],
    ['$v: [ID!]', 'a', ['a']],
    ['$v: Order', 'ASC', 'ASC'],
    ['$v: Boolean', false, false],
  ])('are those of graphql-js: %s of %j', (declared, v, expected) => {
    expect(values(declared, { v })).toEqual({ v: expected });
  });

  it('leave out what was not given, and what was not asked for, and take defaults', () => {
    expect(values('$v: ID, $n: Int = 3', { other: 1 })).toEqual({ n: 3 });
    expect(values('$v: ID', { v: 'a', other: 1 })).toEqual({ v: 'a' });
  });

  it('are those of graphql-js whatever is given', () => {
    const type = fc.constantFrom(...TYPES);
    const value = fc.oneof(
      fc.jsonValue(),
      fc.integer(),
      fc.constantFrom('ASC', -0, 2 ** 31 - 1, 2 ** 31, null),
    );
    fc.assert(
      fc.property(type, type, fc.dictionary(fc.constantFrom('a', 'b'), value), (a, b, given) => {
        const definitions = definitionsOf(`$a: ${a}, $b: ${b}`);
        const { coerced } = getVariableValues(SCHEMA, definitions, given);
        expect(variableReader(SCHEMA, definitions)(given)).toEqual(coerced ?? null);
      }),
    );
  });

  it('of our schema are of the scalars that are taken as they are', () => {
    const reader = variableReader(ours, definitionsOf('$addr: ID!, $first: Int'));
    const given = { addr: 'wx://a/claim/c1', first: 5 };
    expect(reader(given)).toEqual(given);
  });
});
