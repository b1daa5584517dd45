/** Lists of claims and artefacts: one statement each, put together from the few texts below. */
import type { ClaimAddr } from '../address.ts';
import type { ArtefactState } from '../artefact.ts';
import type { ClaimRecord } from '../claim.ts';
import { foldText } from '../claim-facets.ts';
import {
  type Group,
  type ListReader,
  type ListReads,
  MAX_COUNTED,
  MAX_LISTED,
  type RowCount,
} from '../store/lists.ts';
import type {
  ArtefactGrouping,
  ArtefactSelection,
  ClaimGrouping,
  ClaimSelection,
  ListPage,
} from '../store/selection.ts';
import {
  type BoltParams,
  type DateTime,
  indexable,
  parseRecord,
  toDateTime,
  toInstant,
  viewParams,
} from './bolt-values.ts';
import type { Connection } from './connection.ts';
import {
  type BeliefPart,
  beliefGroups,
  beliefParams,
  beliefPartsOf,
  believed,
  confidencePage,
  MOVED,
  mergedPage,
  tallyOf,
} from './list-beliefs.ts';

export function claimLists(connection: Connection): ListReads['claims'] {
  return {
    list: (selection, page) => listClaims(connection, selection, page),
    count: (selection) => countClaims(connection, selection),
    groups: (selection, by) =>
      by === 'belief'
        ? beliefGroups(selection, (one) => countClaims(connection, one))
        : connection.rows<Group>(claimGroups(selection, by), claimParams(selection)),
  };
}

