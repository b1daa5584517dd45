/** Lists of claims and artefacts: a page is one statement, what looks at all that match goes slice by slice. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClaimAddr } from '../address.ts';
import type { ArtefactState } from '../artefact.ts';
import { byCodeUnit } from '../by-code-unit.ts';
import type { ClaimRecord } from '../claim.ts';
import { foldText } from '../claim-facets.ts';
import {
  type ArtefactSelection,
  type ClaimGrouping,
  type ClaimSelection,
  type Group,
  type ListKey,
  type ListPage,
  type ListReader,
  MAX_COUNTED,
  MAX_LISTED,
  type RankedClaim,
} from '../listing.ts';
import type { Connection, SqlParams } from './connection.ts';
import { boundParams, endOf, pageOf, pageParams } from './list-pages.ts';
import { inStretches, type Part, partsOf, SLICE } from './slices.ts';

export function listReader(connection: Connection): ListReader {
  return {
    listClaims: async (selection, page) => {
      const { ranked } = selection;
      if (ranked !== null && page.by === 'rank')
        return rankedPage(connection, { ...selection, ranked: inOrder(ranked, page) }, page);
      return mayPassOver(selection)
        ? slicedPage(connection, selection, page)
        : claimPage(connection, selection, page);
    },
    claimAddrs: (selection, limit) => addrsOf(connection, selection, limit),
    countClaims: (selection) => countOf(connection, claimParts(connection, selection)),
    groupClaims: (selection, by) =>
      groupsOf(connection, claimParts(connection, selection), {
        columns: 'c.addr, c.attribute, c.dimension',
        keyed: claimGroups(by),
      }),
    listArtefacts: async (selection, page) => {
      const sql = pageOf(artefactsWhere(selection), page, 'c.id');
      return connection.records<ArtefactState>(sql, { ...artefactParams(selection), ...pageParams(page) });
    },
    countArtefacts: (selection) => countOf(connection, artefactParts(connection, selection)),
    groupArtefacts: (selection, by) =>
      groupsOf(connection, artefactParts(connection, selection), {
        columns: `c.id, c.${by === 'mediaType' ? 'media_type' : by} AS key`,
        keyed: 'SELECT key, id FROM matching',
      }),
  };
}

/** A place in the view that states the claim `c`, and what its artefact must be. */
const STATED = `
  SELECT 1 FROM occurrences o WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until`;
const STATED_WHERE = `
  SELECT 1 FROM occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
  WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until
    AND (@licence IS NULL OR a.licence = @licence) AND (@domain IS NULL OR a.domain = @domain)
    AND (@publisher IS NULL OR a.publisher = @publisher)`;

/** A place, in whatever view, whose words are told. */
const TOLD = `
  SELECT 1 FROM occurrences o LEFT JOIN artefacts a ON a.id = o.artefact LEFT JOIN artefacts m ON m.id = a.mirror_of
  WHERE o.claim = c.addr AND coalesce(a.redacted, 0) = 0
    AND coalesce(a.licence, '') NOT IN (SELECT value FROM json_each(@closed))
    AND coalesce(m.licence, '') NOT IN (SELECT value FROM json_each(@closed))`;

const OF_SUBJECT = 'SELECT rowid FROM claims WHERE corpus = @corpus AND subject = @subject';
const OF_ENTITY = `
  SELECT rowid FROM claims WHERE corpus = @corpus AND subject = @entity
  UNION SELECT rowid FROM claims WHERE corpus = @corpus AND object = @entity`;

/** `seq` has a sign, since a page is to be read in its order: nearly every row is in the view. */
function claimsWhere(selection: ClaimSelection): string {
  const { filter, ranked, firstOfCluster } = selection;
  const { text, subject, entity, attribute, dimension, licence, domain, publisher } = filter;
  const isOfPlaces = [licence, domain, publisher].some((one) => one !== null);
  const isOfWords = [text, subject, entity, attribute, dimension].some((one) => one !== null);
  const source =
    ranked === null
      ? 'FROM claims c'
      : 'FROM json_each(@ranked) k CROSS JOIN claims c ON c.addr = k.value ->> 0';
  return `
    ${source} WHERE c.corpus = @corpus AND +c.seq <= @seq
    ${subject === null ? '' : `AND c.rowid IN (${OF_SUBJECT})`}
    ${entity === null ? '' : `AND c.rowid IN (${OF_ENTITY})`}
    AND (@attribute IS NULL OR c.attribute = @attribute) AND (@dimension IS NULL OR c.dimension = @dimension)
    AND (@cluster IS NULL OR c.cluster = @cluster)
    AND (@from IS NULL OR c.effective_at >= @from) AND (@to IS NULL OR c.effective_at <= @to)
    AND (@text IS NULL OR instr(c.words, @text) > 0)
    AND ${prefixed('c')}
    AND EXISTS (${isOfPlaces ? STATED_WHERE : STATED})
    ${isOfWords ? `AND EXISTS (${TOLD})` : ''}
    ${indexedFirst(selection)} ${firstOfCluster === undefined ? '' : firstOf(firstOfCluster)}`;
}

