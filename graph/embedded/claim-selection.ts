/** Which claims a selection holds, as the `FROM … WHERE …` of a statement over claims `c`. */

import type { BeliefPart } from '../store/belief-parts.ts';
import { isOfSeveral, isOfWords } from '../store/filters.ts';
import type { ClaimSelection, ListKey, ListOrder, ListPage } from '../store/selection.ts';
import { beliefParams, beliefSource, believed } from './belief-parts.ts';
import type { Connection, SqlParams } from './connection.ts';
import { claimCondition, soughtConditions } from './filter-sql.ts';
import { IS_MARKED, severalSource } from './several-publishers.ts';
import { firstFew } from './sought-rows.ts';

/** A place in the view that states the claim `c`. */
const STATED = `
  SELECT 1 FROM occurrences o WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until`;

/** A place in any view, of an artefact that is neither redacted nor under a licence that is refused. */
export const shown = (claim: string) => `
  SELECT 1 FROM occurrences o LEFT JOIN artefacts a ON a.id = o.artefact LEFT JOIN artefacts m ON m.id = a.mirror_of
  WHERE o.claim = ${claim}.addr AND coalesce(a.redacted, 0) = 0
    AND coalesce(a.licence, '') NOT IN (SELECT value FROM json_each(@closed))
    AND coalesce(m.licence, '') NOT IN (SELECT value FROM json_each(@closed))`;

/** Rows `id` of the claims that an index finds by the filter where these are few (`firstFew`); null: none does. */
export function soughtBy(connection: Connection, { corpus, filter, among }: ClaimSelection): string | null {
  return among === null ? firstFew(connection, corpus, soughtConditions(filter)) : null;
}

/** How the claims of a selection are come by. */
export interface ClaimSource {
  /** As of `soughtBy`. */
  readonly sought: string | null;
  /** Order of the page that is read; absent: that of the log. */
  readonly by?: ListOrder;
  /** Of a selection by belief; absent: all of it. */
  readonly part?: BeliefPart;
}

/**
 * `seq` has a sign, since a page is to be read in its order: nearly every row is in the view. So have what other indexes find.
 * That a claim is the first of its cluster is for `FirstOfClusters` to say: here it only may be.
 */
export function claimsWhere(selection: ClaimSelection, { sought, by, part }: ClaimSource): string {
  const { filter } = selection;
  return `
    ${sourceOf(selection, { sought, ...(by && { by }), ...(part && { part }) })}
    WHERE ${ofCorpus(by)} AND +c.seq <= @seq
    AND ${claimCondition(filter).sql}
    AND ${prefixed('c')}
    AND EXISTS (${STATED})
    ${isOfWords(filter) ? `AND EXISTS (${shown('c')})` : ''}
    ${believed(selection, part)}
    ${mayBeFirst(selection)}
    ${isAlongSeveral(selection, { sought, ...(part && { part }) }) ? IS_MARKED : ''}`;
}

/** Whether they are found by the indexes of claims that several publishers state: other sources and clusters have indexes of their own. */
export function isAlongSeveral(
  { among, filter, firstOfCluster }: ClaimSelection,
  { sought, part }: ClaimSource,
): boolean {
  const isSearched = among === null && sought === null && part === undefined && firstOfCluster === undefined;
  return isSearched && isOfSeveral(filter);
}

function sourceOf(selection: ClaimSelection, { sought, by, part }: ClaimSource): string {
  const { among } = selection;
  if (part !== undefined) return beliefSource(part, by);
  if (isAlongSeveral(selection, { sought })) return `FROM ${severalSource(by)}`;
  if (among !== null) return 'FROM json_each(@among) k CROSS JOIN claims c ON c.addr = k.value';
  return sought === null
    ? 'FROM claims c'
    : `FROM (SELECT DISTINCT id FROM (${sought})) found CROSS JOIN claims c ON c.rowid = found.id`;
}

/** In the order of addresses, the page is a range of those of the corpus (`pageOfCorpus`): their index has no other column. */
export function ofCorpus(by: ListOrder | undefined): string {
  return `${by === 'id' ? '+' : ''}c.corpus = @corpus`;
}

/** A page of claims by address ends where the corpus does. */
export function pageOfCorpus(corpus: string, page: ListPage): ListPage {
  if (page.by !== 'id') return page;
  const { descending, after, before } = page;
  // `0` is the character after `/`.
  const least = `wx://${corpus}/claim/`;
  const most = `wx://${corpus}/claim0`;
  const [low, high] = descending ? [before, after] : [after, before];
  const lower = keyAt(low !== null && low.id > least ? low.id : least);
  const upper = keyAt(high !== null && high.id < most ? high.id : most);
  return { ...page, ...(descending ? { after: upper, before: lower } : { after: lower, before: upper }) };
}

function keyAt(id: string): ListKey {
  return { value: id, id };
}

/** What an index knows of that (`clusters.ts`), so that the rest is not looked at; narrowed to prefixes, any may be first. */
export function mayBeFirst({ firstOfCluster, prefixes }: ClaimSelection): string {
  if (firstOfCluster === undefined) return '';
  return `${prefixes === null ? 'AND c.may_lead = 1' : ''} ${firstOfCluster.several ? 'AND c.has_peers = 1' : ''}`;
}

export function prefixed(claim: string): string {
  return `(@prefixes IS NULL
      OR EXISTS (SELECT 1 FROM json_each(@prefixes) p WHERE substr(${claim}.addr, 1, length(p.value)) = p.value))`;
}

export function claimParams({
  corpus,
  view,
  filter,
  prefixes,
  closedLicences,
  among,
  belief,
}: ClaimSelection): SqlParams {
  return {
    ...(belief && beliefParams(belief)),
    ...claimCondition(filter).params,
    ...Object.assign({}, ...soughtConditions(filter).map(({ params }) => params)),
    corpus,
    seq: view.seq,
    until: view.until,
    prefixes: prefixes === null ? null : JSON.stringify(prefixes),
    closed: JSON.stringify(closedLicences),
    among: among === null ? null : JSON.stringify(among),
  };
}
