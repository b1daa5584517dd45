/** Lists of artefacts: a page along the index of its order, what is filtered out or counted slice by slice. */
import type { ArtefactState } from '../artefact.ts';
import type { ListReads } from '../store/lists.ts';
import { narrowedPage } from '../store/narrowed-page.ts';
import { type ArtefactSelection, type Listed, type ListPage, MAX_LOOKED_AT } from '../store/selection.ts';
import type { Connection, SqlParams } from './connection.ts';
import { countOf, groupsOf } from './count-rows.ts';
import { artefactCondition, soughtArtefacts } from './filter-sql.ts';
import { type ListRow, pageOf, pageParams, slicedRows, sliceEnd } from './list-pages.ts';
import { recordOf } from './records.ts';
import { inStretches, type Part } from './slices.ts';
import { firstFew } from './sought-rows.ts';

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
  const source = sourceOf(connection, selection, page.by);
  const where = artefactsWhere(selection, source);
  const { rows, stoppedAt } = await slicedRows<ListRow>(page, {
    rows: (part, last) =>
      connection.rows<ListRow>(pageOf(where, part, COLUMNS, last), { ...params, ...pageParams(part, last) }),
    end: (part, size) =>
      source.isSought
        ? undefined
        : sliceEnd(connection, { where: source.from, params }, part, { id: 'c.id', size }),
  });
  return { rows: rows.map(({ record }) => connection.parse<ArtefactState>(record)), stoppedAt };
}

/** Where the artefacts of a list come from. */
interface ArtefactSource {
  /** `FROM … WHERE …` */
  readonly from: string;
  /** Whether they are few, found by an index of what the filter asks for. */
  readonly isSought: boolean;
}

/** One publisher's artefacts stand together in the order of the log; in any other it is a condition of each row. */
function sourceOf(
  connection: Connection,
  { corpus, filter }: ArtefactSelection,
  by: ListPage['by'],
): ArtefactSource {
  if (filter.publisher?.length === 1 && by === 'seq') return { from: OF_PUBLISHER, isSought: false };
  const sought = firstFew(connection, corpus, soughtArtefacts(filter));
  if (sought === null) return { from: 'FROM artefacts c WHERE c.corpus = @corpus', isSought: false };
  const found = `FROM (SELECT DISTINCT id FROM (${sought})) found CROSS JOIN artefacts c ON c.rowid = found.id`;
  return { from: `${found} WHERE c.corpus = @corpus`, isSought: true };
}

const OF_PUBLISHER =
  'FROM artefacts c INDEXED BY artefacts_by_publisher WHERE c.corpus = @corpus AND c.publisher = @only';

function artefactsWhere({ filter }: ArtefactSelection, { from }: ArtefactSource): string {
  return `${from} AND +c.seq <= @seq AND +c.effective_at <= @until AND ${artefactCondition(filter).sql}`;
}

function artefactParams({ corpus, view, filter }: ArtefactSelection): SqlParams {
  return {
    ...artefactCondition(filter).params,
    ...Object.assign({}, ...soughtArtefacts(filter).map(({ params }) => params)),
    only: filter.publisher?.[0] ?? null,
    ...{ corpus, seq: view.seq, until: view.until },
  };
}

async function* artefactParts(
  connection: Connection,
  selection: ArtefactSelection,
  lookAt = MAX_LOOKED_AT,
): AsyncGenerator<Part> {
  const { corpus, view } = selection;
  const source = sourceOf(connection, selection, 'seq');
  const whole = { where: artefactsWhere(selection, source), params: artefactParams(selection) };
  const of = { corpus, upTo: view.seq, lookAt };
  if (source.isSought) yield whole;
  else if (source.from === OF_PUBLISHER)
    yield* inStretches(connection, ALONG_PUBLISHER, of, whole, 'AND publisher = @only');
  else yield* inStretches(connection, 'artefacts', of, whole);
}

const ALONG_PUBLISHER = 'artefacts INDEXED BY artefacts_by_publisher';
