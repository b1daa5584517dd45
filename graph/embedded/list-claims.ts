/** Lists of claims: a page along the index of its order, what is filtered out or counted slice by slice. */
import type { ClaimAddr } from '../address.ts';
import type { ClaimRecord } from '../claim.ts';
import type { ListReader, ListReads } from '../store/lists.ts';
import type { BeliefCut, ClaimGrouping, ClaimSelection, ListKey, ListPage } from '../store/selection.ts';
import { beliefPartsOf, beliefSource, believed, wantedOf } from './belief-parts.ts';
import {
  type ClaimSource,
  claimParams,
  claimsWhere,
  mayBeFirst,
  ofCorpus,
  pageOfCorpus,
  type SoughtBy,
  shown,
  soughtBy,
  timesOf,
} from './claim-selection.ts';
import { clustersByConfidence } from './clusters-by-confidence.ts';
import type { Connection } from './connection.ts';
import { countOf, groupsOf } from './count-rows.ts';
import { FirstOfClusters, type Lead } from './first-of-clusters.ts';
import { beliefGroups, confidencePage, mergedPage, tallyOf } from './list-beliefs.ts';
import { type ListRow, pageOf, pageParams, slicedRows, sliceEnd } from './list-pages.ts';
import { recordOf } from './records.ts';
import { codeOf } from './save-beliefs.ts';
import { inStretches, type Part, partsOf } from './slices.ts';

export function claimLists(connection: Connection): ListReads['claims'] {
  return {
    list: (selection, page) =>
      page.by === 'confidence'
        ? pageByConfidence(connection, selection, page)
        : claimPage(connection, selection, pageOfCorpus(selection.corpus, page)),
    count: async (selection) =>
      selection.belief?.isWhole
        ? tallyOf(connection, selection)
        : countOf(connection, claimParts(connection, selection)),
    groups: async (selection, by) =>
      by === 'belief'
        ? beliefGroups(selection, (one) => claimLists(connection).count(one))
        : groupsOf(connection, claimParts(connection, selection), {
            columns: 'c.addr, c.attribute, c.dimension',
            keyed: claimGroups(by),
          }),
  };
}

export function claimAddrs(connection: Connection): Pick<ListReader, 'claimAddrs'> {
  return { claimAddrs: (selection, limit) => addrsOf(connection, selection, limit) };
}

/** Of claims `matching`: each key beside the claims that have it. */
function claimGroups(by: Exclude<ClaimGrouping, 'belief'>): string {
  if (by === 'attribute' || by === 'dimension') {
    return `SELECT ${by} AS key, addr AS id FROM matching WHERE ${by} IS NOT NULL AND EXISTS (${shown('matching')})`;
  }
  return `
    SELECT a.${by} AS key, matching.addr AS id FROM matching
    CROSS JOIN occurrences o ON o.claim = matching.addr AND o.seq <= @seq AND o.effective_at <= @until
    CROSS JOIN artefacts a ON a.id = o.artefact`;
}

