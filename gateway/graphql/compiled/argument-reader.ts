/** Arguments of a field as its resolver takes them, with as little to do at each run as its document allows. */
import {
  type FieldNode,
  type GraphQLField,
  getArgumentValues,
  isNonNullType,
  Kind,
  print,
  type VariableNode,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

/** @returns what reads them from the values of a query's variables. @throws {GraphQLError} there, for a null that may not be */
export function argumentReader(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Values {
  const read = (variables: Values) => getArgumentValues(field, node, variables);
  const given = (node.arguments ?? []).filter(({ value }) => print(value).includes('$'));
  if (given.length === 0) {
    const args = read({});
    return () => args;
  }
  const direct = given.flatMap(({ name, value }) =>
    value.kind === Kind.VARIABLE ? [[name.value, value] as const] : [],
  );
  if (direct.length < given.length) return read;
  return directReader(field, node, direct, read);
}

/** Where each variable is the whole of an argument, its value is the argument's. */
function directReader(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  direct: readonly (readonly [string, VariableNode])[],
  read: (variables: Values) => Values,
) {
  const names = new Set(direct.map(([name]) => name));
  const constants = getArgumentValues(
    { ...field, args: field.args.filter(({ name }) => !names.has(name)) },
    { ...node, arguments: (node.arguments ?? []).filter(({ name }) => !names.has(name.value)) },
  );
  const required = new Set(field.args.flatMap(({ name, type }) => (isNonNullType(type) ? [name] : [])));
  return (variables: Values): Values => {
    const args: Record<string, unknown> = { ...constants };
    for (const [name, { name: variable }] of direct) {
      // One that was not given leaves the argument its default, also where it is called as what every object has.
      if (!Object.hasOwn(variables, variable.value)) return read(variables);
      const value = variables[variable.value];
      // A null may be one too many.
      if (value === null && required.has(name)) return read(variables);
      args[name] = value;
    }
    return args;
  };
}
