/** Queries that are made from the schema itself, so that a field that somebody adds is asked for too. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLUnionType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { schema } from '../../../gateway/graphql/schema.ts';

type Field = GraphQLField<unknown, unknown>;

/** Levels of types without an id that stand between two nodes. */
const MAX_NESTED = 4;

export function nodeTypes(): GraphQLObjectType[] {
  return Object.values(schema.getTypeMap()).filter(isObjectType).filter(isNode);
}

function isNode(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Node');
}

export function givesItems(field: Field): boolean {
  return isObjectType(getNamedType(field.type));
}

/** The field of a node with whatever it shows until the next nodes, of which it shows the leaves. */
export function selection(field: Field, path: readonly string[]): string {
  const needed = field.args.filter(isRequiredArgument);
  if (needed.length > 0) throw new Error(`${path.at(-1)}.${field.name} needs arguments: say here which`);
  const paged = field.args.some(({ name }) => name === 'first') ? '(first: 3)' : '';
  return `${field.name}${paged} ${membersOf(field, path)}`;
}

/** Nodes, of which it shows the leaves. */
function ofEach(type: GraphQLUnionType): string {
  const parts = type.getTypes().map((one) => `... on ${one.name} { ${leavesOf(one).join(' ')} }`);
  return `{ ${parts.join(' ')} }`;
}

function leavesOf(type: GraphQLObjectType): string[] {
  const fields = Object.values(type.getFields()).filter(({ type: of }) => isLeafType(getNamedType(of)));
  return fields.filter(({ args }) => !args.some(isRequiredArgument)).map(({ name }) => name);
}

/** What is behind a field, in braces. */
export function membersOf(field: Field, path: readonly string[]): string {
  const type = getNamedType(field.type);
  if (isUnionType(type)) return ofEach(type);
  if (!isObjectType(type)) return '';
  const members = Object.values(type.getFields()).flatMap((member): string[] => {
    if (isLeafType(getNamedType(member.type)))
      return member.args.some(isRequiredArgument) ? [] : [member.name];
    const nested = getNamedType(member.type);
    const isEdges = member.name === 'edges' && type.name.endsWith('Connection');
    if (isEdges || nested.name === 'PageInfo' || isNode(type) || path.length > MAX_NESTED) return [];
    if (path.includes(nested.name)) {
      return isObjectType(nested) && isNode(nested) ? [`${member.name} { id }`] : [];
    }
    return [selection(member, [...path, type.name])];
  });
  return `{ ${members.join(' ')} }`;
}
