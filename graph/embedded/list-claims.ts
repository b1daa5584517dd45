/** Lists of claims: a page along the index of its order, what is filtered out or counted slice by slice. */
import type { ClaimAddr } from '../address.ts';
import type { ClaimRecord } from '../claim.ts';
import { type BeliefPart, beliefPartsOf } from '../store/belief-parts.ts';
import { ANY_CLAIM } from '../store/filters.ts';
import type { FoundClaims, ListReader, ListReads } from '../store/lists.ts';
import { mergedPage, shareOf } from '../store/merged-page.ts';
import { narrowedPage } from '../store/narrowed-page.ts';
import {
  type BeliefCut,
  type ClaimGrouping,
  type ClaimSelection,
  type Listed,
  type ListKey,
  type ListOrder,
  type ListPage,
  MAX_LOOKED_AT,
} from '../store/selection.ts';
import { beliefSource, believed, wantedOf } from './belief-parts.ts';
import {
  type ClaimSource,
  claimParams,
  claimsWhere,
  isAlongSeveral,
  mayBeFirst,
  ofCorpus,
  pageOfCorpus,
  shown,
  soughtBy,
} from './claim-selection.ts';
import { clustersByConfidence } from './clusters-by-confidence.ts';
import type { Connection } from './connection.ts';
import { countOf, groupsOf } from './count-rows.ts';
import { FirstOfClusters, type Lead } from './first-of-clusters.ts';
import { beliefGroups, confidencePage, tallyOf } from './list-beliefs.ts';
import { type ListRow, pageOf, pageParams, slicedRows, sliceEnd } from './list-pages.ts';
import { recordOf } from './records.ts';
import { codeOf } from './save-beliefs.ts';
import { IS_MARKED, severalSource } from './several-publishers.ts';
import { inStretches, type Part, partsOf } from './slices.ts';
import { wholeCount } from './whole-counts.ts';

