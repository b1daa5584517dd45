/**
 * The header by which a forwarder of other people's documents has a request to /graphql refused unless it is a query.
 */

export const OPERATIONS_HEADER = 'x-adduce-operations';
/** The one value that it takes. */
export const ONLY_QUERIES = 'query';
