/** What an operation costs, by the sizes of the pages that it asks for, known before it runs. */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
} from 'graphql';
import type { Looks } from '../../../graph/caller.ts';
import { asksForSchema, INTROSPECTION_COST } from '../session/introspection.ts';
import { checkVariables, MAX_BREADTH, MAX_COMPLEXITY, MAX_DEPTH, tooLarge } from './limits.ts';
import { passesOfLists, workOfLists } from './list-work.ts';

/** `extensions.cost`: fields, each as often as the lists around it may be long, and what lists have to go through. */
export interface Cost {
  readonly asked: number;
  readonly limit: number;
  /** What it came to by the rows that the store looked at for it, where that is more. */
  readonly used?: number;
}

/** What is about to run. */
export interface Operation {
  readonly schema: GraphQLSchema;
  /** Valid. */
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Cost that is worth one request of a caller's rate. */
const COST_PER_REQUEST = 1_000;
/** As many rows are looked at in the CPU time of a field (docs/benchmarks.md, `lists`). */
export const ROWS_PER_FIELD = 80;

/** What an operation came to once it has run. */
export function costOfRun(cost: Cost, { rows }: Looks): Cost {
  const used = Math.ceil(rows / ROWS_PER_FIELD);
  return used > cost.asked ? { ...cost, used } : cost;
}

/**
 * Null where execution itself will say what is wrong: there is no such operation, or its variables do not fit.
 * @throws {GraphQLError} `query:too_large`, with the `cost` where that is what is too large
 */
export function weigh(operation: Operation): Cost | null {
  const measured = measure(operation);
  if (measured === null) return null;
  const { depth, breadth, complexity, work } = measured;
  if (depth > MAX_DEPTH) throw tooLarge(`the query is ${depth} levels deep, past ${MAX_DEPTH}`);
  if (breadth > MAX_BREADTH) throw tooLarge(`the query has ${breadth} fields, past ${MAX_BREADTH}`);
  const asked = complexity + work() + (asksForSchema(operation.document) ? INTROSPECTION_COST : 0);
  const cost = { asked, limit: MAX_COMPLEXITY };
  if (asked <= MAX_COMPLEXITY) return cost;
  throw tooLarge(
    `the query costs ${asked}, past ${MAX_COMPLEXITY}: ask for smaller pages, or for fewer lists at once`,
    { cost },
  );
}

/**
 * What an operation that has a cost has looked at, before it runs: nothing, with the lists that it goes through.
 * @param isNarrowed whether its caller sees some addresses only
 */
export function looksOf(
  { document, operationName }: Pick<Operation, 'document' | 'operationName'>,
  isNarrowed: boolean,
): Looks {
  const operation = getOperationAST(document, operationName);
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return { rows: 0, lists: operation ? passesOfLists({ operation, fragments, isNarrowed }) : 0 };
}

/** How many requests of a caller's rate it is worth, at least one. */
export function requestsOf(cost: Cost | null): number {
  return Math.max(1, Math.ceil((cost?.used ?? cost?.asked ?? 0) / COST_PER_REQUEST));
}

function measure({ schema, document, operationName, variableValues }: Operation) {
  const chosen = getOperationAST(document, operationName);
  if (!chosen) return null;
  const variables = { ...variableValues };
  checkVariables(variables);
  // One that is wrong is enough: words for each of thousands would take seconds.
  const coerced = getVariableValues(schema, chosen.variableDefinitions ?? [], variables, { maxErrors: 1 });
  if (coerced.errors !== undefined) return null;
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  try {
    const measured = complexityFromQuery(
      { kind: Kind.DOCUMENT, definitions: [chosen, ...fragments] },
      { schema, variables },
    );
    // Fragments are written out for it: of an operation that is too broad there is none.
    const work = () => workOfLists({ schema, operation: chosen, fragments, variables: coerced.coerced });
    return { ...measured, work };
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
