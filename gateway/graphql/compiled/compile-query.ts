/**
 * Queries compiled to be executed level by level: a field is read of all items of its level before the next level begins, and
 * what is read is written as JSON at once.
 */
import {
  type DocumentNode,
  defaultTypeResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  print,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { loadOf, resolverOfKeys } from '../builder/keys-plugin.ts';
import type { GraphqlContext } from '../context.ts';
import { argumentReader } from './argument-reader.ts';
import {
  after,
  byColumn,
  byValue,
  columnOf,
  listOf,
  loadedBy,
  NULL,
  nonNull,
  nullable,
  type Run,
  settled,
  type Write,
  type WriteColumn,
} from './column.ts';
import { TurnLoads } from './turn-loads.ts';

/**
 * The JSON of the query's `data`.
 * @throws what a resolver throws, and where the result is none of the schema's
 */
export type CompiledQuery = (context: GraphqlContext, variables: Run['variables']) => Promise<string>;

/**
 * Null where there is no such query.
 * @param document valid, without directives
 */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
): CompiledQuery | null {
  const operation = getOperationAST(document, operationName);
  const root = schema.getQueryType();
  if (!operation || !root) return null;
  const column = columnOf(new Compiler(schema, operation, document).root(root));
  return async (context, variables) => {
    const { run } = new TurnLoads(context, variables);
    const [text] = await column([undefined], run);
    // One root, one text.
    return text as string;
  };
}

type Selected = ReadonlyMap<string, readonly FieldNode[]>;

/** How a field is written of its object, behind its name. */
type FieldWrite = Write & { readonly label: string };

class Compiler {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  /** By type and selection: what is written alike in several places of a query becomes one column. */
  readonly #objects = new Map<string, Write>();

  constructor(schema: GraphQLSchema, operation: OperationDefinitionNode, document: DocumentNode) {
    this.#schema = schema;
    this.#operation = operation;
    this.#fragments = Object.fromEntries(
      document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
      ),
    );
  }

  root(type: GraphQLObjectType): Write {
    return this.#fields(
      type,
      collectFields(this.#schema, this.#fragments, {}, type, this.#operation.selectionSet),
    );
  }

  #type(type: GraphQLOutputType, nodes: readonly FieldNode[]): Write {
    if (isNonNullType(type)) return nonNull(this.#type(type.ofType, nodes));
    if (isListType(type)) return nullable(listOf(this.#type(type.ofType, nodes)));
    if (isLeafType(type)) return nullable(leaf(type));
    if (isAbstractType(type)) return nullable(this.#abstract(type, nodes));
    return nullable(this.#object(type, nodes));
  }

  #object(type: GraphQLObjectType, nodes: readonly FieldNode[]): Write {
    return this.#once(type, nodes, () =>
      this.#fields(type, collectSubfields(this.#schema, this.#fragments, {}, type, nodes)),
    );
  }

  #abstract(type: GraphQLAbstractType, nodes: readonly FieldNode[]): Write {
    return this.#once(type, nodes, () => this.#byType(type, nodes));
  }

  /** @param make of items that are at hand */
  #once(type: GraphQLCompositeType, nodes: readonly FieldNode[], make: () => Write): Write {
    const selections = nodes.map(({ selectionSet }) => selectionSet && print(selectionSet));
    const key = [type.name, ...selections].join('\n');
    const known = this.#objects.get(key);
    if (known) return known;
    const load = loadOf(type);
    const write = load === null ? make() : loadedBy(load, make());
    this.#objects.set(key, write);
    return write;
  }

  #byType(type: GraphQLAbstractType, nodes: readonly FieldNode[]): Write {
    const columns = new Map(
      this.#schema.getPossibleTypes(type).map((one) => [one.name, columnOf(this.#object(one, nodes))]),
    );
    const resolveType = type.resolveType ?? defaultTypeResolver;
    return byColumn(async (values, run) => {
      const info = { schema: this.#schema, variableValues: run.variables } as unknown as GraphQLResolveInfo;
      const names = await settled(
        values.map((value) => begun(() => resolveType(value, run.context, info, type))),
      );
      return writtenByName(values, names, columns, run);
    });
  }

  #fields(type: GraphQLObjectType, selected: Selected): Write {
    // A union of which only other members are asked for something.
    if (selected.size === 0) return byValue(() => '{}');
    const fields = [...selected].map(([key, nodes], index) =>
      this.#field(type, `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`, nodes),
    );
    if (fields.every(({ value }) => value !== null)) return byValue((parent) => rowOf(fields, parent, [], 0));
    return byColumn((parents, run) => {
      const columns = fields.map(({ column }) => column && begun(() => column(parents, run)));
      return after(settled(columns), (texts) =>
        // Each is what a column gives.
        parents.map((parent, row) => rowOf(fields, parent, texts as Texts, row)),
      );
    });
  }

  #field(parentType: GraphQLObjectType, label: string, nodes: readonly FieldNode[]): FieldWrite {
    // A document that is valid asks for fields that are there, and has a node for each.
    const [node] = nodes as [FieldNode];
    const name = node.name.value;
    if (name === '__typename') {
      const text = JSON.stringify(parentType.name);
      return { label, ...byValue(() => text) };
    }
    const field = parentType.getFields()[name] as GraphQLField<unknown, unknown>;
    const write = this.#type(field.type, nodes);
    const resolver = resolverOf(field);
    if (resolver === null) return { label, ...ofProperty(name, write) };
    const about = {
      fieldName: name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType,
      schema: this.#schema,
      fragments: this.#fragments,
      operation: this.#operation,
    };
    const argumentsOf = argumentReader(field, node);
    const column = columnOf(write);
    return {
      label,
      ...byColumn((parents, run) => {
        const { context, variables } = run;
        const args = argumentsOf(variables);
        // Without a path, which is another for each item: no resolver reads it.
        const info = { ...about, variableValues: variables } as unknown as GraphQLResolveInfo;
        const values = parents.map((parent) => begun(() => resolver(parent, args, context, info)));
        return after(settled(values), (all) => column(all, run));
      }),
    };
  }
}

