/** Queries over the schema that fast-check makes up: valid ones mostly, with whatever values arguments may get. */
import fc, { type GeneratorValue } from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../../../gateway/graphql/schema.ts';

/** Values by the names of arguments; numbers and words that fit nothing among them. */
export type Values = Readonly<Record<string, readonly unknown[]>>;

export interface GeneratedQuery {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const MAX_LEVELS = 5;
const MAX_FIELDS = 4;
/** What any argument may get, beside what fits it. */
const HOSTILE: readonly unknown[] = [null, -1, 0, 2 ** 31, 1.5, '', 'x', true, [], {}];

export function generatedQuery(values: Values): fc.Arbitrary<GeneratedQuery> {
  return fc.gen().map((g) => new Writer(g, values).write());
}

class Writer {
  readonly #g: GeneratorValue;
  readonly #values: Values;
  readonly #declared: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: string[] = [];

  constructor(g: GeneratorValue, values: Values) {
    this.#g = g;
    this.#values = values;
  }

  write(): GeneratedQuery {
    const query = schema.getQueryType();
    if (!query) throw new RangeError('the schema has no queries');
    const selection = this.#selection(query, 0);
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`;
    return {
      query: [`query Generated${declared} ${selection}`, ...this.#fragments].join('\n'),
      variables: this.#variables,
    };
  }

  #chance(of: number): boolean {
    return this.#g(fc.nat, { max: of - 1 }) === 0;
  }

  #pick<T>(list: readonly T[]): T {
    // Never of an empty list.
    return list[this.#g(fc.nat, { max: list.length - 1 })] as T;
  }

  #selection(type: GraphQLOutputType, level: number): string {
    const named = getNamedType(type);
    if (isAbstractType(named)) {
      const some = this.#pick(schema.getPossibleTypes(named));
      return `{ __typename ... on ${some.name} ${this.#selection(some, level)} }`;
    }
    if (!isObjectType(named)) return '';
    const fields = Object.values(named.getFields()).filter(
      (field) => level < MAX_LEVELS || !isCompositeType(getNamedType(field.type)),
    );
    const count = 1 + this.#g(fc.nat, { max: MAX_FIELDS - 1 });
    const chosen = Array.from({ length: count }, () => this.#pick([null, ...fields]));
    const written = chosen.map((field, index) => this.#field(field, `f${index}`, level));
    return this.#wrapped(named.name, written.join(' '));
  }

  #wrapped(type: string, fields: string): string {
    if (this.#chance(8)) return `{ ... on ${type} { ${fields} } }`;
    if (!this.#chance(8)) return `{ ${fields} }`;
    const name = `part${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type} { ${fields} }`);
    return `{ ...${name} }`;
  }

  /** @param field null: `__typename` */
  #field(field: GraphQLField<unknown, unknown> | null, alias: string, level: number): string {
    if (field === null) return `${alias}: __typename`;
    const args = field.args.flatMap((arg) => this.#argument(arg));
    const given = args.length === 0 ? '' : `(${args.join(', ')})`;
    return `${alias}: ${field.name}${given} ${this.#selection(field.type, level + 1)}`;
  }

  #argument(arg: GraphQLArgument): string[] {
    const isRequired = isNonNullType(arg.type);
    if (!isRequired && this.#chance(2)) return [];
    const fitting = this.#values[arg.name] ?? HOSTILE;
    const value = this.#pick(this.#chance(12) ? HOSTILE : fitting);
    const isEnum = isEnumType(getNamedType(arg.type));
    if (this.#chance(2) && !isEnum) return [`${arg.name}: ${literal(value)}`];
    const name = `v${this.#declared.length}`;
    this.#declared.push(`$${name}: ${arg.type}`);
    const isList = isListType(getNullableType(arg.type));
    this.#variables[name] = isList && !Array.isArray(value) && this.#chance(2) ? [value] : value;
    return [`${arg.name}: $${name}`];
  }
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? '{}' : JSON.stringify(value);
}
