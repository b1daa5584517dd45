/** What connections by offset are asked with, for the library that cuts their pages: it takes some cursors for others. */
import { type DefaultConnectionArguments, offsetToCursor } from '@pothos/plugin-relay';
import { checkSizes, PAGE_SIZE } from './page.ts';
import { refusalError } from './refusal-error.ts';

/** An empty page ends at -1. */
const CURSOR = /^OffsetConnection:(-1|0|[1-9]\d{0,14})$/;

/**
 * Options of `resolveArrayConnection` and `resolveOffsetConnection`.
 * @throws {GraphQLError} `invalid:query` for a cursor that is not one of such a list, or a negative size
 */
export function offsetPage(args: DefaultConnectionArguments) {
  checkSizes(args);
  for (const cursor of [args.after, args.before]) {
    if (cursor == null || isOffset(cursor)) continue;
    throw refusalError({
      reason: 'invalid:query',
      message: 'after and before take cursors of this connection',
    });
  }
  return { args, ...PAGE_SIZE };
}

/** In its one spelling. */
function isOffset(cursor: string): boolean {
  const [, offset] = CURSOR.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  return offset !== undefined && offsetToCursor(Number(offset)) === cursor;
}