async function listClaims(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<ClaimRecord[]> {
  const params = { ...claimParams(selection), ...pageParams(page) };
  if (page.by === 'confidence') {
    const where = `${claimConditions(selection)} ${firstOf(selection)}`;
    const rest = { where, params, sought: soughtBy(selection) };
    return confidencePage(connection, selection, page, rest);
  }
  const { belief } = selection;
  if (belief === undefined || soughtBy(selection) !== null)
    return connection.records<ClaimRecord>(claimPage(selection, page), params);
  const found = await Promise.all(
    beliefPartsOf(belief).map((part) =>
      connection.rows<KeyedRecord>(claimPage(selection, page, part), {
        ...params,
        ...beliefParams(belief, part),
      }),
    ),
  );
  const keyed = found.flat().map((row) => ({ ...row, value: toKey(row.value) }));
  return mergedPage(keyed, page).map(({ record }) => parseRecord<ClaimRecord>(record));
}

interface KeyedRecord {
  readonly record: string;
  readonly value: string | number | DateTime;
  readonly id: string;
}

function toKey(value: KeyedRecord['value']): string | number {
  return typeof value === 'object' ? toInstant(value) : value;
}

async function countClaims(connection: Connection, selection: ClaimSelection): Promise<RowCount> {
  const { belief } = selection;
  const params = claimParams(selection);
  if (belief === undefined || soughtBy(selection) !== null)
    return countOf(connection, claimsWhere(selection), params);
  if (belief.isWhole) return tallyOf(connection, claimsWhere(selection, MOVED_CLAIMS, 'moved'), params);
  const found = await Promise.all(
    beliefPartsOf(belief).map((part) =>
      countOf(connection, claimsWhere(selection, alongBelief(part), part), {
        ...params,
        ...beliefParams(belief, part),
      }),
    ),
  );
  const total = found.reduce((sum, { count }) => sum + count, 0);
  return {
    count: Math.min(total, MAX_COUNTED),
    isExact: total < MAX_COUNTED || found.every((one) => one.isExact),
  };
}

export function claimAddrs(connection: Connection): Pick<ListReader, 'claimAddrs'> {
  return {
    claimAddrs: async (selection, limit) => {
      const cypher = `${claimsWhere(selection)} RETURN c.addr AS addr ORDER BY c.seq, c.addr LIMIT $limit`;
      const found = await connection.rows<{ addr: ClaimAddr }>(cypher, { ...claimParams(selection), limit });
      return found.map(({ addr }) => addr);
    },
  };
}

export function artefactLists(connection: Connection): ListReads['artefacts'] {
  return {
    list: (selection, page) =>
      connection.records<ArtefactState>(artefactPage(selection, page), {
        ...artefactParams(selection),
        ...pageParams(page),
      }),
    count: (selection) => countOf(connection, artefactsWhere(selection), artefactParams(selection)),
    groups: (selection, by) =>
      connection.rows<Group>(artefactGroups(selection, by), artefactParams(selection)),
  };
}

/** How rows are come by: along an index, between the bounds of a page. */
interface Along {
  readonly source: string;
  readonly bounds: string;
}

/** A place in the view that states the claim `c`, and what its artefact must be. */
const STATED = 'MATCH (c)-[o:STATED_IN]->(a:Artefact) WHERE o.seq <= $seq AND o.effectiveAt <= $until';
const STATED_WHERE = `${STATED}
  AND ($licence IS NULL OR a.licence = $licence) AND ($domain IS NULL OR a.domain = $domain)
  AND ($publisher IS NULL OR a.publisher = $publisher)`;

/** How many publishers state the claim `c` in the view. */
const PUBLISHERS = `COUNT { ${STATED} RETURN DISTINCT a.publisher }`;

/** A place in any view, of an artefact that is neither redacted nor under a licence that is refused. */
export const SHOWN = `
  MATCH (c)-[:STATED_IN]->(a:Artefact)
  WHERE coalesce(a.redacted, 0) = 0 AND NOT coalesce(a.licence, '') IN $closed
    AND NOT EXISTS { MATCH (m:Artefact {id: a.mirrorOf}) WHERE m.licence IN $closed }`;

/** While it counts few claims, the planner would go through all of them for each of these. */
const AMONG = 'UNWIND $among AS addr MATCH (c:Claim {addr: addr}) USING INDEX SEEK c:Claim(addr)';

const MOVED_CLAIMS: Along = { source: MOVED, bounds: '' };

function alongBelief(part: BeliefPart): Along {
  if (part === 'moved') return MOVED_CLAIMS;
  return {
    source: 'MATCH (c:Claim) USING INDEX SEEK c:Claim(corpus, belief, seq, addr)',
    bounds: 'AND c.addr IS NOT NULL',
  };
}

/** @param part of a selection by belief; absent: all of it */
function claimsWhere(
  selection: ClaimSelection,
  along: Along = { source: 'MATCH (c:Claim)', bounds: '' },
  part?: BeliefPart,
): string {
  const { among, belief } = selection;
  const source = among === null ? along.source : AMONG;
  return `
    ${source} ${source === MOVED ? 'AND' : 'WHERE'} c.corpus = $corpus AND c.seq <= $seq ${along.bounds}
    ${believed(belief, part)}
    ${claimConditions(selection)}
    ${firstOf(selection)}
    WITH c`;
}

/** Filters that no index serves are in every statement, since the server takes longer to plan one than to run it. */
function claimConditions({ filter: { subject, entity, cluster, sources } }: ClaimSelection): string {
  return `
    ${subject === null ? '' : 'AND c.subject = $subject'}
    ${entity === null ? '' : 'AND (c.subject = $entity OR c.object = $entity)'}
    AND ($attribute IS NULL OR c.attribute = $attribute) AND ($dimension IS NULL OR c.dimension = $dimension)
    ${cluster === null ? '' : 'AND c.cluster = $cluster'}
    AND ($from IS NULL OR c.effectiveAt >= $from) AND ($to IS NULL OR c.effectiveAt <= $to)
    AND ($text IS NULL OR c.words CONTAINS $text)
    AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE c.addr STARTS WITH prefix))
    AND EXISTS { ${STATED_WHERE} }
    ${sources === null ? '' : `AND ${PUBLISHERS} ${sources === 'one' ? '=' : '>'} 1`}
    AND ($isOfWords = 0 OR EXISTS { ${SHOWN} })`;
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

function claimParams(selection: ClaimSelection): BoltParams {
  const { corpus, view, filter, prefixes, closedLicences, among, belief } = selection;
  const { text, subject, entity, attribute, dimension } = filter;
  const isOfWords = [text, subject, entity, attribute, dimension].some((one) => one !== null);
  return {
    ...filter,
    text: folded(filter.text),
    subject: name(filter.subject),
    entity: name(filter.entity),
    attribute: folded(filter.attribute),
    cluster: filter.cluster === null ? null : indexable(filter.cluster),
    from: time(filter.from),
    to: time(filter.to),
    corpus,
    ...viewParams(view),
    prefixes,
    closed: closedLicences,
    isOfWords: isOfWords ? 1 : 0,
    among,
    ...beliefParams(belief),
  };
}

function claimGroups(selection: ClaimSelection, by: Exclude<ClaimGrouping, 'belief'>): string {
  const matching = `${claimsWhere(selection)} WITH c LIMIT ${MAX_COUNTED}`;
  if (by === 'attribute' || by === 'dimension') {
    return `${matching} WHERE c.${by} IS NOT NULL AND EXISTS { ${SHOWN} } ${groupsOf(`c.${by}`)}`;
  }
  return `${matching} ${STATED} AND a.${by} IS NOT NULL WITH DISTINCT c, a.${by} AS key ${groupsOf('key')}`;
}

function artefactsWhere(
  { filter }: ArtefactSelection,
  along: Along = { source: 'MATCH (c:Artefact)', bounds: '' },
): string {
  const withdrawn = 'coalesce(c.withdrawnSeq <= $seq AND c.withdrawnAt <= $until, false)';
  return `
    ${along.source} WHERE c.corpus = $corpus AND c.seq <= $seq AND c.effectiveAt <= $until ${along.bounds}
    AND ($licence IS NULL OR c.licence = $licence) AND ($domain IS NULL OR c.domain = $domain)
    ${filter.publisher === null ? '' : 'AND c.publisher = $publisher'} AND ($lang IS NULL OR c.lang = $lang)
    AND ($mediaType IS NULL OR c.mediaType = $mediaType)
    AND ($from IS NULL OR c.effectiveAt >= $from) AND ($to IS NULL OR c.effectiveAt <= $to)
    AND ($text IS NULL OR c.words CONTAINS $text)
    ${filter.withdrawn === null ? '' : `AND ${filter.withdrawn ? '' : 'NOT '}${withdrawn}`}
    WITH c`;
}

function artefactParams({ corpus, view, filter }: ArtefactSelection): BoltParams {
  const { withdrawn: _, ...rest } = filter;
  const times = { from: time(filter.from), to: time(filter.to) };
  return { ...rest, ...times, text: folded(filter.text), corpus, ...viewParams(view) };
}

function artefactGroups(selection: ArtefactSelection, by: ArtefactGrouping): string {
  return `${artefactsWhere(selection)} WITH c LIMIT ${MAX_COUNTED} ${groupsOf(`c.${by}`)}`;
}

/** A page goes along the index of its order, as far as it is long, or is sorted of the few claims that are found otherwise. */
function claimPage(selection: ClaimSelection, page: ListPage, part?: BeliefPart): string {
  const sought = selection.among !== null || part === 'moved' ? '' : soughtBy(selection);
  const along = inOrder('Claim', 'addr', page, { sought, ...(part && { part }) });
  const source = part === 'moved' ? MOVED : along.source;
  return `${claimsWhere(selection, { ...along, source }, part)} ${along.rest}`;
}

function artefactPage(selection: ArtefactSelection, page: ListPage): string {
  const leading =
    selection.filter.publisher !== null && page.by === 'seq' ? ['corpus', 'publisher'] : ['corpus'];
  const along = inOrder('Artefact', 'id', page, { sought: null, leading });
  return `${artefactsWhere(selection, along)} ${along.rest}`;
}

/** Hints of the indexes that find the few claims which have one of these, to be sorted; null: none is asked for. */
function soughtBy({ filter: { subject, entity, cluster } }: ClaimSelection): string | null {
  if (cluster !== null) return 'USING INDEX SEEK c:Claim(cluster, corpus, seq)';
  if (subject !== null) return 'USING INDEX SEEK c:Claim(corpus, subject)';
  if (entity === null) return null;
  return 'USING INDEX SEEK c:Claim(corpus, subject) USING INDEX SEEK c:Claim(corpus, object)';
}

/** The planner joins the conditions behind a `WITH` that adds nothing with those of the `MATCH` before it. */
const APART = 'WITH c, null AS apart';

/** Not above any value of the property that an order goes by. */
const LEAST = { seq: '-1', effectiveAt: "datetime('0000-01-01T00:00:00Z')", addr: "''", id: "''" } as const;

interface OrderSource {
  /** Hints of the indexes that the rows are found by; null: that of the order. */
  readonly sought: string | null;
  /** Of a list by belief. */
  readonly part?: BeliefPart;
  /** Properties that the index of the order begins with. */
  readonly leading?: readonly string[];
}

function leadingOf(part: BeliefPart | undefined): readonly string[] {
  return part === undefined || part === 'moved' ? ['corpus'] : ['corpus', 'belief'];
}

/**
 * Of rows `c` in an order: how they are come by, and the page of their records.
 */
function inOrder(
  label: 'Claim' | 'Artefact',
  id: 'addr' | 'id',
  page: ListPage,
  { sought, part, leading = leadingOf(part) }: OrderSource,
): Along & { readonly rest: string } {
  const { by, descending, after, before } = page;
  if (by === 'confidence') throw new RangeError('only claims by belief have an order of confidence');
  const value = ({ seq: 'seq', effective_at: 'effectiveAt', id } as const)[by];
  const properties = [...leading, ...new Set([value, id])];
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const bounds = [
    // An index of an order is sought by a range of its value.
    after === null ? `c.${value} >= ${LEAST[value]}` : `c.${value} ${later}= $afterValue`,
    `c.${id} IS NOT NULL`,
    before && `c.${value} ${earlier}= $beforeValue`,
  ].filter((one) => one !== null);
  // With these, which hold of rows of one value, the planner would make two seeks of one.
  const ties = [
    after && `NOT (c.${value} = $afterValue AND c.${id} ${earlier}= $afterId)`,
    before && `NOT (c.${value} = $beforeValue AND c.${id} ${later}= $beforeId)`,
  ].filter((one) => one !== null);
  const order = sought === null ? properties : properties.slice(leading.length);
  return {
    source: `MATCH (c:${label}) ${sought ?? `USING INDEX SEEK c:${label}(${properties.join(', ')})`}`,
    bounds: bounds.map((one) => `AND ${one}`).join(' '),
    rest: `${ties.length === 0 ? '' : `${APART} WHERE ${ties.join(' AND ')}`}
      RETURN c.record AS record${part === undefined ? '' : `, c.${value} AS value, c.${id} AS id`}
      ORDER BY ${order.map((name) => `c.${name} ${direction}`).join(', ')} LIMIT $limit`,
  };
}

function pageParams({ by, after, before, limit }: ListPage): BoltParams {
  const keyed = ({ value }: { readonly value: string | number }) =>
    by === 'effective_at' ? toDateTime(String(value)) : value;
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  return {
    limit,
    ...(after !== null && { afterValue: keyed(after), afterId: after.id }),
    ...(before !== null && { beforeValue: keyed(before), beforeId: before.id }),
  };
}

async function countOf(connection: Connection, matching: string, params: BoltParams): Promise<RowCount> {
  const row = await connection.row<{ total: number }>(
    `${matching} WITH c LIMIT ${MAX_COUNTED + 1} RETURN count(c) AS total`,
    params,
  );
  const total = row?.total ?? 0;
  return { count: Math.min(total, MAX_COUNTED), isExact: total <= MAX_COUNTED };
}

function groupsOf(key: string): string {
  return `RETURN ${key} AS key, count(*) AS count ORDER BY count DESC, key LIMIT ${MAX_LISTED}`;
}

function time(instant: string | null): DateTime | null {
  return instant === null ? null : toDateTime(instant);
}

function folded(text: string | null): string | null {
  return text === null ? null : foldText(text);
}

function name(text: string | null): string | null {
  return text === null ? null : indexable(foldText(text));
}
