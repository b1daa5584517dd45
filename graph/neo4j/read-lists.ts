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
import { type BoltParams, type DateTime, indexable, toDateTime, viewParams } from './bolt-values.ts';
import type { Connection } from './connection.ts';

export function claimLists(connection: Connection): ListReads['claims'] {
  return {
    list: (selection, page) =>
      connection.records<ClaimRecord>(claimPage(selection, page), {
        ...claimParams(selection),
        ...pageParams(page),
      }),
    count: (selection) => countOf(connection, claimsWhere(selection), claimParams(selection)),
    groups: (selection, by) => connection.rows<Group>(claimGroups(selection, by), claimParams(selection)),
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

/** A place in any view, of an artefact that is neither redacted nor under a licence that is refused. */
const SHOWN = `
  MATCH (c)-[:STATED_IN]->(a:Artefact)
  WHERE coalesce(a.redacted, 0) = 0 AND NOT coalesce(a.licence, '') IN $closed
    AND NOT EXISTS { MATCH (m:Artefact {id: a.mirrorOf}) WHERE m.licence IN $closed }`;

/** While it counts few claims, the planner would go through all of them for each of these. */
const RANKED = 'UNWIND $ranked AS k MATCH (c:Claim {addr: k.addr}) USING INDEX SEEK c:Claim(addr)';

/** Filters that no index serves are in every statement, since the server takes longer to plan one than to run it. */
function claimsWhere(
  selection: ClaimSelection,
  along: Along = { source: 'MATCH (c:Claim)', bounds: '' },
): string {
  const { filter, ranked, firstOfCluster } = selection;
  const { subject, entity, cluster } = filter;
  return `
    ${ranked === null ? along.source : RANKED} WHERE c.corpus = $corpus AND c.seq <= $seq ${along.bounds}
    ${subject === null ? '' : 'AND c.subject = $subject'}
    ${entity === null ? '' : 'AND (c.subject = $entity OR c.object = $entity)'}
    AND ($attribute IS NULL OR c.attribute = $attribute) AND ($dimension IS NULL OR c.dimension = $dimension)
    ${cluster === null ? '' : 'AND c.cluster = $cluster'}
    AND ($from IS NULL OR c.effectiveAt >= $from) AND ($to IS NULL OR c.effectiveAt <= $to)
    AND ($text IS NULL OR c.words CONTAINS $text)
    AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE c.addr STARTS WITH prefix))
    AND EXISTS { ${STATED_WHERE} }
    AND ($isOfWords = 0 OR EXISTS { ${SHOWN} })
    ${firstOfCluster === undefined ? '' : firstOf(firstOfCluster)}
    WITH c, ${ranked === null ? 'null' : 'k.rank'} AS rank`;
}

/**
 * Of its cluster, another claim that the selection sees stands nowhere before it. Left to itself, the planner takes all claims
 * of the corpus that stand before or behind for those of the cluster, for each claim anew.
 */
function firstOf({ several }: NonNullable<ClaimSelection['firstOfCluster']>): string {
  const other = (sign: string) => `EXISTS {
    MATCH (d:Claim) USING INDEX SEEK d:Claim(cluster, corpus, seq)
    WHERE d.cluster = c.cluster AND d.corpus = c.corpus AND d.seq ${sign} c.seq
    AND ($prefixes IS NULL OR any(prefix IN $prefixes WHERE d.addr STARTS WITH prefix))
    AND EXISTS { MATCH (d)-[p:STATED_IN]->() WHERE p.seq <= $seq AND p.effectiveAt <= $until }
  }`;
  const others = several === null ? '' : `AND ${several ? '' : 'NOT '}${other('>')}`;
  return `AND NOT ${other('<')} ${others}`;
}

function claimParams({ corpus, view, filter, prefixes, closedLicences, ranked }: ClaimSelection): BoltParams {
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
    ranked: ranked === null ? null : ranked.map(({ addr, rank }) => ({ addr, rank })),
  };
}

function claimGroups(selection: ClaimSelection, by: ClaimGrouping): string {
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
    AND ($publisher IS NULL OR c.publisher = $publisher) AND ($lang IS NULL OR c.lang = $lang)
    AND ($mediaType IS NULL OR c.mediaType = $mediaType)
    AND ($from IS NULL OR c.effectiveAt >= $from) AND ($to IS NULL OR c.effectiveAt <= $to)
    AND ($text IS NULL OR c.words CONTAINS $text)
    ${filter.withdrawn === null ? '' : `AND ${filter.withdrawn ? '' : 'NOT '}${withdrawn}`}
    WITH c, null AS rank`;
}

function artefactParams({ corpus, view, filter }: ArtefactSelection): BoltParams {
  const { withdrawn: _, ...rest } = filter;
  const times = { from: time(filter.from), to: time(filter.to) };
  return { ...rest, ...times, text: folded(filter.text), corpus, ...viewParams(view) };
}

function artefactGroups(selection: ArtefactSelection, by: ArtefactGrouping): string {
  return `${artefactsWhere(selection)} WITH c LIMIT ${MAX_COUNTED} ${groupsOf(`c.${by}`)}`;
}

/** A page of what is ranked is sorted; any other goes along the index of its order, as far as it is long. */
function claimPage(selection: ClaimSelection, page: ListPage): string {
  if (selection.ranked !== null && page.by === 'rank') return `${claimsWhere(selection)} ${rankedPage(page)}`;
  const along = inOrder('Claim', 'addr', page, selection.ranked === null ? soughtBy(selection) : '');
  return `${claimsWhere(selection, along)} ${along.rest}`;
}

function artefactPage(selection: ArtefactSelection, page: ListPage): string {
  const along = inOrder('Artefact', 'id', page, null);
  return `${artefactsWhere(selection, along)} ${along.rest}`;
}

/** Hints of the indexes that find the few claims which have one of these, to be sorted; null: none is asked for. */
function soughtBy({ filter: { subject, entity, cluster } }: ClaimSelection): string | null {
  if (cluster !== null) return 'USING INDEX SEEK c:Claim(cluster, corpus, seq)';
  if (subject !== null) return 'USING INDEX SEEK c:Claim(corpus, subject)';
  if (entity === null) return null;
  return 'USING INDEX SEEK c:Claim(corpus, subject) USING INDEX SEEK c:Claim(corpus, object)';
}

/** Not above any value of the property that an order goes by. */
const LEAST = { seq: '-1', effectiveAt: "datetime('0000-01-01T00:00:00Z')", addr: "''", id: "''" } as const;

/**
 * Of rows `c` in an order: how they are come by, and the page of their records.
 * @param sought hints of the indexes that they are found by; null: that of the order
 */
function inOrder(
  label: 'Claim' | 'Artefact',
  id: 'addr' | 'id',
  page: ListPage,
  sought: string | null,
): Along & { readonly rest: string } {
  const { by, descending, after, before } = page;
  const value = ({ seq: 'seq', effective_at: 'effectiveAt', id, rank: 'seq' } as const)[by];
  const properties = ['corpus', ...new Set([value, id])];
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
  const order = sought === null ? properties : properties.slice(1);
  return {
    source: `MATCH (c:${label}) ${sought ?? `USING INDEX SEEK c:${label}(${properties.join(', ')})`}`,
    bounds: bounds.map((one) => `AND ${one}`).join(' '),
    rest: `${ties.length === 0 ? '' : `WHERE ${ties.join(' AND ')}`}
      RETURN c.record AS record ORDER BY ${order.map((name) => `c.${name} ${direction}`).join(', ')} LIMIT $limit`,
  };
}

/** A row's place in an order behind or before another one's. */
function beyond(value: string, id: string, sign: string, name: 'after' | 'before'): string {
  return `(${value} ${sign} $${name}Value OR (${value} = $${name}Value AND ${id} ${sign} $${name}Id))`;
}

/** Of rows `c, rank`: one page of records. */
function rankedPage({ descending, after, before }: ListPage): string {
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  const bounds = [
    ...(after === null ? [] : [beyond('rank', 'c.addr', later, 'after')]),
    ...(before === null ? [] : [beyond('rank', 'c.addr', earlier, 'before')]),
  ];
  return `
    ${bounds.length === 0 ? '' : `WHERE ${bounds.join(' AND ')}`}
    RETURN c.record AS record ORDER BY rank ${direction}, c.addr ${direction} LIMIT $limit`;
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
