/** Lists of artefacts, along the index of their order. */
import type { ArtefactState } from '../artefact.ts';
import { type Group, type ListReads, MAX_COUNTED } from '../store/lists.ts';
import { narrowedPage } from '../store/narrowed-page.ts';
import { type ArtefactSelection, type ListPage, MAX_LOOKED_AT } from '../store/selection.ts';
import { viewParams } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { artefactCondition } from './filter-cypher.ts';
import {
  APART,
  alongIndex,
  countOf,
  groupsOf,
  lookedAt,
  type Read,
  readPage,
  recordsOf,
} from './list-order.ts';

const BY_LOG: ListPage = { by: 'seq', descending: false, after: null, before: null, limit: 0 };

export function artefactLists(connection: Neo4jConnection): ListReads['artefacts'] {
  return {
    list: async (selection, asked) => {
      const page = narrowedPage(asked, selection.filter);
      return recordsOf<ArtefactState>(
        await readPage(connection, readOf(selection, page, page.lookAt ?? MAX_LOOKED_AT), page),
      );
    },
    count: (selection, lookAt = MAX_LOOKED_AT) => countOf(connection, readOf(selection, BY_LOG, lookAt)),
    groups: (selection, by) => {
      const { along, where, params, lookAt } = readOf(selection, BY_LOG, MAX_LOOKED_AT);
      return connection.rows<Group>(
        `${lookedAt(along, lookAt)} ${APART} WHERE ${where} WITH c LIMIT ${MAX_COUNTED} ${groupsOf(`c.${by}`)}`,
        { ...params, lookAt },
      );
    },
  };
}

/** One publisher's artefacts stand together in the order of the log. */
function readOf({ corpus, view, filter }: ArtefactSelection, page: ListPage, lookAt: number): Read {
  const isOfOne = filter.publisher?.length === 1 && page.by === 'seq';
  const indexed = isOfOne
    ? { leading: ['corpus', 'publisher'], where: 'c.corpus = $corpus AND c.publisher = $only' }
    : { leading: ['corpus'], where: 'c.corpus = $corpus' };
  const { cypher, params } = artefactCondition(filter);
  return {
    along: alongIndex({ label: 'Artefact', id: 'id', ...indexed }, page),
    where: `c.seq <= $seq AND c.effectiveAt <= $until AND ${cypher}`,
    params: { ...params, corpus, ...viewParams(view), only: filter.publisher?.[0] ?? '' },
    lookAt,
  };
}
