/** Pages of lists as Relay connections: the arguments, the view that all pages share, and the connection. */
import { isDeepStrictEqual } from 'node:util';
import type { ItemPage, PageRequest } from '../../../engine/explore/read-page.ts';
import type { CorpusView, FoldView } from '../../../engine/view.ts';
import { checkSizes, PAGE_SIZE } from '../builder/page-size.ts';
import type { GraphqlContext } from '../context.ts';
import { digestOf } from '../digest.ts';
import { refusalError } from '../refusal-error.ts';
import { checkCorpus } from '../session/session.ts';
import { resolveView } from '../views/view.ts';
import { type ListName, type ListOrderBy, listCursor, readListCursor } from './list-cursor.ts';

interface PageArgs {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

interface ListArgs<By extends string> extends PageArgs {
  readonly corpus?: string | null | undefined;
  readonly asOf?: string | null | undefined;
  readonly orderBy?:
    | { readonly by: By; readonly direction?: 'asc' | 'desc' | null | undefined }
    | null
    | undefined;
}

interface ListOf<By extends string> {
  readonly field: string;
  /** As the store is asked with it. */
  readonly filter: unknown;
  readonly defaultOrder: By;
}

export interface ListPlace<By extends string> {
  readonly corpus: CorpusView;
  readonly list: ListName;
  /** That of the first page. */
  readonly view: FoldView;
  readonly page: PageRequest<By>;
}

/**
 * Where a list of a corpus is read.
 * @throws {GraphQLError} `invalid:query`, `invalid:corpus_unknown` or `denied:corpus_forbidden`
 */
export async function readPlace<By extends string>(
  { field, filter, defaultOrder }: ListOf<By>,
  { corpus: name, asOf, orderBy, ...paging }: ListArgs<By>,
  { engine, session }: GraphqlContext,
): Promise<ListPlace<By>> {
  const corpus = await resolveView(engine, name ?? null, asOf ?? null);
  checkCorpus(session, corpus.corpus);
  const order = { by: orderBy?.by ?? defaultOrder, descending: orderBy?.direction === 'desc' };
  const direction = order.descending ? 'desc' : 'asc';
  const list = { field, arguments: { orderBy: `${order.by} ${direction}`, filter: digestOf(filter) } };
  return { corpus, list, ...readPage(corpus, list, order, paging) };
}

function readPage<By extends string>(
  corpus: CorpusView,
  list: ListName,
  order: ListOrderBy<By>,
  { first, last, after, before }: PageArgs,
): Pick<ListPlace<By>, 'view' | 'page'> {
  if (first != null && last != null) throw refused('a page has first or last, not both');
  checkSizes({ first, last });
  const limit = first ?? last ?? PAGE_SIZE.defaultSize;
  const [behind, ahead] = [after, before].map((text) =>
    text == null ? null : readListCursor(text, corpus, list),
  );
  const view = behind?.view ?? ahead?.view ?? corpus.view;
  if (behind != null && ahead != null && !isDeepStrictEqual(ahead.view, view)) {
    throw refused('after and before are cursors of lists that were begun at different times');
  }
  const keys = { after: behind?.key ?? null, before: ahead?.key ?? null };
  return { view, page: { ...order, ...keys, limit, isBackward: last != null } };
}

/**
 * Cursors are made when they are asked for.
 * @param nodeOf what the connection's type is loaded by
 */
export function connectionOf<Id, Node>(
  { corpus, list, view, page }: ListPlace<string>,
  { rows, more, stoppedAt }: ItemPage<Id>,
  nodeOf: (id: Id) => Node,
) {
  const edges = rows.map(({ id, key }) => ({
    get cursor() {
      return listCursor(corpus, list, { view, key });
    },
    node: nodeOf(id),
  }));
  // A page that is short although the list goes on is gone on from where reading stopped.
  const stop = () => (stoppedAt === null ? null : listCursor(corpus, list, { view, key: stoppedAt }));
  return {
    edges,
    pageInfo: {
      get startCursor() {
        return (page.isBackward ? stop() : null) ?? edges.at(0)?.cursor ?? null;
      },
      get endCursor() {
        return (page.isBackward ? null : stop()) ?? edges.at(-1)?.cursor ?? null;
      },
      // In the other direction there is at least the row of the cursor.
      hasNextPage: page.isBackward ? page.before !== null : more,
      hasPreviousPage: page.isBackward ? more : page.after !== null,
    },
  };
}

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
