/** Lists of claims: a page along the index of its order, what is passed over or counted slice by slice. */
import type { ClaimAddr } from '../address.ts';
import { byCodeUnit } from '../by-code-unit.ts';
import type { ClaimRecord } from '../claim.ts';
import type { ListReader, ListReads } from '../store/lists.ts';
import type { ClaimGrouping, ClaimSelection, ListKey, ListPage, RankedClaim } from '../store/selection.ts';
import {
  claimParams,
  claimsWhere,
  mayBeFirst,
  type SoughtBy,
  shown,
  soughtBy,
  timesOf,
} from './claim-selection.ts';
import type { Connection } from './connection.ts';
import { countOf, groupsOf } from './count-rows.ts';
import { FirstOfClusters, type Lead } from './first-of-clusters.ts';
import { type ListRow, pageOf, pageParams, slicedRows, sliceEnd } from './list-pages.ts';
import { recordOf } from './records.ts';
import { inStretches, type Part, partsOf } from './slices.ts';

export function claimLists(connection: Connection): ListReads['claims'] {
  return {
    list: async (selection, page) => {
      const { ranked } = selection;
      if (ranked !== null && page.by === 'rank')
        return rankedPage(connection, { ...selection, ranked: inOrder(ranked, page) }, page);
      return claimPage(connection, selection, page);
    },
    count: (selection) => countOf(connection, claimParts(connection, selection)),
    groups: (selection, by) =>
      groupsOf(connection, claimParts(connection, selection), {
        columns: 'c.addr, c.attribute, c.dimension',
        keyed: claimGroups(by),
      }),
  };
}

export function claimAddrs(connection: Connection): Pick<ListReader, 'claimAddrs'> {
  return { claimAddrs: (selection, limit) => addrsOf(connection, selection, limit) };
}

/** Of claims `matching`: each key beside the claims that have it. */
function claimGroups(by: ClaimGrouping): string {
  if (by === 'attribute' || by === 'dimension') {
    return `SELECT ${by} AS key, addr AS id FROM matching WHERE ${by} IS NOT NULL AND EXISTS (${shown('matching')})`;
  }
  return `
    SELECT a.${by} AS key, matching.addr AS id FROM matching
    CROSS JOIN occurrences o ON o.claim = matching.addr AND o.seq <= @seq AND o.effective_at <= @until
    CROSS JOIN artefacts a ON a.id = o.artefact`;
}

/** All that match, in parts that are short enough for one statement each. */
async function* claimParts(connection: Connection, selection: ClaimSelection): AsyncGenerator<Part> {
  const { firstOfCluster, ...rest } = selection;
  if (firstOfCluster === undefined) {
    yield* statedParts(connection, selection);
    return;
  }
  const firsts = new FirstOfClusters(connection, selection, firstOfCluster.several);
  for await (const { where, params } of statedParts(connection, selection)) {
    const leads = connection.rows<Lead>(`SELECT c.addr, c.cluster ${where}`, params);
    const ranked = firsts.among(leads).map(({ addr }) => ({ addr, rank: 0 }));
    if (ranked.length > 0) yield wholeOf({ ...rest, ranked });
  }
}

/** In the order of the log where the selection has no ranks. */
async function* statedParts(connection: Connection, selection: ClaimSelection): AsyncGenerator<Part> {
  const { corpus, view, ranked } = selection;
  if (ranked !== null) {
    for await (const some of partsOf(ranked)) yield wholeOf({ ...selection, ranked: some });
    return;
  }
  const sought = soughtBy(connection, selection);
  const whole = wholeOf(selection, sought);
  if (sought !== null) yield whole;
  else yield* inStretches(connection, 'claims', { corpus, upTo: view.seq }, whole);
}

const COLUMNS = { record: recordOf('claim', 'c'), id: 'c.addr', more: 'c.addr, c.cluster' };

/** A claim in a list, with its place there. */
type ClaimRow = Lead & ListRow;

/** @param last row that is looked at; absent: the list's */
function claimRows(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  { sought, last }: { readonly sought: SoughtBy | null; readonly last?: ListKey | undefined },
): ClaimRow[] {
  const where = claimsWhere(selection, { sought, by: page.by });
  const sql = pageOf(where, page, COLUMNS, last);
  return connection.rows<ClaimRow>(sql, { ...claimParams(selection), ...pageParams(page, last) });
}

