/** A request may rule out that it changes or watches anything, whatever its document says: the header is not the document's. */
import { type ExecutionArgs, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import { ONLY_QUERIES, OPERATIONS_HEADER } from '../wire/only-queries.ts';

/** Whether the request is for queries only; null for a header that cannot be read, which is not to be taken for its absence. */
export function asksOnlyQueries(headers: Headers): boolean | null {
  const value = headers.get(OPERATIONS_HEADER);
  if (value === null) return false;
  return value === ONLY_QUERIES ? true : null;
}

type Asked = Pick<ExecutionArgs, 'document' | 'operationName'>;

/** Of the very operation that is executed. */
export function isQuery({ document, operationName }: Asked): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
}

/** @throws {GraphQLError} `denied:operation` */
export function checkOnlyQueries(asked: Asked): void {
  if (isQuery(asked)) return;
  throw new GraphQLError('only queries are taken here', {
    extensions: { code: 'denied:operation', http: { status: 403 } },
  });
}