function pageByConfidence(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<ClaimRecord[]> {
  const read = selection.firstOfCluster === undefined ? confidencePage : clustersByConfidence;
  return read(connection, selection, page);
}

/** All that match, in parts that are short enough for one statement each. */
async function* claimParts(connection: Connection, selection: ClaimSelection): AsyncGenerator<Part> {
  const { firstOfCluster, belief, ...rest } = selection;
  if (firstOfCluster === undefined) {
    yield* statedParts(connection, selection);
    return;
  }
  const firsts = new FirstOfClusters(connection, selection, firstOfCluster.several);
  for await (const { where, params } of statedParts(connection, selection)) {
    const leads = connection.rows<Lead>(`SELECT c.addr, c.cluster ${where}`, params);
    const among = firsts.among(leads).map(({ addr }) => addr);
    if (among.length > 0) yield wholeOf({ ...rest, among });
  }
}

/** The first claims of moved ledgers, each of which is found by its cluster. */
function movedFirsts(
  connection: Connection,
  { firstOfCluster, belief, ...rest }: ClaimSelection,
): ClaimSelection {
  const firsts = new FirstOfClusters(connection, rest, firstOfCluster?.several ?? null);
  const clusters = belief === undefined ? [] : wantedOf(belief).map(({ cluster }) => cluster);
  return { ...rest, among: firsts.of(clusters) };
}

/** In the order of the log, but for claims that are named. */
async function* statedParts(connection: Connection, selection: ClaimSelection): AsyncGenerator<Part> {
  const { corpus, view, among } = selection;
  if (among !== null) {
    for await (const some of partsOf(among)) yield wholeOf({ ...selection, among: some });
    return;
  }
  const sought = soughtBy(connection, selection);
  const whole = wholeOf(selection, { sought });
  const upTo = view.seq;
  if (sought !== null) yield whole;
  else if (selection.belief === undefined) yield* inStretches(connection, 'claims', { corpus, upTo }, whole);
  else yield* believedParts(connection, selection, selection.belief);
}

async function* believedParts(
  connection: Connection,
  selection: ClaimSelection,
  belief: BeliefCut,
): AsyncGenerator<Part> {
  const { corpus, view } = selection;
  for (const part of beliefPartsOf(belief)) {
    const whole = wholeOf(selection, { sought: null, part });
    if (part === 'moved')
      yield selection.firstOfCluster === undefined ? whole : wholeOf(movedFirsts(connection, selection));
    else {
      const along = 'claims INDEXED BY claims_by_belief_seq';
      yield* inStretches(
        connection,
        along,
        { corpus, upTo: view.seq },
        whole,
        `AND belief = ${codeOf(part)}`,
      );
    }
  }
}

const COLUMNS = { record: recordOf('claim', 'c'), id: 'c.addr', more: 'c.addr, c.cluster' };

/** A claim in a list, with its place there. */
type ClaimRow = Lead & ListRow;

/** @param last row that is looked at; absent: the list's */
function claimRows(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  { last, ...source }: ClaimSource & { readonly last?: ListKey | undefined },
): ClaimRow[] {
  const where = claimsWhere(selection, { ...source, by: page.by });
  const sql = pageOf(where, page, COLUMNS, last);
  return connection.rows<ClaimRow>(sql, { ...claimParams(selection), ...pageParams(page, last) });
}

async function claimPage(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<ClaimRecord[]> {
  const sought = soughtBy(connection, selection);
  const rows =
    selection.belief === undefined || sought !== null
      ? await rowsOf(connection, selection, page, { sought })
      : await believedRows(connection, selection, page);
  return rows.map(({ record }) => connection.parse<ClaimRecord>(record));
}

/** A page of each part, which are one list together. */
async function believedRows(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<ClaimRow[]> {
  const parts = selection.belief === undefined ? [] : beliefPartsOf(selection.belief);
  const found: ClaimRow[] = [];
  for (const part of parts)
    found.push(...(await rowsOf(connection, selection, page, { sought: null, part })));
  return mergedPage(found, page);
}

async function rowsOf(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  source: ClaimSource,
): Promise<ClaimRow[]> {
  if (source.part !== 'moved' && mayPassOver(selection, source.sought))
    return slicedClaims(connection, selection, page, source);
  return source.part === 'moved' && selection.firstOfCluster !== undefined
    ? claimRows(connection, movedFirsts(connection, selection), page, { sought: null })
    : claimRows(connection, selection, page, source);
}

/** Whether many claims may lie between two of a page. */
function mayPassOver(
  { filter, among, firstOfCluster, prefixes }: ClaimSelection,
  sought: SoughtBy | null,
): boolean {
  if (firstOfCluster !== undefined) return true;
  if (among !== null || sought !== null) return false;
  return prefixes !== null || Object.values(filter).some((one) => one !== null);
}

/** What is filtered out, slice by slice; of clusters first a few, and more where they are not wanted. */
async function slicedClaims(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  source: ClaimSource,
): Promise<ClaimRow[]> {
  const { firstOfCluster } = selection;
  const { sought, part } = source;
  const firsts = firstOfCluster && new FirstOfClusters(connection, selection, firstOfCluster.several);
  const times = page.by === 'effective_at' ? timesOf(selection, page.by) : '';
  const from = part === undefined ? 'FROM claims c' : beliefSource(part, page.by);
  const believedAs = part === undefined ? '' : believed(selection, part);
  const slice = `${from} WHERE ${ofCorpus(page.by)} ${believedAs} ${times} ${mayBeFirst(selection)}`;
  const params = claimParams(selection);
  return slicedRows<ClaimRow>(page, {
    rows: (some, last) => claimRows(connection, selection, some, { ...source, last }),
    end: (some, size) =>
      sought === null
        ? sliceEnd(connection, { where: slice, params }, some, { id: 'c.addr', size })
        : undefined,
    ...(firsts !== undefined && { among: (rows) => firsts.among(rows) }),
  });
}

function wholeOf(selection: ClaimSelection, source: ClaimSource = { sought: null }): Part {
  return { where: claimsWhere(selection, source), params: claimParams(selection) };
}

async function addrsOf(
  connection: Connection,
  selection: ClaimSelection,
  limit: number,
): Promise<ClaimAddr[]> {
  const found: ClaimAddr[] = [];
  // What is named comes in no order: its parts are one.
  const parts =
    selection.among === null || selection.firstOfCluster !== undefined
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
