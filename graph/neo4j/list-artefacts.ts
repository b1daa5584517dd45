/** Lists of artefacts, along the index of their order. */
import type { ArtefactState } from '../artefact.ts';
import { type Group, type ListReads, MAX_COUNTED } from '../store/lists.ts';
import { narrowedPage } from '../store/narrowed-page.ts';
import { type ArtefactSelection, type ListPage, MAX_LOOKED_AT } from '../store/selection.ts';
import { viewParams } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { artefactCondition } from './filter-cypher.ts';
import {
  type Along,
  APART,
  alongFound,
  alongIndex,
  countOf,
  groupsOf,
  lookedAt,
  type Read,
  readPage,
  recordsOf,
} from './list-order.ts';
import { firstFew, soughtArtefacts } from './sought-cypher.ts';

const BY_LOG: ListPage = { by: 'seq', descending: false, after: null, before: null, limit: 0 };

export function artefactLists(connection: Neo4jConnection): ListReads['artefacts'] {
  return {
    list: async (selection, asked) => {
      const page = narrowedPage(asked, selection.filter);
      const read = await readOf(connection, selection, page, page.lookAt);
      return recordsOf<ArtefactState>(await readPage(connection, read, page));
    },
    count: async (selection, lookAt) =>
      countOf(connection, await readOf(connection, selection, BY_LOG, lookAt)),
    groups: async (selection, by) => {
      const { along, where, params, lookAt } = await readOf(connection, selection, BY_LOG);
      return connection.rows<Group>(
        `${lookedAt(along, lookAt)} ${APART} WHERE ${where} WITH c LIMIT ${MAX_COUNTED} ${groupsOf(`c.${by}`)}`,
        { ...params, lookAt },
      );
    },
  };
}

async function readOf(
  connection: Neo4jConnection,
  selection: ArtefactSelection,
  page: ListPage,
  lookAt = MAX_LOOKED_AT,
): Promise<Read> {
  const { corpus, view, filter } = selection;
  const { cypher, params } = artefactCondition(filter);
  const sought = isOfOnePublisher(selection, page)
    ? null
    : await firstFew(connection, soughtArtefacts(filter), { corpus });
  return {
    along: sought === null ? alongOrder(selection, page) : alongFound(sought, 'id', page),
    where: `c.corpus = $corpus AND c.seq <= $seq AND c.effectiveAt <= $until AND ${cypher}`,
    params: {
      ...params,
      ...Object.assign({}, ...soughtArtefacts(filter).map((one) => one.params)),
      ...{ corpus, ...viewParams(view), only: filter.publisher?.[0] ?? '' },
    },
    lookAt: sought === null ? lookAt : null,
  };
}

/** One publisher's artefacts stand together in the order of the log. */
function isOfOnePublisher({ filter }: ArtefactSelection, page: ListPage): boolean {
  return filter.publisher?.length === 1 && page.by === 'seq';
}

function alongOrder(selection: ArtefactSelection, page: ListPage): Along {
  const indexed = isOfOnePublisher(selection, page)
    ? { leading: ['corpus', 'publisher'], where: 'c.corpus = $corpus AND c.publisher = $only' }
    : { leading: ['corpus'], where: 'c.corpus = $corpus' };
  return alongIndex({ label: 'Artefact', id: 'id', ...indexed }, page);
}
