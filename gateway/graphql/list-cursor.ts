/**
 * Cursors of lists. One names a row by its order's value and its id, and the view that the list's first page was read in:
 * so that all pages are of one state, in which every row stands once, whatever is appended meanwhile.
 */
import type { CorpusView } from '../../engine/view.ts';
import type { ListKey } from '../../graph/listing.ts';
import type { View } from '../../graph/store.ts';
import { parseInstant } from '../../graph/time.ts';
import { refusalError } from './refusal-error.ts';

export interface ListOrderBy<By extends string> {
  readonly by: By;
  readonly descending: boolean;
}

export interface ListCursor {
  readonly view: View;
  readonly key: ListKey;
}

const VERSION = 1;
/** Longer than any cursor. */
const MAX_CURSOR = 2_048;

export function listCursor(
  { corpus }: Pick<CorpusView, 'corpus'>,
  { by, descending }: ListOrderBy<string>,
  { view, key }: ListCursor,
): string {
  const parts = [VERSION, corpus, by, descending, view.seq, view.until, key.value, key.id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Reads a cursor of a list in the same corpus, order and time.
 * @param now the view as it would be without the cursor
 * @throws {GraphQLError} `invalid:query`
 */
export function readListCursor(text: string, now: CorpusView, order: ListOrderBy<string>): ListCursor {
  const [version, corpus, by, descending, seq, until, value, id] = partsOf(text);
  const isKey = (typeof value === 'string' || Number.isSafeInteger(value)) && typeof id === 'string';
  if (version !== VERSION || !isKey || typeof seq !== 'number' || !Number.isSafeInteger(seq)) throw broken();
  if (typeof until !== 'string' || parseInstant(until) !== until || seq > now.view.seq) throw broken();
  if (corpus !== now.corpus || by !== order.by || descending !== order.descending) {
    throw refused('the cursor is of a list in another corpus or order');
  }
  if (now.asOf !== null && until !== now.asOf) throw refused('the cursor is of a list as of another time');
  // The checks above leave these types.
  return { view: { seq, until }, key: { value: value as string | number, id: id as string } };
}

function partsOf(text: string): readonly unknown[] {
  if (text.length > MAX_CURSOR) throw broken();
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw broken();
  }
}

function broken() {
  return refused('after and before take cursors of this connection');
}

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
