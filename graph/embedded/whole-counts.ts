/**
 * Counts of a corpus of which a view sees everything, as that of the present does: along indexes alone, without looking at what each
 * claim says or who states it.
 */
import { addLooks } from '../caller.ts';
import type { SourceCount } from '../store/filters.ts';
import { MAX_COUNTED, type RowCount } from '../store/lists.ts';
import { type ClaimSelection, isOfSourcesAlone, MAX_LOOKED_AT } from '../store/selection.ts';
import type { Connection } from './connection.ts';

/** Steps along an index that cost as much as one row that is looked at. */
const STEPS_OF_LOOK = 100;

/**
 * Null where the view does not see everything, or claims are selected by anything but the number of their sources.
 * @param mostSeveral of claims by several publishers, as many are gone along to count the others, in one statement; null where there are more
 */
export function wholeCount(
  connection: Connection,
  selection: ClaimSelection,
  mostSeveral = MAX_LOOKED_AT,
): RowCount | null {
  if (!isOfSourcesAlone(selection)) return null;
  const { corpus, view, filter } = selection;
  const params = { corpus, seq: view.seq, until: view.until, most: MAX_COUNTED + 1, mostSeveral };
  const count = connection.value(filter.sources === null ? OF_ALL : OF_SOURCES[filter.sources], params);
  if (count === undefined || count === null) return null;
  addLooks(Math.ceil(Number(count) / STEPS_OF_LOOK));
  return { count: Math.min(Number(count), MAX_COUNTED), isExact: Number(count) <= MAX_COUNTED };
}

/** That all are before the end of the view makes their indexes those in the order of the log, which have nothing else. */
const ALL = 'SELECT 1 FROM claims WHERE corpus = @corpus AND seq <= @seq';
const SEVERAL = `${ALL} AND by_several = 1`;

/** The log has a claim at its first place: whatever a corpus with a record holds is stated, and by one publisher or by several. */
const OF_ALL = seenWhole(upTo(ALL, '@most'));
const OF_SOURCES: Readonly<Record<SourceCount, string>> = {
  one: `
    WITH several AS MATERIALIZED (SELECT count(*) AS n FROM (${SEVERAL} LIMIT @mostSeveral + 1))
    ${seenWhole(`CASE WHEN (SELECT n FROM several) <= @mostSeveral
      THEN ${upTo(ALL, '@most + (SELECT n FROM several)')} - (SELECT n FROM several) END`)}`,
  several: seenWhole(upTo(SEVERAL, '@most')),
};

/** One statement, so that the record is of the claims that are counted. */
function seenWhole(count: string): string {
  return `
    SELECT ${count} AS count FROM corpora
    WHERE name = @corpus AND record ->> 'size' <= @seq + 1 AND record ->> 'newestEffectiveAt' <= @until`;
}

function upTo(rows: string, most: string): string {
  return `(SELECT count(*) FROM (${rows} LIMIT ${most}))`;
}
