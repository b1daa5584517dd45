/** Values of a query's variables as it takes them, with as little to do at each run as their types allow. */
import {
  GraphQLBoolean,
  GraphQLID,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLSchema,
  GraphQLString,
  getNullableType,
  getVariableValues,
  type TypeNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;
type IsValue = (value: unknown) => boolean;

const MAX_INT = 2 ** 31 - 1;
const MIN_INT = -(2 ** 31);

/** Values of scalars that are taken as they are. */
const TAKEN = new Map<GraphQLInputType, IsValue>([
  [GraphQLID, (value) => typeof value === 'string'],
  [GraphQLString, (value) => typeof value === 'string'],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  [GraphQLInt, (value) => Number.isInteger(value) && Number(value) >= MIN_INT && Number(value) <= MAX_INT],
]);

/** @returns what reads them; null there where they do not fit their types */
export function variableReader(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (given: Values) => Values | null {
  // One that is wrong is enough.
  const read = (given: Values) =>
    getVariableValues(schema, definitions, given, { maxErrors: 1 }).coerced ?? null;
  const variables = definitions.map(({ variable, type }) => ({
    name: variable.name.value,
    isTaken: isTakenAs(schema, type),
  }));
  return (given) => {
    const values: Record<string, unknown> = Object.create(null);
    for (const { name, isTaken } of variables) {
      // Defaults, nulls, lists and whatever else is read as graphql-js reads it.
      if (!Object.hasOwn(given, name) || !isTaken(given[name])) return read(given);
      values[name] = given[name];
    }
    return values;
  };
}

function isTakenAs(schema: GraphQLSchema, node: TypeNode): IsValue {
  // A type by any node; overloads of the function name each kind of node alone.
  const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
  return TAKEN.get(getNullableType(type) as GraphQLInputType) ?? (() => false);
}
