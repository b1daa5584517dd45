/** Lists of artefacts: a page along the index of its order, what is filtered out or counted slice by slice. */
import type { ArtefactState } from '../artefact.ts';
import type { ListReads } from '../store/lists.ts';
import type { ArtefactSelection, ListPage } from '../store/selection.ts';
import { folded } from './claim-selection.ts';
import type { Connection, SqlParams } from './connection.ts';
import { countOf, groupsOf } from './count-rows.ts';
import { type ListRow, pageOf, pageParams, slicedRows, sliceEnd } from './list-pages.ts';
import { recordOf } from './records.ts';
import { inStretches, type Part } from './slices.ts';

export function artefactLists(connection: Connection): ListReads['artefacts'] {
  return {
    list: (selection, page) => artefactPage(connection, selection, page),
    count: (selection) => countOf(connection, artefactParts(connection, selection)),
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
  page: ListPage,
): Promise<ArtefactState[]> {
  const params = artefactParams(selection);
  const where = artefactsWhere(selection, page.by);
  const slice = artefactsOf(selection, page.by);
  const rows = await slicedRows<ListRow>(page, {
    rows: (part, last) =>
      connection.rows<ListRow>(pageOf(where, part, COLUMNS, last), { ...params, ...pageParams(part, last) }),
    end: (part, size) => sliceEnd(connection, { where: slice, params }, part, { id: 'c.id', size }),
  });
  return rows.map(({ record }) => connection.parse<ArtefactState>(record));
}

/** A publisher's artefacts stand together in the order of the log; in any other it is a condition of each row. */
function artefactsOf({ filter }: ArtefactSelection, by: ListPage['by']): string {
  if (filter.publisher === null) return 'FROM artefacts c WHERE c.corpus = @corpus';
  const along = by === 'seq' ? 'INDEXED BY artefacts_by_publisher' : '';
  return `FROM artefacts c ${along} WHERE c.corpus = @corpus AND ${by === 'seq' ? '' : '+'}c.publisher = @publisher`;
}

function artefactsWhere(selection: ArtefactSelection, by: ListPage['by'] = 'seq'): string {
  const { filter } = selection;
  const withdrawn = '(c.withdrawn_seq IS NOT NULL AND c.withdrawn_seq <= @seq AND c.withdrawn_at <= @until)';
  return `
    ${artefactsOf(selection, by)} AND +c.seq <= @seq AND +c.effective_at <= @until
    AND (@licence IS NULL OR c.licence = @licence) AND (@domain IS NULL OR c.domain = @domain)
    AND (@lang IS NULL OR c.lang = @lang)
    AND (@mediaType IS NULL OR c.media_type = @mediaType)
    AND (@from IS NULL OR c.effective_at >= @from) AND (@to IS NULL OR c.effective_at <= @to)
    AND (@text IS NULL OR instr(c.words, @text) > 0)
    ${filter.withdrawn === null ? '' : `AND ${filter.withdrawn ? '' : 'NOT '}${withdrawn}`}`;
}

function artefactParams({ corpus, view, filter }: ArtefactSelection): SqlParams {
  const { withdrawn: _, ...rest } = filter;
  return { ...rest, text: folded(filter.text), corpus, seq: view.seq, until: view.until };
}

function artefactParts(connection: Connection, selection: ArtefactSelection): AsyncGenerator<Part> {
  const whole = { where: artefactsWhere(selection), params: artefactParams(selection) };
  return inStretches(connection, 'artefacts', { corpus: selection.corpus, upTo: selection.view.seq }, whole);
}
