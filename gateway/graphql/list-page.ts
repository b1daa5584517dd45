/** Pages of lists as Relay connections: the arguments, the view that all pages share, and the connection. */
import type { Page, PageRequest } from '../../engine/explore/read-page.ts';
import type { CorpusView } from '../../engine/view.ts';
import type { View } from '../../graph/store.ts';
import { type ListOrderBy, listCursor, readListCursor } from './list-cursor.ts';
import { checkSizes, PAGE_SIZE } from './page.ts';
import { refusalError } from './refusal-error.ts';

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

export interface ListPlace<By extends string> {
  readonly corpus: CorpusView;
  readonly order: ListOrderBy<By>;
  /** That of the first page. */
  readonly view: View;
  readonly page: PageRequest<By>;
}

/** @throws {GraphQLError} `invalid:query` */
export function readPlace<By extends string>(
  corpus: CorpusView,
  order: ListOrderBy<By>,
  { first, last, after, before }: PageArgs,
): ListPlace<By> {
  if (first != null && last != null) throw refused('a page has first or last, not both');
  checkSizes({ first, last });
  const limit = Math.min(first ?? last ?? PAGE_SIZE.defaultSize, PAGE_SIZE.maxSize);
  const [behind, ahead] = [after, before].map((text) =>
    text == null ? null : readListCursor(text, corpus, order),
  );
  const view = behind?.view ?? ahead?.view ?? corpus.view;
  if (behind != null && ahead != null && ahead.view.seq !== view.seq) {
    throw refused('after and before are cursors of lists that were begun at different times');
  }
  const keys = { after: behind?.key ?? null, before: ahead?.key ?? null };
  return { corpus, order, view, page: { ...order, ...keys, limit, isBackward: last != null } };
}

/** @param nodeOf what the connection's type is loaded by */
export function connectionOf<Id, Node>(
  { corpus, order, view, page }: ListPlace<string>,
  { rows, more }: Page<Id>,
  nodeOf: (id: Id) => Node,
) {
  const edges = rows.map(({ id, key }) => ({
    cursor: listCursor(corpus, order, { view, key }),
    node: nodeOf(id),
  }));
  return {
    edges,
    pageInfo: {
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      // In the other direction there is at least the row of the cursor.
      hasNextPage: page.isBackward ? page.before !== null : more,
      hasPreviousPage: page.isBackward ? more : page.after !== null,
    },
  };
}

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
