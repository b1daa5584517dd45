/** What a query may cost, refused before it costs it (docs/spec/promises.md#graphql). */
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source, visit } from 'graphql';

/** The bytes of a request's body, and of one message on a socket. */
export const MAX_REQUEST_BYTES = 1_000_000;
/** Lexical tokens of a document; the standard introspection query has about 300. */
export const MAX_TOKENS = 2_000;
/** Aliased fields of a document: they are how one request repeats an expensive field. */
export const MAX_ALIASES = 30;
/** Values that variables hold, at every depth: each is held against its type, and a wrong one is worded. */
const MAX_VARIABLE_VALUES = 2_500;

/** Levels of fields below the operation. */
export const MAX_DEPTH = 12;
/** Fields of an operation with every fragment written out. */
export const MAX_BREADTH = 400;
/** Fields of an operation, each as often as its lists may be long. */
export const MAX_COMPLEXITY = 20_000;
/** How often a list's fields count where the list has no `first`. */
export const LIST_MULTIPLIER = 5;

/** Parses a document, no further than its bounds. @throws {GraphQLError} `query:too_large`, or a syntax error */
export function parseWithinLimits(source: string | Source, options?: ParseOptions): DocumentNode {
  const document = parseFlat(source, { ...options, maxTokens: MAX_TOKENS });
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias !== undefined) aliases += 1;
    },
  });
  if (aliases > MAX_ALIASES) throw tooLarge(`a document has at most ${MAX_ALIASES} aliases`);
  return document;
}

/** The parser calls itself for each list within a list: a document that exhausts it nests too deeply. */
function parseFlat(source: string | Source, options: ParseOptions): DocumentNode {
  try {
    return parse(source, options);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge('the document nests too deeply');
    throw error;
  }
}

/** @throws {GraphQLError} `query:too_large` */
export function checkVariables(variables: unknown): void {
  const open: unknown[] = [variables];
  let seen = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const held = Object.values(value);
    seen += held.length;
    if (seen > MAX_VARIABLE_VALUES) throw tooLarge(`variables hold at most ${MAX_VARIABLE_VALUES} values`);
    open.push(...held);
  }
}

/** The error of a query past a bound; over HTTP it answers 400. */
export function tooLarge(message: string, more: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'query:too_large', ...more, http: { status: 400 } },
  });
}
