/** Lists of claims: along the index of their order, or of the few claims that their filter finds. */

import type { ClaimAddr } from '../address.ts';
import type { ClaimRecord } from '../claim.ts';
import { type BeliefPart, beliefPartsOf } from '../store/belief-parts.ts';
import { isOfSeveral, isOfWords } from '../store/filters.ts';
import {
  type FoundClaims,
  type Group,
  type ListReader,
  type ListReads,
  MAX_COUNTED,
  type RowCount,
} from '../store/lists.ts';
import { mergedPage, shareOf } from '../store/merged-page.ts';
import { narrowedPage } from '../store/narrowed-page.ts';
import type { ClaimGrouping, ClaimSelection, Listed, ListPage } from '../store/selection.ts';
import { type BoltParams, viewParams } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import { claimCondition, STATED } from './filter-cypher.ts';
import { beliefGroups, beliefParams, believed, confidencePage, MOVED, tallyOf } from './list-beliefs.ts';
import {
  APART,
  alongFound,
  alongIndex,
  countOf,
  groupsOf,
  isCut,
  type KeyedRecord,
  lookedAt,
  type Read,
  readPage,
  recordsOf,
} from './list-order.ts';
import { artefactRecords } from './read-artefacts.ts';
import { ALONG_SEVERAL } from './several-publishers.ts';
import { firstFew, soughtConditions } from './sought-cypher.ts';
import { type CorporaByName, wholeCount } from './whole-counts.ts';

/** @param corpora what says how far a corpus goes; by default the connection's own read of them */
export function claimLists(
  connection: Neo4jConnection,
  corpora: CorporaByName = artefactRecords(connection).corpora,
): ListReads['claims'] {
  return {
    list: (selection, page) => listClaims(connection, selection, narrowedPage(page, selection.filter)),
    count: async (selection, lookAt) =>
      (await wholeCount(connection, corpora, selection)) ?? countClaims(connection, selection, lookAt),
    groups: async (selection, by) =>
      by === 'belief'
        ? beliefGroups(selection, (one) => countClaims(connection, one))
        : claimGroups(connection, selection, by),
  };
}

export function claimAddrs(connection: Neo4jConnection): Pick<ListReader, 'claimAddrs'> {
  return {
    claimAddrs: (selection, limit, lookAt) => addrsOf(connection, selection, limit, lookAt),
  };
}

const BY_LOG: ListPage = { by: 'seq', descending: false, after: null, before: null, limit: 0 };

