/** Lists of claims by the projection of beliefs: in the order of confidence, counted, grouped. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { byCodeUnit } from '../by-code-unit.ts';
import { addLooks } from '../caller.ts';
import type { ClaimRecord } from '../claim.ts';
import { type BeliefPart, beliefPartsOf } from '../store/belief-parts.ts';
import { LISTED_STATES } from '../store/beliefs.ts';
import { type Group, MAX_LISTED, type RowCount } from '../store/lists.ts';
import { cutAt, shareOf } from '../store/merged-page.ts';
import type { ClaimSelection, Listed, ListKey, ListPage } from '../store/selection.ts';
import { claimParams, claimsWhere, soughtBy } from './claim-selection.ts';
import type { Connection, SqlParams } from './connection.ts';
import { recordOf } from './records.ts';
import { codeOf } from './save-beliefs.ts';
import { SLICE } from './slices.ts';

/** A claim's place in the order of confidence. */
export interface ConfidencePlace {
  readonly confidence: number;
  readonly cluster: string;
  readonly seq: number;
}
type PlacedRow = ConfidencePlace & { readonly record: string };

/** Ledgers that are looked at first, and later at once. */
export const FIRST_LEDGERS = 128;

export async function confidencePage(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<Listed<ClaimRecord>> {
  const { limit, descending } = page;
  if (selection.belief === undefined) throw new RangeError('the order of confidence needs beliefs');
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  const bounds: Bounds = {
    after: placeOf(connection, page.after),
    before: placeOf(connection, page.before),
    descending,
  };
  const found: PlacedRow[] = [];
  const stops: ConfidencePlace[] = [];
  const sought = soughtBy(connection, selection);
  if (sought !== null) {
    const params = { ...claimParams(selection), ...boundsOf(bounds), limit };
    found.push(...connection.rows<PlacedRow>(soughtSql(selection, sought, bounds), params));
  } else {
    const parts = beliefPartsOf(selection.belief);
    // The first ledger may be that of the claim behind which the page begins.
    const lookAt = Math.max(2, shareOf(page.lookAt, parts.length));
    for (const part of parts) {
      const { rows, stoppedAt } = await rowsOfPart(connection, selection, { part, bounds, limit, lookAt });
      found.push(...rows);
      if (stoppedAt !== null) stops.push(stoppedAt);
    }
  }
  return pageOfPlaces(connection, { found, stops }, { descending, limit });
}

interface Places<R extends ConfidencePlace> {
  readonly found: readonly R[];
  readonly stops: readonly ConfidencePlace[];
}

/** The page of claims at places that were found in parts. */
export function pageOfPlaces(
  connection: Connection,
  { found, stops }: Places<PlacedRow>,
  { descending, limit }: Pick<ListPage, 'descending' | 'limit'>,
): Listed<ClaimRecord> {
  const sign = descending ? -1 : 1;
  const compare = (a: ConfidencePlace, b: ConfidencePlace) => sign * comparePlaces(a, b);
  const { rows, stoppedAt } = cutAt<PlacedRow, ConfidencePlace>(found, { stops, compare, limit });
  return {
    rows: rows.map(({ record }) => connection.parse<ClaimRecord>(record)),
    stoppedAt: stoppedAt && keyOfPlace(connection, stoppedAt, descending),
  };
}

/** The key of the last claim of a cluster, in the order of the page. */
function keyOfPlace(
  connection: Connection,
  { confidence, cluster }: ConfidencePlace,
  descending: boolean,
): ListKey {
  const sql = `SELECT addr FROM claims WHERE cluster = @cluster ORDER BY seq ${descending ? 'ASC' : 'DESC'} LIMIT 1`;
  // A ledger is that of a claim.
  return { value: confidence, id: String(connection.value(sql, { cluster })) };
}

export function comparePlaces(a: ConfidencePlace, b: ConfidencePlace): number {
  return a.confidence - b.confidence || byCodeUnit(a.cluster, b.cluster) || a.seq - b.seq;
}

interface Bounds {
  readonly after: ConfidencePlace | null;
  readonly before: ConfidencePlace | null;
  readonly descending: boolean;
}

interface PartOfPage {
  readonly part: BeliefPart;
  readonly bounds: Bounds;
  readonly limit: number;
  readonly lookAt: number;
}

interface RowsOfPart {
  readonly rows: PlacedRow[];
  readonly stoppedAt: ConfidencePlace | null;
}

/** A key names its claim, and that its cluster and position; a claim that is not there is behind all of its confidence. */
export function placeOf(connection: Connection, key: ListKey | null): ConfidencePlace | null {
  if (key === null) return null;
  const found = connection.row<Pick<ConfidencePlace, 'cluster' | 'seq'>>(
    'SELECT cluster, seq FROM claims WHERE addr = @id',
    { id: key.id },
  );
  return { confidence: Number(key.value), cluster: '', seq: -1, ...found };
}

/** Of the projection slice by slice along its index: other filters may pass over any number of ledgers. */
async function rowsOfPart(
  connection: Connection,
  selection: ClaimSelection,
  { part, bounds, limit, lookAt }: PartOfPage,
): Promise<RowsOfPart> {
  const params = { ...claimParams(selection), limit };
  if (part === 'moved') {
    const all = { ...params, ...boundsOf(bounds) };
    return { rows: connection.rows<PlacedRow>(rowsSql(selection, part, bounds), all), stoppedAt: null };
  }
  const rows: PlacedRow[] = [];
  let { after } = bounds;
  let open = lookAt;
  for (let size = Math.min(FIRST_LEDGERS, open); ; size = Math.min(SLICE, 4 * size, open)) {
    const some = { ...bounds, after };
    const end = connection.row<Omit<ConfidencePlace, 'seq'>>(endSql(part, some), {
      corpus: selection.corpus,
      passed: size - 1,
      ...boundsOf(some),
    });
    const last: SqlParams =
      end === undefined ? {} : { lastConfidence: end.confidence, lastCluster: end.cluster };
    const sql = rowsSql(selection, part, some, end !== undefined);
    const left = limit - rows.length;
    rows.push(...connection.rows<PlacedRow>(sql, { ...params, ...boundsOf(some), ...last, limit: left }));
    if (rows.length === limit || end === undefined) return { rows, stoppedAt: null };
    after = { ...end, seq: bounds.descending ? -1 : Number.MAX_SAFE_INTEGER };
    open -= size;
    addLooks(size);
    if (open === 0) return { rows, stoppedAt: after };
    await nextTurn();
  }
}

const COLUMNS = {
  ledger: { confidence: 'b.confidence', cluster: 'b.cluster' },
  moved: { confidence: 'b.value ->> 1', cluster: 'c.cluster' },
} as const;

function rowsSql(selection: ClaimSelection, part: BeliefPart, bounds: Bounds, isSlice = false): string {
  const { confidence, cluster } = COLUMNS[part === 'moved' ? 'moved' : 'ledger'];
  const [sign, direction] = bounds.descending ? ['>=', 'DESC'] : ['<=', 'ASC'];
  return `
    SELECT ${recordOf('claim', 'c')} AS record, ${confidence} AS confidence, c.cluster, c.seq
    ${claimsWhere(selection, { sought: null, by: 'confidence', part })}
    ${part === 'moved' ? '' : ofState(part)} AND going()
    ${between(bounds, { confidence, cluster, seq: 'c.seq' })}
    ${isSlice ? `AND (${confidence}, ${cluster}) ${sign} (@lastConfidence, @lastCluster)` : ''}
    ORDER BY ${confidence} ${direction}, ${cluster} ${direction}, c.seq ${direction} LIMIT @limit`;
}

/** Of few claims `c` that another filter finds: the confidence of each. */
export const CONFIDENCE = `coalesce(
  (SELECT k.value ->> 1 FROM json_each(@movedWanted) k WHERE k.value ->> 0 = c.cluster),
  (SELECT b.confidence FROM ledger_beliefs b WHERE b.corpus = c.corpus AND b.cluster = c.cluster), -1
)`;

function soughtSql(selection: ClaimSelection, sought: string, bounds: Bounds): string {
  const direction = bounds.descending ? 'DESC' : 'ASC';
  const columns = { confidence: CONFIDENCE, cluster: 'c.cluster', seq: 'c.seq' };
  return `
    SELECT ${recordOf('claim', 'c')} AS record, ${CONFIDENCE} AS confidence, c.cluster, c.seq
    ${claimsWhere(selection, { sought })} ${between(bounds, columns)}
    ORDER BY confidence ${direction}, c.cluster ${direction}, c.seq ${direction} LIMIT @limit`;
}

function ofState(part: Exclude<BeliefPart, 'moved'>): string {
  return `AND b.corpus = @corpus AND b.state = ${codeOf(part)}`;
}

/** The last ledger of a slice; no row where there are fewer. */
function endSql(part: Exclude<BeliefPart, 'moved'>, bounds: Bounds): string {
  const direction = bounds.descending ? 'DESC' : 'ASC';
  return `
    SELECT b.confidence, b.cluster FROM ledger_beliefs b INDEXED BY ledger_beliefs_by_confidence
    WHERE true ${ofState(part)} ${between(bounds, COLUMNS.ledger)}
    ORDER BY b.confidence ${direction}, b.cluster ${direction} LIMIT 1 OFFSET @passed`;
}

/** A range of the ledgers' index; of the ledgers at its ends, the claims by position. */
function between(
  { after, before, descending }: Bounds,
  {
    confidence,
    cluster,
    seq,
  }: { readonly confidence: string; readonly cluster: string; readonly seq?: string },
): string {
  const [later, earlier] = descending ? ['<', '>'] : ['>', '<'];
  const bound = (name: string, sign: string) => `
    AND (${confidence}, ${cluster}) ${sign}= (@${name}Confidence, @${name}Cluster)
    ${
      seq === undefined
        ? ''
        : `AND (${confidence} <> @${name}Confidence OR ${cluster} <> @${name}Cluster OR ${seq} ${sign} @${name}Seq)`
    }`;
  return `${after === null ? '' : bound('after', later)} ${before === null ? '' : bound('before', earlier)}`;
}

function boundsOf({ after, before }: Bounds): SqlParams {
  return {
    ...(after !== null && {
      afterConfidence: after.confidence,
      afterCluster: after.cluster,
      afterSeq: after.seq,
    }),
    ...(before !== null && {
      beforeConfidence: before.confidence,
      beforeCluster: before.cluster,
      beforeSeq: before.seq,
    }),
  };
}

/** What the projection has counted, but for claims of moved ledgers, which are counted one by one: in one statement. */
export function tallyOf(connection: Connection, selection: ClaimSelection): RowCount {
  const come = `SELECT count(*) ${claimsWhere(selection, { sought: null, part: 'moved' })}`;
  const sql = `SELECT (${TALLY}) - (${MOVED_AWAY}) + (${come}) AS count`;
  return { count: Number(connection.value(sql, claimParams(selection)) ?? 0), isExact: true };
}

const TALLY = `
  SELECT coalesce(sum(claims), 0) FROM belief_tallies
  WHERE corpus = @corpus AND state IN (SELECT value FROM json_each(@states))`;

const MOVED_AWAY = `
  SELECT count(*) FROM json_each(@moved) k
  CROSS JOIN claims c INDEXED BY claims_by_cluster ON c.cluster = k.value AND c.corpus = @corpus
  WHERE going() AND c.belief IN (SELECT value FROM json_each(@states))`;

/** Each state is a list of its own. */
export async function beliefGroups(
  selection: ClaimSelection,
  count: (selection: ClaimSelection) => Promise<RowCount>,
): Promise<Group[]> {
  const { belief } = selection;
  if (belief === undefined) throw new RangeError('groups of beliefs need beliefs');
  const groups: Group[] = [];
  for (const state of LISTED_STATES.filter((one) => belief.states?.includes(one) ?? true)) {
    const found = await count({ ...selection, belief: { ...belief, states: [state] } });
    if (found.count > 0 || !found.isExact)
      groups.push({ key: state, count: found.count, ...(!found.isExact && { isCut: true }) });
  }
  return groups.sort((a, b) => b.count - a.count || byCodeUnit(a.key, b.key));
}
