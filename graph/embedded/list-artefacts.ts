/** Lists of artefacts: a page along the index of its order, what is filtered out or counted slice by slice. */
import type { ArtefactState } from '../artefact.ts';
import type { ListReads } from '../store/lists.ts';
import { narrowedPage } from '../store/narrowed-page.ts';
import { type ArtefactSelection, type Listed, type ListPage, MAX_LOOKED_AT } from '../store/selection.ts';
import type { Connection, SqlParams } from './connection.ts';
import { countOf, groupsOf } from './count-rows.ts';
import { artefactCondition } from './filter-sql.ts';
import { type ListRow, pageOf, pageParams, slicedRows, sliceEnd } from './list-pages.ts';
import { recordOf } from './records.ts';
import { inStretches, type Part } from './slices.ts';

export function artefactLists(connection: Connection): ListReads['artefacts'] {
  return {
    list: (selection, page) => artefactPage(connection, selection, page),
    count: (selection, lookAt) => countOf(connection, artefactParts(connection, selection, lookAt)),
    groups: (selection, by) =>
      groupsOf(connection, artefactParts(connection, selection), {
        columns: `c.id, c.${by === 'mediaType' ? 'media_type' : by} AS key`,
        keyed: 'SELECT key, id FROM matching',
      }),
  };
}

const COLUMNS = { record: recordOf('artefact', 'c'), id: 'c.id' };

async function artefactPage(
  connection: Connection,
  selection: ArtefactSelection,
  asked: ListPage,
): Promise<Listed<ArtefactState>> {
  const page = narrowedPage(asked, selection.filter);
  const params = artefactParams(selection);
  const where = artefactsWhere(selection, page.by);
  const slice = artefactsOf(selection, page.by);
  const { rows, stoppedAt } = await slicedRows<ListRow>(page, {
    rows: (part, last) =>
      connection.rows<ListRow>(pageOf(where, part, COLUMNS, last), { ...params, ...pageParams(part, last) }),
    end: (part, size) => sliceEnd(connection, { where: slice, params }, part, { id: 'c.id', size }),
  });
  return { rows: rows.map(({ record }) => connection.parse<ArtefactState>(record)), stoppedAt };
}

/** One publisher's artefacts stand together in the order of the log; in any other it is a condition of each row. */
function artefactsOf({ filter: { publisher } }: ArtefactSelection, by: ListPage['by']): string {
  if (publisher?.length !== 1 || by !== 'seq') return 'FROM artefacts c WHERE c.corpus = @corpus';
  return 'FROM artefacts c INDEXED BY artefacts_by_publisher WHERE c.corpus = @corpus AND c.publisher = @only';
}

function artefactsWhere(selection: ArtefactSelection, by: ListPage['by'] = 'seq'): string {
  return `
    ${artefactsOf(selection, by)} AND +c.seq <= @seq AND +c.effective_at <= @until
    AND ${artefactCondition(selection.filter).sql}`;
}

function artefactParams({ corpus, view, filter }: ArtefactSelection): SqlParams {
  const { params } = artefactCondition(filter);
  return { ...params, only: filter.publisher?.[0] ?? null, corpus, seq: view.seq, until: view.until };
}

function artefactParts(
  connection: Connection,
  selection: ArtefactSelection,
  lookAt = MAX_LOOKED_AT,
): AsyncGenerator<Part> {
  const { corpus, view, filter } = selection;
  const whole = { where: artefactsWhere(selection), params: artefactParams(selection) };
  const of = { corpus, upTo: view.seq, lookAt };
  if (filter.publisher?.length !== 1) return inStretches(connection, 'artefacts', of, whole);
  const along = 'artefacts INDEXED BY artefacts_by_publisher';
  return inStretches(connection, along, of, whole, 'AND publisher = @only');
}
