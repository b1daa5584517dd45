/** A document for every field of Query, with all that can be selected below it, so that nothing is left unasked. */
import {
  buildClientSchema,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { made } from '../../gateway/graphql/made-argument.ts';

const DEPTH = 3;

/** @param headers of somebody who may introspect */
export async function readSchema(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<GraphQLSchema> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data } = await response.json();
  return buildClientSchema(data);
}

/** @param values what arguments are asked with, by `field.argument` or by `argument` alone */
export function everyQuery(
  schema: GraphQLSchema,
  values: Readonly<Record<string, string>>,
): Map<string, string> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return new Map(
    fields.map((field) => [field.name, `query { ${asked(schema, field, values, DEPTH) ?? '__typename'} }`]),
  );
}

/** Names and counts of the corpus: a visitor's limit has room for these or for all other fields. */
export const OF_NAMES: ReadonlySet<string> = new Set([
  'actor',
  'actors',
  'entities',
  'entity',
  'oppositions',
  'publisher',
  'publishers',
  'section',
  'supersessionChains',
]);

/**
 * What every visitor may read of the corpus, wherever it is reached from: counts by group cost as much as all other fields, and
 * names with their counts stand behind each claim, artefact and entry; of changes, those of the corpus are lists of the query too.
 * A visitor has a limit.
 */
const DEAR: ReadonlySet<string> = new Set([
  'aggregate',
  'entities',
  'publishedBy',
  'sections',
  'writer',
  'Changes.artefacts',
  'Changes.claims',
  'Changes.evidence',
]);

type Field = GraphQLField<unknown, unknown>;
type Values = Readonly<Record<string, string>>;

/** Null where nothing of the field can be selected within the depth. */
function asked(schema: GraphQLSchema, field: Field, values: Values, depth: number): string | null {
  const given = field.args.flatMap(({ name, type }) => {
    const value = values[`${field.name}.${name}`] ?? values[name];
    if (value !== undefined) return [`${name}: ${inList(type, value)}`];
    return isNonNullType(type) ? [`${name}: ${made(type)}`] : [];
  });
  const args = given.length === 0 ? '' : `(${given.join(', ')})`;
  const selection = selected(schema, field.type, values, depth);
  return selection === null ? null : `${field.name}${args}${selection}`;
}

function selected(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  values: Values,
  depth: number,
): string | null {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (depth === 0) return null;
  if (isAbstractType(named)) return ` { __typename ${leavesOfEach(schema, named)} }`;
  if (!isObjectType(named)) return null;
  const parts = Object.values(named.getFields())
    .filter(({ name }) => !DEAR.has(name) && !DEAR.has(`${named.name}.${name}`))
    .flatMap((field) => asked(schema, field, values, depth - 1) ?? []);
  return ` { __typename ${parts.join(' ')} }`;
}

/** Of each possible type the leaves that no other type has under the same name: those could not be merged. */
function leavesOfEach(schema: GraphQLSchema, type: GraphQLAbstractType): string {
  const types = schema.getPossibleTypes(type);
  const names = types.flatMap((one) => Object.keys(one.getFields()));
  const isUnique = (name: string) => names.filter((other) => other === name).length === 1;
  const fragments = types.map((one) => {
    const leaves = Object.values(one.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) && isUnique(field.name) && !field.args.some(isRequired),
    );
    return `... on ${one.name} { __typename ${leaves.map(({ name }) => name).join(' ')} }`;
  });
  return fragments.join(' ');
}

function isRequired({ type }: { readonly type: GraphQLInputType }): boolean {
  return isNonNullType(type);
}

function inList(type: GraphQLInputType, value: string): string {
  const plain = isNonNullType(type) ? type.ofType : type;
  return isListType(plain) ? `[${value}]` : value;
}