export function claimLists(connection: Connection): ListReads['claims'] {
  return {
    list: (selection, page) =>
      page.by === 'confidence'
        ? pageByConfidence(connection, selection, narrowedPage(page, selection.filter))
        : claimPage(
            connection,
            selection,
            pageOfCorpus(selection.corpus, narrowedPage(page, selection.filter)),
          ),
    count: async (selection, lookAt) =>
      selection.belief?.isWhole
        ? tallyOf(connection, selection)
        : (wholeCount(connection, selection) ??
          countOf(connection, claimParts(connection, selection, lookAt))),
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
  return { claimAddrs: (selection, limit, lookAt) => addrsOf(connection, selection, limit, lookAt) };
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
): Promise<Listed<ClaimRecord>> {
  const read = selection.firstOfCluster === undefined ? confidencePage : clustersByConfidence;
  return read(connection, selection, page);
}

/** All that match, in parts that are short enough for one statement each. */
async function* claimParts(
  connection: Connection,
  selection: ClaimSelection,
  lookAt = MAX_LOOKED_AT,
): AsyncGenerator<Part> {
  const { firstOfCluster, belief, ...rest } = selection;
  if (firstOfCluster === undefined) {
    yield* statedParts(connection, selection, lookAt);
    return;
  }
  const firsts = new FirstOfClusters(connection, selection, firstOfCluster.several);
  for await (const { where, params, isCut = false } of statedParts(connection, selection, lookAt)) {
    const leads = connection.rows<Lead>(`SELECT c.addr, c.cluster ${where}`, params);
    const among = firsts.among(leads).map(({ addr }) => addr);
    // Beliefs of these were looked at.
    if (among.length > 0 || isCut) yield { ...wholeOf({ ...rest, filter: ANY_CLAIM, among }), isCut };
  }
}

/** The first claims of moved ledgers, each of which is found by its cluster. */
function movedFirsts(connection: Connection, { firstOfCluster, ...rest }: ClaimSelection): ClaimSelection {
  const { belief } = rest;
  const firsts = new FirstOfClusters(connection, rest, firstOfCluster?.several ?? null);
  const clusters = belief === undefined ? [] : wantedOf(belief).map(({ cluster }) => cluster);
  return { ...rest, among: firsts.of(clusters) };
}

/** In the order of the log, but for claims that are named. */
async function* statedParts(
  connection: Connection,
  selection: ClaimSelection,
  lookAt: number,
): AsyncGenerator<Part> {
  const { corpus, view, among } = selection;
  if (among !== null) {
    for await (const some of partsOf(among)) yield wholeOf({ ...selection, among: some });
    return;
  }
  const sought = soughtBy(connection, selection);
  const whole = wholeOf(selection, { sought });
  const upTo = view.seq;
  if (sought !== null) yield whole;
  else if (selection.belief === undefined || selection.belief.states === null) {
    const [table, only] = isAlongSeveral(selection, { sought })
      ? [severalSource(), IS_MARKED]
      : ['claims c', ''];
    yield* inStretches(connection, table, { corpus, upTo, lookAt }, whole, only);
  } else yield* believedParts(connection, selection, selection.belief, lookAt);
}

async function* believedParts(
  connection: Connection,
  selection: ClaimSelection,
  belief: BeliefCut,
  lookAt: number,
): AsyncGenerator<Part> {
  const { corpus, view } = selection;
  const parts = beliefPartsOf(belief);
  for (const part of parts) {
    const whole = wholeOf(selection, { sought: null, part });
    if (part === 'moved')
      yield selection.firstOfCluster === undefined ? whole : wholeOf(movedFirsts(connection, selection));
    else {
      const along = 'claims INDEXED BY claims_by_belief_seq';
      yield* inStretches(
        connection,
        along,
        { corpus, upTo: view.seq, lookAt: shareOf(lookAt, parts.length) },
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
): Promise<Listed<ClaimRecord>> {
  const sought = soughtBy(connection, selection);
  const isOfParts = selection.belief !== undefined && selection.belief.states !== null && sought === null;
  const { rows, stoppedAt } = isOfParts
    ? await believedRows(connection, selection, page)
    : await rowsOf(connection, selection, page, { sought });
  return { rows: rows.map(({ record }) => connection.parse<ClaimRecord>(record)), stoppedAt };
}

/** A page of each part, which are one list together. */
async function believedRows(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<Listed<ClaimRow>> {
  const parts = selection.belief === undefined ? [] : beliefPartsOf(selection.belief);
  const lookAt = shareOf(page.lookAt, parts.length);
  const found: Listed<ClaimRow>[] = [];
  for (const part of parts)
    found.push(await rowsOf(connection, selection, { ...page, lookAt }, { sought: null, part }));
  return mergedPage(found, page);
}

async function rowsOf(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  source: ClaimSource,
): Promise<Listed<ClaimRow>> {
  if (source.part !== 'moved' && mayPassOver(selection, source.sought))
    return slicedClaims(connection, selection, page, source);
  const rows =
    source.part === 'moved' && selection.firstOfCluster !== undefined
      ? claimRows(connection, movedFirsts(connection, selection), page, { sought: null })
      : claimRows(connection, selection, page, source);
  return { rows, stoppedAt: null };
}

/** Whether many claims may lie between two of a page: the view may be of a past that few were stated by. */
function mayPassOver({ among, firstOfCluster }: ClaimSelection, sought: string | null): boolean {
  return firstOfCluster !== undefined || (among === null && sought === null);
}

/** What is filtered out, slice by slice; of clusters first a few, and more where they are not wanted. */
async function slicedClaims(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  source: ClaimSource,
): Promise<Listed<ClaimRow>> {
  const { firstOfCluster } = selection;
  const { sought, part } = source;
  const firsts = firstOfCluster && new FirstOfClusters(connection, selection, firstOfCluster.several);
  const isOfSeveral = isAlongSeveral(selection, { sought, ...(part && { part }) });
  const from = isOfSeveral ? `FROM ${severalSource(page.by)}` : fromOf(part, page.by);
  const believedAs = part === undefined ? '' : believed(selection, part);
  const slice = `${from} WHERE ${ofCorpus(page.by)} ${believedAs} ${mayBeFirst(selection)} ${isOfSeveral ? IS_MARKED : ''}`;
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

function fromOf(part: BeliefPart | undefined, by: ListOrder): string {
  return part === undefined ? 'FROM claims c' : beliefSource(part, by);
}

function wholeOf(selection: ClaimSelection, source: ClaimSource = { sought: null }): Part {
  return { where: claimsWhere(selection, source), params: claimParams(selection) };
}

async function addrsOf(
  connection: Connection,
  selection: ClaimSelection,
  limit: number,
  lookAt?: number,
): Promise<FoundClaims> {
  const addrs: ClaimAddr[] = [];
  // What is named comes in no order: its parts are one.
  const parts =
    selection.among === null || selection.firstOfCluster !== undefined
      ? claimParts(connection, selection, lookAt)
      : [wholeOf(selection)];
  for await (const { where, params, isCut = false } of parts) {
    const sql = `SELECT c.addr ${where} ORDER BY c.seq, c.addr LIMIT @most`;
    const rows = connection.rows<{ addr: ClaimAddr }>(sql, { ...params, most: limit - addrs.length });
    for (const { addr } of rows) addrs.push(addr);
    if (addrs.length === limit || isCut) return { addrs, isCut };
  }
  return { addrs, isCut: false };
}
