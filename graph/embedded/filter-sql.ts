/**
 * Filters as conditions of statements over rows `c`, of tallies `t`. Their values are parameters named by their place, so that filters of one form
 * are one statement. Columns have a sign: a page is read in its order, and not by an index of what it filters.
 */
import { foldText } from '../claim-facets.ts';
import {
  type ArtefactFilter,
  type ArtefactIndex,
  type ArtefactSeek,
  artefactSeeksOf,
  type Between,
  type ClaimFilter,
  type ClaimSeek,
  claimSeeksOf,
  type Joined,
  type Origin,
  type Seekable,
  type SourceCount,
  seeksOf,
  type ValueSeek,
  valuesSought,
} from '../store/filters.ts';
import { placeOfCount, SOUGHT_TALLIES, type TallyFilter, type TallyKind } from '../store/tallies.ts';
import type { SqlParams, SqlValue } from './connection.ts';
import { codeOf } from './save-beliefs.ts';

export interface SqlCondition {
  /** A term of a `WHERE`. */
  readonly sql: string;
  readonly params: SqlParams;
}

export function claimCondition(filter: ClaimFilter): SqlCondition {
  const values = new Values('f');
  return { sql: joinedTerms(filter, (one) => claimTerms(one, values)), params: values.params };
}

export function artefactCondition(filter: ArtefactFilter): SqlCondition {
  const values = new Values('f');
  return { sql: joinedTerms(filter, (one) => artefactTerms(one, values)), params: values.params };
}

export function tallyCondition(kind: TallyKind, filter: TallyFilter): SqlCondition {
  const values = new Values('f');
  return { sql: joinedTerms(filter, (one) => tallyTerms(kind, one, values)), params: values.params };
}

/** Values that a statement compares with, each a parameter of its own. */
class Values {
  readonly params: Record<string, SqlValue> = {};
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  of(value: SqlValue): string {
    const name = `${this.#prefix}${this.#count}`;
    this.#count += 1;
    this.params[name] = value;
    return `@${name}`;
  }

  /** A set of the values. */
  among(values: readonly SqlValue[]): string {
    return `(SELECT value FROM json_each(${this.of(JSON.stringify(values))}))`;
  }
}

/** A row without a value of a field passes the `not` of what is asked of it. */
function joinedTerms<F extends Joined<F>>(filter: F, termsOf: (filter: F) => readonly string[]): string {
  const inner = (one: F): string => joinedTerms(one, termsOf);
  const { and, or, not } = filter;
  const terms = [
    ...termsOf(filter),
    ...and.map(inner),
    ...(or.length === 0 ? [] : [or.map(inner).join(' OR ')]),
    ...(not === null ? [] : [`NOT coalesce((${inner(not)}), 0)`]),
  ];
  return terms.length === 0 ? 'true' : terms.map((term) => `(${term})`).join(' AND ');
}

/** A place in the view that states the claim `c`. */
const PLACES = `occurrences o CROSS JOIN artefacts a ON a.id = o.artefact
  WHERE o.claim = c.addr AND o.seq <= @seq AND o.effective_at <= @until`;

/** Two places in the view of different publishers; few claims have any. */
const IN_VIEW = `EXISTS (
  SELECT 1 FROM ${PLACES} AND a.publisher <> (SELECT a.publisher FROM ${PLACES} LIMIT 1)
)`;
const OF_SOURCES: Readonly<Record<SourceCount, string>> = {
  one: `+c.by_several = 0 OR NOT ${IN_VIEW}`,
  several: `+c.by_several = 1 AND ${IN_VIEW}`,
};

function claimTerms(filter: ClaimFilter, values: Values): string[] {
  const { text, addr, subject, entity, attribute, dimension, cluster, sources } = filter;
  const folded = (some: readonly string[]) => some.map(foldText);
  return [
    text === null ? null : `instr(c.words, ${values.of(foldText(text))}) > 0`,
    addr === null ? null : `+c.addr IN ${values.among(addr)}`,
    subject === null ? null : `+c.subject IN ${values.among(folded(subject))}`,
    entity === null ? null : ofEntity(values.among(folded(entity))),
    attribute === null ? null : `c.attribute IN ${values.among(folded(attribute))}`,
    dimension === null ? null : `c.dimension IN ${values.among(dimension)}`,
    ...valueTerms(filter, values),
    cluster === null ? null : `+c.cluster IN ${values.among(cluster)}`,
    ofPlaces(filter, values),
    sources && OF_SOURCES[sources],
    ...beliefTerms(filter, values),
    between('+c.effective_at', filter.effectiveAt, values),
    between('+c.seq', filter.seq, values),
  ].filter((term) => term !== null);
}

/** Bounds of a claim's own that are none lie behind every number. */
function valueTerms({ number, date }: ClaimFilter, values: Values): (string | null)[] {
  return [
    number === null ? null : `+c.unit = ${values.of(number.unit)}`,
    number && between('+c.least', { ...number, to: null }, values),
    number && between('+c.most', { ...number, from: null }, values),
    date && 'c.first_day IS NOT NULL',
    date && between('+c.first_day', { ...date, to: null }, values),
    date && between('+c.last_day', { ...date, from: null }, values),
  ];
}