async function listClaims(
  connection: Neo4jConnection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<Listed<ClaimRecord>> {
  const sought = await soughtBy(connection, selection);
  if (page.by === 'confidence') {
    const rest = { where: conditionsOf(selection), params: claimParams(selection), sought };
    return confidencePage(connection, selection, page, rest);
  }
  const parts = sought === null ? partsOf(selection) : [undefined];
  const lookAt = shareOf(page.lookAt, parts.length);
  const found = await Promise.all(
    parts.map((part) => readPage(connection, readOf(selection, page, { sought, part, lookAt }), page)),
  );
  return recordsOf<ClaimRecord>(mergedPage<KeyedRecord>(found, page));
}

/** Lists that are one together; undefined: of all claims. */
function partsOf({ belief, among }: ClaimSelection): (BeliefPart | undefined)[] {
  return belief === undefined || belief.states === null || among !== null
    ? [undefined]
    : beliefPartsOf(belief);
}

/** What finds the few claims that the filter passes, and others; null: nothing does, or they are many. */
async function soughtBy(
  connection: Neo4jConnection,
  { corpus, filter, among }: ClaimSelection,
): Promise<string | null> {
  return among === null ? firstFew(connection, soughtConditions(filter), { corpus }) : null;
}

interface Source {
  readonly sought: string | null;
  readonly part: BeliefPart | undefined;
  readonly lookAt: number;
}

/** While it counts few claims, the planner would go through all of them for each of these. */
const AMONG = 'UNWIND $among AS addr MATCH (c:Claim {addr: addr}) USING INDEX SEEK c:Claim(addr)';

function readOf(selection: ClaimSelection, page: ListPage, { sought, part, lookAt }: Source): Read {
  const { among, belief } = selection;
  const where = conditionsOf(selection, part);
  const params = { ...claimParams(selection), ...beliefParams(belief, part) };
  const named = part === 'moved' ? MOVED : sought;
  const found = among === null ? named : AMONG;
  if (found !== null) return { along: alongFound(found, 'addr', page), where, params, lookAt: null };
  const indexed = indexOf(selection, part);
  return { along: alongIndex({ label: 'Claim', id: 'addr', ...indexed }, page), where, params, lookAt };
}

function indexOf({ filter, firstOfCluster }: ClaimSelection, part: BeliefPart | undefined) {
  if (part !== undefined)
    return { leading: ['corpus', 'belief'], where: 'c.corpus = $corpus AND c.belief = $belief' };
  return firstOfCluster === undefined && isOfSeveral(filter)
    ? ALONG_SEVERAL
    : { leading: ['corpus'], where: 'c.corpus = $corpus' };
}

/** A place in any view, of an artefact that is neither redacted nor under a licence that is refused. */
export const SHOWN = `
  MATCH (c)-[:STATED_IN]->(a:Artefact)
  WHERE coalesce(a.redacted, 0) = 0 AND NOT coalesce(a.licence, '') IN $closed
    AND NOT EXISTS { MATCH (m:Artefact {id: a.mirrorOf}) WHERE m.licence IN $closed }`;

/** That a place in the view states the claim is part of every filter. @param part of a selection by belief; absent: all of it */
function conditionsOf(selection: ClaimSelection, part?: BeliefPart): string {
  return `c.corpus = $corpus AND c.seq <= $seq ${believed(selection.belief, part)}
    AND ${claimCondition(selection.filter).cypher}
    AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE c.addr STARTS WITH prefix))
    AND ($isOfWords = 0 OR EXISTS { ${SHOWN} })
    ${firstOf(selection)}`;
}

/**
 * Of its cluster, another claim that the selection sees stands nowhere before it. Left to itself, the planner takes all claims
 * of the corpus that stand before or behind for those of the cluster, for each claim anew.
 */
function firstOf({ firstOfCluster }: ClaimSelection): string {
  if (firstOfCluster === undefined) return '';
  const { several } = firstOfCluster;
  const other = (sign: string) => `EXISTS {
    MATCH (d:Claim) USING INDEX SEEK d:Claim(cluster, corpus, seq)
    WHERE d.cluster = c.cluster AND d.corpus = c.corpus AND d.seq ${sign} c.seq
    AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE d.addr STARTS WITH prefix))
    AND EXISTS { MATCH (d)-[p:STATED_IN]->() WHERE p.seq <= $seq AND p.effectiveAt <= $until }
  }`;
  const others = several === null ? '' : `AND ${several ? '' : 'NOT '}${other('>')}`;
  return `AND NOT ${other('<')} ${others}`;
}

function claimParams({
  corpus,
  view,
  filter,
  prefixes,
  closedLicences,
  among,
  belief,
}: ClaimSelection): BoltParams {
  return {
    ...claimCondition(filter).params,
    ...Object.assign({}, ...soughtConditions(filter).map(({ params }) => params)),
    corpus,
    ...viewParams(view),
    prefixes,
    closed: closedLicences,
    isOfWords: isOfWords(filter) ? 1 : 0,
    among,
    ...beliefParams(belief),
  };
}

/** Of the claims up to the view's position, in the order of the log. */
function readInView(selection: ClaimSelection, source: Source): Read {
  const behind = selection.view.seq + 1;
  const read = readOf(selection, { ...BY_LOG, before: { value: behind, id: '' } }, source);
  return { ...read, params: { ...read.params, beforeValue: behind, beforeId: '' } };
}

/** The same, whatever is believed of them: beliefs are a condition of each. */
async function readWhole(
  connection: Neo4jConnection,
  selection: ClaimSelection,
  lookAt?: number,
): Promise<Read> {
  const sought = await soughtBy(connection, selection);
  return readInView(selection, { sought, part: undefined, lookAt: shareOf(lookAt, 1) });
}

async function countClaims(
  connection: Neo4jConnection,
  selection: ClaimSelection,
  lookAt?: number,
): Promise<RowCount> {
  if (selection.belief?.isWhole) {
    const { along, where, params } = readOf(selection, BY_LOG, { sought: null, part: 'moved', lookAt: 0 });
    return tallyOf(connection, `${along.source} ${APART} WHERE ${where} WITH c`, params);
  }
  const sought = await soughtBy(connection, selection);
  const parts = sought === null ? partsOf(selection) : [undefined];
  const share = shareOf(lookAt, parts.length);
  const found = await Promise.all(
    parts.map((part) => countOf(connection, readInView(selection, { sought, part, lookAt: share }))),
  );
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const isExact = total <= MAX_COUNTED && found.every((one) => one.isExact);
  return { count: Math.min(total, MAX_COUNTED), isExact };
}

async function addrsOf(
  connection: Neo4jConnection,
  selection: ClaimSelection,
  limit: number,
  lookAt?: number,
): Promise<FoundClaims> {
  const read = await readWhole(connection, selection, lookAt);
  const cypher = `${lookedAt(read.along, read.lookAt)} ${APART} WHERE ${read.where}
    RETURN c.addr AS addr ORDER BY c.seq, c.addr LIMIT $limit`;
  const rows = await connection.rows<{ addr: ClaimAddr }>(cypher, {
    ...read.params,
    lookAt: read.lookAt,
    limit,
  });
  const addrs = rows.map(({ addr }) => addr);
  return { addrs, isCut: addrs.length < limit && (await isCut(connection, read)) };
}

async function claimGroups(
  connection: Neo4jConnection,
  selection: ClaimSelection,
  by: Exclude<ClaimGrouping, 'belief'>,
): Promise<Group[]> {
  const read = await readWhole(connection, selection);
  const matching = `${lookedAt(read.along, read.lookAt)} ${APART} WHERE ${read.where} WITH c LIMIT ${MAX_COUNTED}`;
  const grouped =
    by === 'attribute' || by === 'dimension'
      ? `WHERE c.${by} IS NOT NULL AND EXISTS { ${SHOWN} } ${groupsOf(`c.${by}`)}`
      : `${STATED} AND a.${by} IS NOT NULL WITH DISTINCT c, a.${by} AS key ${groupsOf('key')}`;
  return connection.rows<Group>(`${matching} ${grouped}`, { ...read.params, lookAt: read.lookAt });
}