type Texts = readonly (readonly string[] | null)[];

function rowOf(fields: readonly FieldWrite[], parent: unknown, columns: Texts, row: number): string {
  let text = '';
  // Of all that is done for a query this is done most often: an iterator would cost as much again.
  for (let place = 0; place < fields.length; place += 1) {
    const { label, value } = fields[place] as FieldWrite;
    text += label + (value === null ? columns[place]?.[row] : value(parent));
  }
  return `${text}}`;
}

/** Null for a field that is a property of its object. */
function resolverOf(field: GraphQLField<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> | null {
  if (field.resolve === undefined) return null;
  const type = getNamedType(field.type);
  return loadOf(type) !== null ? (resolverOfKeys(field) ?? field.resolve) : field.resolve;
}

/** Of an object whose property the field is. */
function ofProperty(name: string, { value, column }: Write): Write {
  if (value !== null) return byValue((parent) => value(propertyOf(parent, name)));
  return byColumn((parents, run) =>
    column(
      parents.map((parent) => propertyOf(parent, name)),
      run,
    ),
  );
}

/** @throws {TypeError} for one that would have to be called or waited for, as none of ours has */
function propertyOf(parent: unknown, name: string): unknown {
  // Its parent is an object, by the schema.
  const value = (parent as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'function' || value instanceof Promise) throw new TypeError(`${name} is no value`);
  return value;
}

function leaf(type: GraphQLLeafType): Write {
  return byValue((value) => JSON.stringify(type.serialize(value)) ?? NULL);
}

/** What throws rejects instead: what was begun beside it is waited for. */
function begun(begin: () => unknown): unknown {
  try {
    return begin();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Values of one abstract type, a column for each type that they have. */
async function writtenByName(
  values: readonly unknown[],
  names: readonly unknown[],
  columns: ReadonlyMap<unknown, WriteColumn>,
  run: Run,
): Promise<string[]> {
  const texts = values.map(() => NULL);
  const write = async ([name, places]: [unknown, number[]]) => {
    const column = columns.get(name);
    if (column === undefined) throw new TypeError(`no type is named ${name}`);
    const written = await column(
      places.map((place) => values[place]),
      run,
    );
    for (const [index, place] of places.entries()) texts[place] = written[index] as string;
  };
  await Promise.all([...Map.groupBy(values.keys(), (place) => names[place])].map(write));
  return texts;
}
