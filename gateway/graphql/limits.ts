/** What a query may cost, refused before it costs it (promises: GraphQL attacks). */
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source, visit } from 'graphql';

/** The bytes of a request's body, and of one message on a socket. */
export const MAX_REQUEST_BYTES = 1_000_000;
/** Lexical tokens of a document; the standard introspection query has about 300. */
export const MAX_TOKENS = 2_000;
/** Aliased fields of a document: they are how one request repeats an expensive field. */
export const MAX_ALIASES = 30;
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
  const document = parse(source, { ...options, maxTokens: MAX_TOKENS });
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias !== undefined) aliases += 1;
    },
  });
  if (aliases > MAX_ALIASES) throw tooLarge(`a document has at most ${MAX_ALIASES} aliases`);
  return document;
}

/** The error of a query past a bound; over HTTP it answers 400. */
export function tooLarge(message: string, more: Readonly<Record<string, unknown>> = {}): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'query:too_large', ...more, http: { status: 400 } },
  });
}