function ofEntity(names: string): string {
  return `coalesce(+c.subject IN ${names}, 0) OR coalesce(+c.object IN ${names}, 0)`;
}

const OF_ARTEFACT = ['licence', 'domain', 'publisher'] as const;

function ofPlaces(filter: ClaimFilter, values: Values): string | null {
  const terms = ofOrigin(filter, values);
  return terms.length === 0 ? null : `EXISTS (SELECT 1 FROM ${PLACES} ${terms.join(' ')})`;
}

/** Of an artefact `a`. */
function ofOrigin(origin: Origin, values: Values): readonly string[] {
  return OF_ARTEFACT.flatMap((name) => {
    const wanted = origin[name];
    return wanted === null ? [] : [`AND +a.${name} IN ${values.among(wanted)}`];
  });
}

const IS_MOVED = 'c.cluster IN (SELECT value FROM json_each(@moved))';
const OF_MOVED = 'json_each(@movedBeliefs) m WHERE m.value ->> 0 = c.cluster';

/** The projection's belief in a claim, but for claims of moved ledgers (`ClaimSelection.belief`). */
function beliefTerms({ belief, confidence }: ClaimFilter, values: Values): (string | null)[] {
  const state = `CASE WHEN ${IS_MOVED} THEN (SELECT m.value ->> 1 FROM ${OF_MOVED}) ELSE c.belief END`;
  const own = 'SELECT b.confidence FROM ledger_beliefs b WHERE b.corpus = c.corpus AND b.cluster = c.cluster';
  const number = `CASE WHEN ${IS_MOVED} THEN (SELECT m.value ->> 2 FROM ${OF_MOVED}) ELSE (${own}) END`;
  const range = confidence && { ...confidence, from: Math.max(0, confidence.from ?? 0) };
  return [
    belief === null ? null : `${state} IN ${values.among(belief.map(codeOf))}`,
    between(number, range, values),
  ];
}

function artefactTerms(filter: ArtefactFilter, values: Values): string[] {
  const { text, publisher, withdrawn } = filter;
  const named = { licence: 'licence', domain: 'domain', lang: 'lang', mediaType: 'media_type' } as const;
  const isWithdrawn = 'c.withdrawn_seq IS NOT NULL AND c.withdrawn_seq <= @seq AND c.withdrawn_at <= @until';
  return [
    text === null ? null : `instr(c.words, ${values.of(foldText(text))}) > 0`,
    publisher === null ? null : `+c.publisher IN ${values.among(publisher)}`,
    ...(['licence', 'domain', 'lang', 'mediaType'] as const).map((name) => {
      const wanted = filter[name];
      return wanted === null ? null : `+c.${named[name]} IN ${values.among(wanted)}`;
    }),
    withdrawn === null ? null : `${withdrawn ? '' : 'NOT '}(${isWithdrawn})`,
    between('+c.effective_at', filter.effectiveAt, values),
    between('+c.seq', filter.seq, values),
  ].filter((term) => term !== null);
}

const CONTRADICTING = "substr(t.key, 1, instr(t.key, ' ') - 1)";
/** The expression of the index `tallies_by_contradicted`. */
const CONTRADICTED = "substr(t.key, instr(t.key, ' ') + 1)";

function tallyTerms(kind: TallyKind, filter: TallyFilter, values: Values): string[] {
  const { text, key, contradicting, contradicted, since, seq, counts } = filter;
  const opponent = (domains: readonly string[] | null, side: string) => {
    if (domains === null) return null;
    return kind === 'opposition' ? `+${side} IN ${values.among(domains)}` : 'false';
  };
  return [
    text === null ? null : `instr(t.key, ${values.of(text)}) > 0`,
    key === null ? null : `+t.key IN ${values.among(key)}`,
    opponent(contradicting, CONTRADICTING),
    opponent(contradicted, CONTRADICTED),
    between('+t.since', since, values),
    between('+t.seq', seq, values),
    ...Object.entries(counts ?? {}).map(([count, range]) =>
      between(`+t.n${placeOfCount(kind, count)}`, range, values),
    ),
  ].filter((term) => term !== null);
}

function between(value: string, range: Between<SqlValue> | null, values: Values): string | null {
  if (range === null) return null;
  const { from, to } = range;
  const ends = [
    from === null ? [] : [`>= ${values.of(from)}`],
    to === null ? [] : [`<= ${values.of(to)}`],
  ].flat();
  return ends.length === 0 ? null : ends.map((end) => `${value} ${end}`).join(' AND ');
}

/** Rows `id` of the claims that have one of the values. */
const SOUGHT: Readonly<Record<Seekable, (values: string) => string>> = {
  addr: (values) =>
    `SELECT rowid AS id FROM claims INDEXED BY claims_by_addr WHERE addr IN ${values} AND corpus = @corpus`,
  cluster: (values) =>
    `SELECT rowid AS id FROM claims INDEXED BY claims_by_cluster WHERE cluster IN ${values} AND corpus = @corpus`,
  subject: (values) => ofColumn('subject', values),
  entity: (values) => `${ofColumn('subject', values)} UNION ALL ${ofColumn('object', values)}`,
};