async function claimPage(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<ClaimRecord[]> {
  const sought = soughtBy(connection, selection);
  const rows = mayPassOver(selection, sought)
    ? await slicedClaims(connection, selection, page, sought)
    : claimRows(connection, selection, page, { sought });
  return rows.map(({ record }) => connection.parse<ClaimRecord>(record));
}

/** Whether many claims may lie between two of a page. */
function mayPassOver(
  { filter, ranked, firstOfCluster, prefixes }: ClaimSelection,
  sought: SoughtBy | null,
): boolean {
  if (firstOfCluster !== undefined) return true;
  if (ranked !== null || sought !== null) return false;
  return prefixes !== null || Object.values(filter).some((one) => one !== null);
}

/** What is passed over, slice by slice; of clusters first a few, and more where they are not wanted. */
async function slicedClaims(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  sought: SoughtBy | null,
): Promise<ClaimRow[]> {
  const { firstOfCluster } = selection;
  const firsts = firstOfCluster && new FirstOfClusters(connection, selection, firstOfCluster.several);
  const times = page.by === 'effective_at' ? timesOf(selection, page.by) : '';
  const slice = `FROM claims c WHERE c.corpus = @corpus ${times} ${mayBeFirst(selection)}`;
  const params = claimParams(selection);
  return slicedRows<ClaimRow>(page, {
    rows: (part, last) => claimRows(connection, selection, part, { sought, last }),
    end: (part, size) =>
      sought === null
        ? sliceEnd(connection, { where: slice, params }, part, { id: 'c.addr', size })
        : undefined,
    ...(firsts !== undefined && { among: (rows) => firsts.among(rows) }),
  });
}

/** Ranks come with the selection: nothing behind the page's last row need be looked at. */
async function rankedPage(
  connection: Connection,
  selection: RankedSelection,
  page: ListPage,
): Promise<ClaimRecord[]> {
  const found: ClaimRecord[] = [];
  for await (const ranked of partsOf(selection.ranked)) {
    const limit = page.limit - found.length;
    const rows = claimRows(connection, { ...selection, ranked }, { ...page, limit }, { sought: null });
    found.push(...rows.map(({ record }) => connection.parse<ClaimRecord>(record)));
    if (found.length === page.limit) break;
  }
  return found;
}

interface RankedSelection extends ClaimSelection {
  readonly ranked: readonly RankedClaim[];
}

/** Those between the page's bounds, in its order. */
function inOrder(
  ranked: readonly RankedClaim[],
  { descending, after, before }: ListPage,
): readonly RankedClaim[] {
  const sign = descending ? -1 : 1;
  const compared = (rank: number, addr: string, value: ListKey['value'], id: string) =>
    sign * (rank - Number(value) || byCodeUnit(addr, id));
  const isInside = ({ addr, rank }: RankedClaim) =>
    (after === null || compared(rank, addr, after.value, after.id) > 0) &&
    (before === null || compared(rank, addr, before.value, before.id) < 0);
  return ranked.filter(isInside).sort((a, b) => compared(a.rank, a.addr, b.rank, b.addr));
}

function wholeOf(selection: ClaimSelection, sought: SoughtBy | null = null): Part {
  return { where: claimsWhere(selection, { sought }), params: claimParams(selection) };
}

async function addrsOf(
  connection: Connection,
  selection: ClaimSelection,
  limit: number,
): Promise<ClaimAddr[]> {
  const found: ClaimAddr[] = [];
  // What is ranked comes in no order: its parts are one.
  const parts =
    selection.ranked === null || selection.firstOfCluster !== undefined
      ? claimParts(connection, selection)
      : [wholeOf(selection)];
  for await (const { where, params } of parts) {
    const sql = `SELECT c.addr ${where} ORDER BY c.seq, c.addr LIMIT @most`;
    const rows = connection.rows<{ addr: ClaimAddr }>(sql, { ...params, most: limit - found.length });
    for (const { addr } of rows) found.push(addr);
    if (found.length === limit) break;
  }
  return found;
}
