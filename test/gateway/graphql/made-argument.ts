/** The least that an argument takes, made up. */
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';

const MADE: Readonly<Record<string, string>> = { Int: '1', Float: '1', Boolean: 'true' };

/** As it stands in a document. */
export function made(type: GraphQLInputType): string {
  if (isNonNullType(type)) return made(type.ofType);
  if (isListType(type)) return `[${made(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const fields = type.isOneOf ? all.slice(0, 1) : all.filter((one) => isNonNullType(one.type));
    return `{ ${fields.map((one) => `${one.name}: ${made(one.type)}`).join(', ')} }`;
  }
  return MADE[type.name] ?? '"x"';
}