function ofColumn(column: 'subject' | 'object', values: string): string {
  return `SELECT rowid AS id FROM claims INDEXED BY claims_by_${column}
    WHERE corpus = @corpus AND ${column} IN ${values} AND ${column} IS NOT NULL`;
}

/** A statement that finds what a filter passes by indexes: rows `id`, some of them twice. */
export interface SoughtSql extends SqlCondition {
  /** A statement of the rows that it goes through, of which there may be more than it finds; absent: these are the same. */
  readonly through?: string;
}

const INDEXES: readonly ArtefactIndex[] = ['publisher', 'licence'];

/** Of claims, the most selective first. */
export function soughtConditions(filter: ClaimFilter): readonly SoughtSql[] {
  return claimSeeksOf(filter, INDEXES).map((seeks, index) => {
    const values = new Values(`s${index}_`);
    const found = seeks.map((seek) => {
      if (seek.field !== 'artefact') return { found: soughtClaims(seek, values) };
      const { through, where } = soughtArtefact(seek, values);
      return { found: `${STATED_BY} ${where}`, through };
    });
    return soughtCondition(found, values);
  });
}

/** Of artefacts. */
export function soughtArtefacts(filter: ArtefactFilter): readonly SoughtSql[] {
  return artefactSeeksOf(filter, INDEXES).map((seeks, index) => {
    const values = new Values(`s${index}_`);
    const found = seeks.map((seek) => {
      const { through, where } = soughtArtefact(seek, values);
      return { found: `SELECT a.rowid AS id FROM artefacts a ${where}`, through };
    });
    return soughtCondition(found, values);
  });
}

interface Sought {
  readonly found: string;
  readonly through?: string;
}

function soughtCondition(ways: readonly Sought[], { params }: Values): SoughtSql {
  const through = ways.flatMap((way) => way.through ?? []);
  const sql = ways.map(({ found }) => found).join(' UNION ALL ');
  return { sql, params, ...(through.length > 0 && { through: through.join(' UNION ALL ') }) };
}

/** Artefacts `a` that have one of the values, along the index of them; of these only what passes the rest is gone on from. */
function soughtArtefact({ by, values: wanted, origin }: ArtefactSeek, values: Values) {
  const along = `WHERE a.corpus = @corpus AND a.${by} IN ${values.among(wanted)}`;
  return {
    through: `SELECT 1 FROM artefacts a ${along}`,
    where: `${along} ${ofOrigin(origin, values).join(' ')}`,
  };
}

/** Claims that artefacts state, in whatever view. */
const STATED_BY = `
  SELECT s.rowid AS id FROM artefacts a
  CROSS JOIN occurrences p ON p.artefact = a.id CROSS JOIN claims s ON s.addr = p.claim`;

function soughtClaims(seek: Exclude<ClaimSeek, ArtefactSeek>, values: Values): string {
  if (seek.field === 'number' || seek.field === 'date') return soughtValues(seek, values);
  const isName = seek.field === 'subject' || seek.field === 'entity';
  return SOUGHT[seek.field](values.among(isName ? seek.values.map(foldText) : seek.values));
}

/** The least of a quantity is no more than its most, where it has both: a range with a beginning is one of least values. */
function soughtValues({ field, range }: ValueSeek, values: Values): string {
  if (field === 'date') {
    return `SELECT rowid AS id FROM claims INDEXED BY claims_by_day
      WHERE corpus = @corpus AND first_day IS NOT NULL AND ${between('first_day', range, values)}`;
  }
  const column = range.from === null ? 'most' : 'least';
  return `SELECT rowid AS id FROM claims INDEXED BY claims_by_${column}
    WHERE corpus = @corpus AND unit = ${values.of(range.unit)} AND ${column} IS NOT NULL
    AND ${between(column, range, values)}`;
}

const SOUGHT_KEYS: Readonly<Record<(typeof SOUGHT_TALLIES)[number], (values: string) => string>> = {
  key: (values) => `SELECT value AS key FROM ${values}`,
  contradicting: (values) => `
    SELECT t.key FROM ${values} k CROSS JOIN tallies t
    WHERE t.kind = 'opposition' AND t.corpus = @corpus AND t.key > k.value || ' ' AND t.key < k.value || '!'`,
  contradicted: (values) => `
    SELECT t.key FROM tallies t INDEXED BY tallies_by_contradicted
    WHERE t.kind = 'opposition' AND t.corpus = @corpus AND ${CONTRADICTED} IN ${values}`,
};

/** The same of tallies: keys `key`, of which a tally of another kind may have one. */
export function soughtTallies(filter: TallyFilter): readonly SqlCondition[] {
  return seeksOf(filter, (own) => valuesSought(own, SOUGHT_TALLIES)).map((seeks, index) => {
    const values = new Values(`s${index}_`);
    const found = seeks.map(({ field, values: wanted }) => SOUGHT_KEYS[field](values.among(wanted)));
    return { sql: found.join(' UNION ALL '), params: values.params };
  });
}
