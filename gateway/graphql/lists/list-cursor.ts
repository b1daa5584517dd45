/**
 * Cursors of lists. One names a row by its order's value and its id, the view that the list's first page was read in, so
 * that all pages are of one state, in which every row stands once, whatever is appended meanwhile, and the list that it is
 * of, so that no other one goes on from it.
 */
import type { CorpusView, FoldView } from '../../../engine/view.ts';
import type { ListKey } from '../../../graph/store/selection.ts';
import { parseInstant } from '../../../graph/time.ts';
import { refusalError } from '../refusal-error.ts';

export interface ListOrderBy<By extends string> {
  readonly by: By;
  readonly descending: boolean;
}

/** What makes a list another one, by the names that a caller knows: the field, and its arguments as they were read. */
export interface ListName {
  readonly field: string;
  readonly arguments: Readonly<Record<string, string | null>>;
}

export interface ListCursor {
  readonly view: FoldView;
  readonly key: ListKey;
}

const VERSION = 3;
/** Longer than any cursor. */
const MAX_CURSOR = 2_048;

export function listCursor(
  { corpus, asOf }: Pick<CorpusView, 'corpus' | 'asOf'>,
  list: ListName,
  { view, key }: ListCursor,
): string {
  const place = [VERSION, view.seq, view.until, view.observedUpTo ?? null, key.value, key.id];
  const parts = [...place, list.field, corpus, asOf, ...Object.values(list.arguments)];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Reads a cursor of the same list.
 * @param now the view as it would be without the cursor
 * @throws {GraphQLError} `invalid:query`, for one of another list with what differs
 */
export function readListCursor(text: string, now: CorpusView, list: ListName): ListCursor {
  const [version, seq, until, observedUpTo, value, id, ...named] = cursorParts(text);
  const isKey = (typeof value === 'string' || Number.isSafeInteger(value)) && typeof id === 'string';
  if (version !== VERSION || !isKey || typeof seq !== 'number' || !Number.isSafeInteger(seq))
    throw brokenCursor();
  if (observedUpTo !== null && !Number.isSafeInteger(observedUpTo)) throw brokenCursor();
  if (typeof until !== 'string' || parseInstant(until) !== until) throw brokenCursor();
  checkNames(named, list.field, { corpus: now.corpus, asOf: now.asOf, ...list.arguments });
  if (seq > now.view.seq || until !== (now.asOf ?? until)) throw brokenCursor();
  // The checks above leave these types.
  const observed = observedUpTo === null ? {} : { observedUpTo: observedUpTo as number };
  return { view: { seq, until, ...observed }, key: { value: value as string | number, id: id as string } };
}

/**
 * Whether a cursor is of the list that it is given to.
 * @param named what it names: a field, and the values of the arguments in their order
 * @throws {GraphQLError} `invalid:query`, with what differs
 */
export function checkNames(
  [named, ...read]: readonly unknown[],
  field: string,
  given: ListName['arguments'],
): void {
  if (named !== field) throw refused(`the cursor is not of ${field}, but of another field`);
  const expected = Object.entries(given);
  const others = expected.filter(([, value], index) => value !== read[index]).map(([name]) => name);
  if (read.length !== expected.length) throw brokenCursor();
  if (others.length > 0) throw refused(`the cursor is of a list with another ${others.join(', another ')}`);
}

/** @throws {GraphQLError} `invalid:query` for what is no cursor at all */
export function cursorParts(text: string): readonly unknown[] {
  if (text.length > MAX_CURSOR) throw brokenCursor();
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw brokenCursor();
  }
}

export function brokenCursor() {
  return refused('after and before take cursors of this connection');
}

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
