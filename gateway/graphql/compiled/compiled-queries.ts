/** Queries that have been answered before, compiled: their documents are parsed and valid, and their text is kept. */
import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  isEnumType,
  OperationTypeNode,
  visit,
} from 'graphql';
import type { Looks } from '../../../graph/caller.ts';
import { type Cost, looksOf, weigh } from '../cost/cost.ts';
import { schema } from '../schema.ts';
import { type CompiledQuery, compileQuery } from './compile-query.ts';
import { asksOnlyForGraph } from './graph-documents.ts';
import { variableReader } from './variable-reader.ts';

/** What was posted as a query. */
export interface QueryText {
  readonly query: string;
  readonly operationName: string | null;
}

type Variables = Readonly<Record<string, unknown>>;

/** A query that can be run as it stands. */
export class KnownQuery {
  readonly run: CompiledQuery;
  /** No other query has it, whatever is forgotten and learnt again. */
  readonly serial: number;
  /** Whether its result is decided by the log, and by who asks. */
  readonly isOfGraph: boolean;
  /** Values of variables as the query takes them; null where they do not fit. */
  readonly values: (variables: Variables) => Variables | null;
  readonly #document: DocumentNode;
  readonly #operationName: string | null;
  /** By whether a caller sees some addresses only. */
  readonly #looks: Readonly<Record<'whole' | 'narrowed', Looks>>;
  /** By variables, as JSON without their words: numbers, lengths of lists and values of enums say how much is asked for. */
  readonly #costs = new Map<string, Cost>();

  constructor(serial: number, document: DocumentNode, operationName: string | null, run: CompiledQuery) {
    this.serial = serial;
    this.#document = document;
    this.#operationName = operationName;
    this.values = variableReader(schema, getOperationAST(document, operationName)?.variableDefinitions ?? []);
    const text = { document, operationName };
    this.#looks = { whole: looksOf(text, false), narrowed: looksOf(text, true) };
    this.run = run;
    this.isOfGraph = asksOnlyForGraph(schema, document);
  }

  /** What it costs with these variables, which fit; null where it would cost too much. */
  weigh(variables: Variables): Cost | null {
    const key = JSON.stringify(variables, withoutWords);
    const known = this.#costs.get(key);
    if (known !== undefined) return known;
    const cost = this.#measure(variables);
    const isKept = cost !== null && key.length <= MAX_KEY && this.#costs.size < MAX_COSTS;
    if (isKept) this.#costs.set(key, cost);
    return cost;
  }

  /** As of `looksOf`. */
  looks(isOfNarrowed: boolean): Looks {
    return { ...this.#looks[isOfNarrowed ? 'narrowed' : 'whole'] };
  }

  #measure(variableValues: Variables): Cost | null {
    try {
      return weigh({
        schema,
        document: this.#document,
        operationName: this.#operationName,
        variableValues,
      });
    } catch (error) {
      if (error instanceof GraphQLError) return null;
      throw error;
    }
  }
}

/** Texts that are kept; the one learnt longest ago goes first. */
const MAX_KNOWN = 100;
/** UTF-16 code units of a text that is kept. */
const MAX_LENGTH = 10_000;
/** How often a text is answered before it is compiled, which costs as much as some answers do. */
const MIN_ANSWERS = 2;
/** Of one query, by its variables. */
const MAX_COSTS = 50;
/** UTF-16 code units of variables whose cost is kept. */
const MAX_KEY = 500;
const INTROSPECTION: ReadonlySet<string> = new Set(['__schema', '__type']);

/** Words that say what a list costs, as of its order. */
const ENUM_VALUES: ReadonlySet<string> = new Set(
  Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map(({ name }) => name)),
);

function withoutWords(_name: string, value: unknown): unknown {
  return typeof value === 'string' && !ENUM_VALUES.has(value) ? '' : value;
}

interface Known {
  readonly document: DocumentNode;
  answers: number;
  /** Null: not compiled yet, or it cannot be. */
  compiled: KnownQuery | null;
}

export class CompiledQueries {
  readonly #known = new Map<string, Known>();
  #compiled = 0;

  find(text: QueryText): KnownQuery | null {
    return this.#known.get(keyOf(text))?.compiled ?? null;
  }

  /** Is notified of a query whose document is valid and that was answered without an error. */
  answered(text: QueryText, document: DocumentNode): void {
    if (text.query.length > MAX_LENGTH || !isPlainQuery(document, text.operationName)) return;
    const key = keyOf(text);
    const known = this.#known.get(key) ?? this.#begin(key, document);
    known.answers += 1;
    if (known.answers === MIN_ANSWERS) known.compiled = this.#compile(known.document, text.operationName);
  }

  #begin(key: string, document: DocumentNode): Known {
    const known: Known = { document, answers: 0, compiled: null };
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  #compile(document: DocumentNode, operationName: string | null): KnownQuery | null {
    const run = compileQuery(schema, document, operationName);
    if (run === null) return null;
    this.#compiled += 1;
    return new KnownQuery(this.#compiled, document, operationName, run);
  }
}

function keyOf({ query, operationName }: QueryText): string {
  return `${operationName ?? ''}\n${query}`;
}

/**
 * A query proper, without directives, which compiled code knows in part only, and without what the schema says of itself,
 * which is asked seldom and may be a matter of who asks.
 */
function isPlainQuery(document: DocumentNode, operationName: string | null): boolean {
  let isPlain = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
  const refuse = () => {
    isPlain = false;
    return BREAK;
  };
  visit(document, {
    Directive: refuse,
    Field: ({ name }) => (INTROSPECTION.has(name.value) ? refuse() : undefined),
  });
  return isPlain;
}
