/** Which claims a selection holds, as the `FROM … WHERE …` of a statement over claims `c`. */
import { foldText } from '../claim-facets.ts';
import type { ClaimSelection, ListKey, ListOrder, ListPage } from '../store/selection.ts';
import { type BeliefPart, beliefParams, beliefSource, believed } from './belief-parts.ts';
import type { Connection, SqlParams } from './connection.ts';
import { SLICE } from './slices.ts';

/** A place in the view that states the claim `c`, and what its artefact must be. */
const STATED = `
  SELECT 1 FROM occurrences o WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until`;
const STATED_WHERE = `
  SELECT 1 FROM occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
  WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until
    AND (@licence IS NULL OR a.licence = @licence) AND (@domain IS NULL OR a.domain = @domain)
    AND (@publisher IS NULL OR a.publisher = @publisher)`;

/** Two places in the view of different publishers. */
const STATED_BY_SEVERAL = `
  SELECT 1 FROM occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
  WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until AND a.publisher <> (
    SELECT a.publisher FROM occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
    WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until LIMIT 1
  )`;

/** A place in any view, of an artefact that is neither redacted nor under a licence that is refused. */
export const shown = (claim: string) => `
  SELECT 1 FROM occurrences o LEFT JOIN artefacts a ON a.id = o.artefact LEFT JOIN artefacts m ON m.id = a.mirror_of
  WHERE o.claim = ${claim}.addr AND coalesce(a.redacted, 0) = 0
    AND coalesce(a.licence, '') NOT IN (SELECT value FROM json_each(@closed))
    AND coalesce(m.licence, '') NOT IN (SELECT value FROM json_each(@closed))`;

/** Filters that an index finds the claims of, most selective first: rows `id`. */
const SOUGHT = {
  cluster: 'SELECT rowid AS id FROM claims WHERE cluster = @cluster AND corpus = @corpus',
  subject: 'SELECT rowid AS id FROM claims WHERE corpus = @corpus AND subject = @subject',
  entity: `
    SELECT rowid AS id FROM claims WHERE corpus = @corpus AND subject = @entity
    UNION SELECT rowid FROM claims WHERE corpus = @corpus AND object = @entity`,
} as const;
export type SoughtBy = keyof typeof SOUGHT;

/** The filter whose index finds no more claims than a slice, so that they are looked up and not searched for; null: none. */
export function soughtBy(connection: Connection, selection: ClaimSelection): SoughtBy | null {
  const { filter, among } = selection;
  if (among !== null) return null;
  const given = (['cluster', 'subject', 'entity'] as const).filter((name) => filter[name] !== null);
  const params = { ...claimParams(selection), most: SLICE + 1 };
  const isFew = (name: SoughtBy) =>
    Number(connection.value(`SELECT count(*) FROM (${SOUGHT[name]} LIMIT @most)`, params)) <= SLICE;
  return given.find(isFew) ?? null;
}

/** How the claims of a selection are come by. */
export interface ClaimSource {
  readonly sought: SoughtBy | null;
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
  const { text, subject, entity, attribute, dimension, licence, domain, publisher, sources } =
    selection.filter;
  const isOfPlaces = [licence, domain, publisher].some((one) => one !== null);
  const isOfWords = [text, subject, entity, attribute, dimension].some((one) => one !== null);
  return `
    ${sourceOf(selection, { sought, ...(by && { by }), ...(part && { part }) })}
    WHERE ${ofCorpus(by)} AND +c.seq <= @seq
    ${subject === null ? '' : 'AND +c.subject = @subject'}
    ${entity === null ? '' : 'AND (+c.subject = @entity OR +c.object = @entity)'}
    AND (@attribute IS NULL OR c.attribute = @attribute) AND (@dimension IS NULL OR c.dimension = @dimension)
    AND (@cluster IS NULL OR c.cluster = @cluster)
    ${timesOf(selection, by)}
    AND (@text IS NULL OR instr(c.words, @text) > 0)
    AND ${prefixed('c')}
    AND EXISTS (${isOfPlaces ? STATED_WHERE : STATED})
    ${sources === null ? '' : `AND ${sources === 'one' ? 'NOT ' : ''}EXISTS (${STATED_BY_SEVERAL})`}
    ${isOfWords ? `AND EXISTS (${shown('c')})` : ''}
    ${believed(selection, part)}
    ${mayBeFirst(selection)}`;
}

function sourceOf({ among }: ClaimSelection, { sought, by, part }: ClaimSource): string {
  if (part !== undefined) return beliefSource(part, by);
  if (among !== null) return 'FROM json_each(@among) k CROSS JOIN claims c ON c.addr = k.value';
  return sought === null
    ? 'FROM claims c'
    : `FROM (${SOUGHT[sought]}) found CROSS JOIN claims c ON c.rowid = found.id`;
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

/** In the order of time a range of its index, in any other a condition of each row. */
export function timesOf({ filter: { from, to } }: ClaimSelection, by: ListOrder | undefined): string {
  const time = by === 'effective_at' ? 'c.effective_at' : '+c.effective_at';
  return `${from === null ? '' : `AND ${time} >= @from`} ${to === null ? '' : `AND ${time} <= @to`}`;
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
    among: among === null ? null : JSON.stringify(among),
  };
}

export function folded(text: string | null): string | null {
  return text === null ? null : foldText(text);
}
