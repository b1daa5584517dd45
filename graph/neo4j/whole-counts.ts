/**
 * Counts of a corpus of which a view sees everything, as that of the present does: along indexes alone, without looking at what each
 * claim says or who states it.
 */
import { addLooks, forEverybody } from '../caller.ts';
import type { SourceCount } from '../store/filters.ts';
import { MAX_COUNTED, type RowCount } from '../store/lists.ts';
import type { RecordReads } from '../store/records.ts';
import type { CorpusRecord } from '../store/rows.ts';
import { type ClaimSelection, isOfSourcesAlone, MAX_LOOKED_AT } from '../store/selection.ts';
import type { BoltParams } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { ALONG_SEVERAL } from './several-publishers.ts';

/** Steps along an index that cost as much as one row that is looked at. */
const STEPS_OF_LOOK = 100;

/** What whole counts read of corpora: only as far as it is applied whole. */
export type CorporaByName = RecordReads<'corpora'>['corpora'];

/**
 * Null where the view does not see everything, or claims are selected by anything but the number of their sources.
 * @param mostSeveral of claims by several publishers, as many are gone along to count the others; null where there are more
 */
export async function wholeCount(
  connection: Neo4jConnection,
  corpora: CorporaByName,
  selection: ClaimSelection,
  mostSeveral = MAX_LOOKED_AT,
): Promise<RowCount | null> {
  if (!isOfSourcesAlone(selection)) return null;
  const extent = await extentOf(corpora, selection.corpus);
  if (!seesWhole(selection, extent)) return null;
  const { corpus, view, filter } = selection;
  const params = { corpus, seq: view.seq };
  const count = await COUNTS[filter.sources ?? 'any'](connection, params, mostSeveral);
  if (count === null) return null;
  addLooks(Math.ceil(count / STEPS_OF_LOOK));
  // What was written meanwhile, also behind the position that this work sees, may have given a claim another publisher. What a view
  // sees beyond that position may be of a later time than the view.
  const isFixed = filter.sources === null && extent?.size === view.seq + 1;
  if (!isFixed && !seesWhole(selection, await forEverybody(() => extentOf(corpora, corpus)))) return null;
  return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}

type Extent = Pick<CorpusRecord, 'size' | 'newestEffectiveAt'>;

async function extentOf(corpora: CorporaByName, corpus: string): Promise<Extent | null> {
  const [record] = await corpora([corpus]);
  return record ?? null;
}

function seesWhole({ view }: ClaimSelection, extent: Extent | null): boolean {
  return extent !== null && extent.size <= view.seq + 1 && extent.newestEffectiveAt <= view.until;
}

type Count = (connection: Neo4jConnection, params: BoltParams, mostSeveral: number) => Promise<number | null>;

const COUNTS: Readonly<Record<SourceCount | 'any', Count>> = {
  any: (connection, params) => stepsAlong(connection, ALL, params, MAX_COUNTED + 1),
  several: (connection, params) => stepsAlong(connection, SEVERAL, params, MAX_COUNTED + 1),
  one: async (connection, params, mostSeveral) => {
    const several = await stepsAlong(connection, SEVERAL, params, mostSeveral + 1);
    if (several > mostSeveral) return null;
    return (await stepsAlong(connection, ALL, params, MAX_COUNTED + 1 + several)) - several;
  },
};

async function stepsAlong(
  connection: Neo4jConnection,
  along: string,
  params: BoltParams,
  most: number,
): Promise<number> {
  const row = await connection.row<{ total: number }>(
    `${along} WITH c LIMIT $most RETURN count(c) AS total`,
    {
      ...params,
      most,
    },
  );
  return row?.total ?? 0;
}

const UP_TO_VIEW = 'c.seq >= -1 AND c.seq <= $seq AND c.addr IS NOT NULL';
const ALL = `
  MATCH (c:Claim) USING INDEX SEEK c:Claim(corpus, seq, addr) WHERE c.corpus = $corpus AND ${UP_TO_VIEW}`;
const SEVERAL = `
  MATCH (c:Claim) USING INDEX SEEK c:Claim(${[...ALONG_SEVERAL.leading, 'seq', 'addr'].join(', ')})
  WHERE ${ALONG_SEVERAL.where} AND ${UP_TO_VIEW}`;
