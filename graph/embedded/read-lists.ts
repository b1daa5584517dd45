/** Lists of claims and artefacts: one statement each, put together from the few texts below. */
import type { ClaimAddr } from '../address.ts';
import type { ArtefactState } from '../artefact.ts';
import type { ClaimRecord } from '../claim.ts';
import { foldText } from '../claim-facets.ts';
import {
  type ArtefactGrouping,
  type ArtefactSelection,
  type ClaimGrouping,
  type ClaimSelection,
  type Group,
  type ListPage,
  type ListReader,
  MAX_COUNTED,
  MAX_LISTED,
} from '../listing.ts';
import type { Connection, SqlParams } from './connection.ts';

export function listReader(connection: Connection): ListReader {
  return {
    listClaims: async (selection, page) => {
      const sql = pageOf(claimsWhere(selection), page, 'c.addr');
      return connection.records<ClaimRecord>(sql, { ...claimParams(selection), ...pageParams(page) });
    },
    claimAddrs: async (selection, limit) => {
      const sql = `SELECT c.addr ${claimsWhere(selection)} ORDER BY c.seq, c.addr LIMIT @limit`;
      const found = connection.rows<{ addr: ClaimAddr }>(sql, { ...claimParams(selection), limit });
      return found.map(({ addr }) => addr);
    },
    countClaims: async (selection) =>
      countOf(connection, `SELECT c.addr ${claimsWhere(selection)}`, claimParams(selection)),
    groupClaims: async (selection, by) =>
      groupsOf(connection, claimGroups(selection, by), claimParams(selection)),
    listArtefacts: async (selection, page) => {
      const sql = pageOf(artefactsWhere(selection), page, 'c.id');
      return connection.records<ArtefactState>(sql, { ...artefactParams(selection), ...pageParams(page) });
    },
    countArtefacts: async (selection) =>
      countOf(connection, `SELECT c.id ${artefactsWhere(selection)}`, artefactParams(selection)),
    groupArtefacts: async (selection, by) =>
      groupsOf(connection, artefactGroups(selection, by), artefactParams(selection)),
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
function claimsWhere({ filter, ranked }: ClaimSelection): string {
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
    AND (@prefixes IS NULL
      OR EXISTS (SELECT 1 FROM json_each(@prefixes) p WHERE substr(c.addr, 1, length(p.value)) = p.value))
    AND EXISTS (${isOfPlaces ? STATED_WHERE : STATED})
    ${isOfWords ? `AND EXISTS (${TOLD})` : ''}`;
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

/** Counted over the first `MAX_COUNTED` rows. */
function claimGroups(selection: ClaimSelection, by: ClaimGrouping): string {
  const matching = `SELECT c.addr, c.attribute, c.dimension ${claimsWhere(selection)} LIMIT ${MAX_COUNTED}`;
  if (by === 'attribute' || by === 'dimension') {
    return `SELECT c.${by} AS key, c.addr AS id FROM (${matching}) c WHERE c.${by} IS NOT NULL AND EXISTS (${TOLD})`;
  }
  return `
    SELECT a.${by} AS key, c.addr AS id FROM (${matching}) c
    CROSS JOIN occurrences o ON o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until
    CROSS JOIN artefacts a ON a.id = o.artefact`;
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

function artefactGroups(selection: ArtefactSelection, by: ArtefactGrouping): string {
  const column = by === 'mediaType' ? 'media_type' : by;
  return `SELECT c.${column} AS key, c.id ${artefactsWhere(selection)} LIMIT ${MAX_COUNTED}`;
}

/** The statement's `FROM … WHERE …` as one page of records. */
function pageOf(where: string, { by, descending, after, before }: ListPage, id: string): string {
  const value = { seq: 'c.seq', effective_at: 'c.effective_at', id, rank: 'k.value ->> 1' }[by];
  const [later, earlier, direction] = descending ? ['<', '>', 'DESC'] : ['>', '<', 'ASC'];
  return `
    SELECT c.record ${where}
    ${after === null ? '' : `AND (${value}, ${id}) ${later} (@afterValue, @afterId)`}
    ${before === null ? '' : `AND (${value}, ${id}) ${earlier} (@beforeValue, @beforeId)`}
    ORDER BY ${value} ${direction}, ${id} ${direction} LIMIT @limit`;
}

function pageParams({ after, before, limit }: ListPage): SqlParams {
  if (limit > MAX_LISTED) throw new RangeError(`at most ${MAX_LISTED} rows, not ${limit}`);
  return {
    limit,
    ...(after !== null && { afterValue: after.value, afterId: after.id }),
    ...(before !== null && { beforeValue: before.value, beforeId: before.id }),
  };
}

function countOf(connection: Connection, matching: string, params: SqlParams): number {
  return Number(connection.value(`SELECT count(*) FROM (${matching} LIMIT ${MAX_COUNTED})`, params));
}

function groupsOf(connection: Connection, keyed: string, params: SqlParams): Group[] {
  const sql = `
    SELECT key, count(DISTINCT id) AS count FROM (${keyed}) GROUP BY key
    ORDER BY 2 DESC, key LIMIT ${MAX_LISTED}`;
  return connection.rows<Group>(sql, params);
}

function folded(text: string | null): string | null {
  return text === null ? null : foldText(text);
}