/** Of its cluster, another claim that the selection sees stands nowhere before it. */
function firstOf({ several }: NonNullable<ClaimSelection['firstOfCluster']>): string {
  const other = (sign: string) => `EXISTS (
    SELECT 1 FROM claims d WHERE d.cluster = c.cluster AND d.corpus = c.corpus AND d.seq ${sign} c.seq
    AND ${prefixed('d')} AND EXISTS (
      SELECT 1 FROM occurrences p WHERE p.claim = d.addr AND p.seq <= @seq AND p.effective_at <= @until
    ))`;
  const others = several === null ? '' : `AND ${several ? '' : 'NOT '}${other('>')}`;
  return `AND NOT ${other('<')} ${others}`;
}

/** What an index knows of that (`clusters.ts`), so that the rest is not looked at; narrowed to prefixes, any may be first. */
function indexedFirst({ firstOfCluster, prefixes }: ClaimSelection): string {
  if (firstOfCluster === undefined) return '';
  return `${prefixes === null ? 'AND c.may_lead = 1' : ''} ${firstOfCluster.several ? 'AND c.has_peers = 1' : ''}`;
}

function prefixed(claim: string): string {
  return `(@prefixes IS NULL
      OR EXISTS (SELECT 1 FROM json_each(@prefixes) p WHERE substr(${claim}.addr, 1, length(p.value)) = p.value))`;
}

function claimParams({ corpus, view, filter, prefixes, closedLicences, ranked }: ClaimSelection): SqlParams {
  return {
    ...filter,
    text: folded(filter.text),
    subject: folded(filter.subject),
    entity: folded(filter.entity),
    attribute: folded(filter.attribute),
    corpus,
    seq: view.seq,
    until: view.until,
    prefixes: prefixes === null ? null : JSON.stringify(prefixes),
    closed: JSON.stringify(closedLicences),
    ranked: ranked === null ? null : JSON.stringify(ranked.map(({ addr, rank }) => [addr, rank])),
  };
}

/** Of claims `matching`: each key beside the claims that have it. */
function claimGroups(by: ClaimGrouping): string {
  if (by === 'attribute' || by === 'dimension') {
    return `SELECT c.${by} AS key, c.addr AS id FROM matching c WHERE c.${by} IS NOT NULL AND EXISTS (${TOLD})`;
  }
  return `
    SELECT a.${by} AS key, c.addr AS id FROM matching c
    CROSS JOIN occurrences o ON o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until
    CROSS JOIN artefacts a ON a.id = o.artefact`;
}

/** All that match, in parts that are short enough for one statement each. */
async function* claimParts(connection: Connection, selection: ClaimSelection): AsyncGenerator<Part> {
  const { ranked } = selection;
  if (ranked === null) {
    yield* stretchedParts(connection, selection);
    return;
  }
  for await (const some of partsOf(ranked)) yield wholeOf({ ...selection, ranked: some });
}

/** Those are found by an index, which each part would go through anew. */
function isSought({ filter }: ClaimSelection): boolean {
  return filter.subject !== null || filter.entity !== null;
}

/** In the order of the log. */
async function* stretchedParts(connection: Connection, selection: ClaimSelection): AsyncGenerator<Part> {
  const { corpus, view } = selection;
  const whole = wholeOf(selection);
  if (isSought(selection)) yield whole;
  else yield* inStretches(connection, 'claims', { corpus, upTo: view.seq }, whole);
}

/** @param last row that is looked at; absent: the list's */
function claimPage(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
  last?: ListKey,
): ClaimRecord[] {
  const sql = pageOf(claimsWhere(selection), page, 'c.addr', last);
  const params = { ...claimParams(selection), ...pageParams(page) };
  return connection.records<ClaimRecord>(sql, {
    ...params,
    ...(last !== undefined && { lastValue: last.value, lastId: last.id }),
  });
}

/** Whether many claims may lie between two of a page. */
function mayPassOver(selection: ClaimSelection): boolean {
  const { filter, ranked, firstOfCluster } = selection;
  if (ranked !== null || isSought(selection)) return false;
  return firstOfCluster !== undefined || Object.values(filter).some((one) => one !== null);
}

/** Claims that are looked at first, most often more than enough for a page. */
const FIRST_SLICE = 128;

/** What is passed over, slice by slice. */
async function slicedPage(
  connection: Connection,
  selection: ClaimSelection,
  page: ListPage,
): Promise<ClaimRecord[]> {
  const found: ClaimRecord[] = [];
  for (let { after } = page, size = FIRST_SLICE; ; size = Math.min(SLICE, 4 * size)) {
    const cut = { ...page, after, limit: page.limit - found.length };
    const slice = `FROM claims c WHERE c.corpus = @corpus ${indexedFirst(selection)}`;
    const end = connection.row<ListKey>(endOf(slice, cut, 'c.addr'), {
      corpus: selection.corpus,
      passed: size - 1,
      ...boundParams(cut),
    });
    const rows = claimPage(connection, selection, cut, end);
    found.push(...rows);
    if (end === undefined || found.length === page.limit) return found;
    after = end;
    await nextTurn();
  }
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
    found.push(...claimPage(connection, { ...selection, ranked }, { ...page, limit }));
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

function wholeOf(selection: ClaimSelection): Part {
  return { where: claimsWhere(selection), params: claimParams(selection) };
}

async function addrsOf(
  connection: Connection,
  selection: ClaimSelection,
  limit: number,
): Promise<ClaimAddr[]> {
  const found: ClaimAddr[] = [];
  const parts = selection.ranked === null ? stretchedParts(connection, selection) : [wholeOf(selection)];
  for await (const { where, params } of parts) {
    const sql = `SELECT c.addr ${where} ORDER BY c.seq, c.addr LIMIT @most`;
    const rows = connection.rows<{ addr: ClaimAddr }>(sql, { ...params, most: limit - found.length });
    for (const { addr } of rows) found.push(addr);
    if (found.length === limit) break;
  }
  return found;
}

function artefactsWhere({ filter }: ArtefactSelection): string {
  const withdrawn = '(c.withdrawn_seq IS NOT NULL AND c.withdrawn_seq <= @seq AND c.withdrawn_at <= @until)';
  return `
    FROM artefacts c WHERE c.corpus = @corpus AND +c.seq <= @seq AND +c.effective_at <= @until
    AND (@licence IS NULL OR c.licence = @licence) AND (@domain IS NULL OR c.domain = @domain)
    AND (@publisher IS NULL OR c.publisher = @publisher) AND (@lang IS NULL OR c.lang = @lang)
    AND (@mediaType IS NULL OR c.media_type = @mediaType)
    AND (@from IS NULL OR c.effective_at >= @from) AND (@to IS NULL OR c.effective_at <= @to)
    AND (@text IS NULL OR instr(c.words, @text) > 0)
    ${filter.withdrawn === null ? '' : `AND ${filter.withdrawn ? '' : 'NOT '}${withdrawn}`}`;
}

function artefactParams({ corpus, view, filter }: ArtefactSelection): SqlParams {
  const { withdrawn: _, ...rest } = filter;
  return { ...rest, text: folded(filter.text), corpus, seq: view.seq, until: view.until };
}

function artefactParts(connection: Connection, selection: ArtefactSelection): AsyncGenerator<Part> {
  const whole = { where: artefactsWhere(selection), params: artefactParams(selection) };
  return inStretches(connection, 'artefacts', { corpus: selection.corpus, upTo: selection.view.seq }, whole);
}

async function countOf(connection: Connection, parts: AsyncIterable<Part>): Promise<number> {
  let count = 0;
  for await (const { where, params } of parts) {
    const sql = `SELECT count(*) FROM (SELECT 1 ${where} LIMIT @most)`;
    count += Number(connection.value(sql, { ...params, most: MAX_COUNTED - count }));
    if (count === MAX_COUNTED) break;
  }
  return count;
}

interface Grouping {
  /** Columns of what matches. */
  readonly columns: string;
  /** Of `matching`: each key beside the ids that have it. */
  readonly keyed: string;
}

/** Of the first `MAX_COUNTED` that match. An id stands in one part. */
async function groupsOf(
  connection: Connection,
  parts: AsyncIterable<Part>,
  { columns, keyed }: Grouping,
): Promise<Group[]> {
  const groups = new Map<string, number>();
  let matched = 0;
  for await (const { where, params } of parts) {
    const sql = `
      WITH matching AS MATERIALIZED (SELECT ${columns} ${where} LIMIT @most)
      SELECT NULL AS key, count(*) AS count FROM matching
      UNION ALL SELECT key, count(DISTINCT id) FROM (${keyed}) GROUP BY key`;
    const most = MAX_COUNTED - matched;
    for (const { key, count } of connection.rows<GroupRow>(sql, { ...params, most })) {
      if (key === null) matched += count;
      else groups.set(key, (groups.get(key) ?? 0) + count);
    }
    if (matched === MAX_COUNTED) break;
  }
  return [...groups]
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    .slice(0, MAX_LISTED);
}

/** A group; without a key all that match. */
interface GroupRow {
  readonly key: string | null;
  readonly count: number;
}

function folded(text: string | null): string | null {
  return text === null ? null : foldText(text);
}
