/** Statements that find what a filter passes by indexes, so that nodes are looked up and a list is not gone through for them. */
import {
  type ArtefactFilter,
  type ArtefactIndex,
  type ArtefactSeek,
  artefactSeeksOf,
  type ClaimFilter,
  type ClaimSeek,
  claimSeeksOf,
  type Seekable,
  seeksOf,
  type ValueSeek,
  valuesSought,
} from '../store/filters.ts';
import { SOUGHT_TALLIES, type TallyFilter } from '../store/tallies.ts';
import { type BoltParams, indexable } from './bolt-values.ts';
import type { Neo4jConnection } from './connection.ts';
import {
  between,
  type CypherCondition,
  CypherValues,
  daysOf,
  type Given,
  nameOf,
  ofOrigin,
  realsOf,
} from './filter-cypher.ts';

/** Nodes that are found by a filter and sorted; of more, the order is gone along. */
const MAX_SOUGHT = 2_000;

/** The first statement that finds no more nodes than that, and goes through no more to find them; null: none does. */
export async function firstFew(
  connection: Neo4jConnection,
  conditions: readonly SoughtCypher[],
  more: BoltParams,
): Promise<string | null> {
  const isFew = async (cypher: string, { params }: SoughtCypher) => {
    const row = await connection.row<{ found: number }>(
      `${cypher} LIMIT ${MAX_SOUGHT + 1} RETURN count(*) AS found`,
      { ...params, ...more },
    );
    return (row?.found ?? 0) <= MAX_SOUGHT;
  };
  for (const one of conditions) {
    const { cypher, through } = one;
    if ((through === undefined || (await isFew(through, one))) && (await isFew(cypher, one))) return cypher;
  }
  return null;
}

/** The index, and the property that it finds a claim by. */
const SOUGHT: Readonly<Record<Seekable, readonly (readonly [string, string])[]>> = {
  addr: [['addr', 'addr']],
  cluster: [['cluster, corpus, seq', 'cluster']],
  subject: [['corpus, subject', 'subject']],
  entity: [
    ['corpus, subject', 'subject'],
    ['corpus, object', 'object'],
  ],
};

/** A statement that finds what a filter passes, and others, by indexes. */
export interface SoughtCypher extends CypherCondition {
  /** A statement of the nodes `a` that it goes through, of which there may be more than it finds; absent: these are the same. */
  readonly through?: string;
}

/** There is none of licences. */
const INDEXES: readonly ArtefactIndex[] = ['publisher'];

/** Of claims `c`. */
export function soughtConditions(filter: ClaimFilter): readonly SoughtCypher[] {
  return claimSeeksOf(filter, INDEXES).map((seeks, index) => {
    const values = new CypherValues(`s${index}_`);
    const ways = seeks.flatMap((seek) => soughtClaims(seek, values));
    return soughtCondition('c', ways, values);
  });
}

/** Of artefacts `c`. */
export function soughtArtefacts(filter: ArtefactFilter): readonly SoughtCypher[] {
  return artefactSeeksOf(filter, INDEXES).map((seeks, index) => {
    const values = new CypherValues(`s${index}_`);
    const ways = seeks.map((seek) => {
      const { through, where } = soughtArtefact(seek, values);
      return { found: `${through} ${where} RETURN a AS c`, through };
    });
    return soughtCondition('c', ways, values);
  });
}

interface Sought {
  readonly found: string;
  readonly through?: string;
}

function soughtCondition(name: string, ways: readonly Sought[], { params }: CypherValues): SoughtCypher {
  const call = (parts: readonly string[], of: string) => `CALL () { ${parts.join(' UNION ')} } WITH ${of}`;
  const through = ways.flatMap((way) => (way.through === undefined ? [] : [`${way.through} RETURN a`]));
  const cypher = call(
    ways.map(({ found }) => found),
    name,
  );
  return { cypher, params, ...(through.length > 0 && { through: call(through, 'a') }) };
}

/** Artefacts `a` that have one of the values, along the index of them; of these only what passes the rest is gone on from. */
function soughtArtefact({ by, values: wanted, origin }: ArtefactSeek, values: CypherValues) {
  const given: Given = (value, term) => (value === null ? null : term(values.of(value)));
  return {
    through: `MATCH (a:Artefact) USING INDEX SEEK a:Artefact(corpus, ${by}, seq, id)
      WHERE a.corpus = $corpus AND a.${by} IN ${values.of(wanted)} AND a.seq >= -1 AND a.id IS NOT NULL`,
    where: ofOrigin(origin, given).join(' '),
  };
}

/** Of a claim that several of the artefacts state, one row. */
function soughtClaims(seek: ClaimSeek, values: CypherValues): readonly Sought[] {
  if (seek.field === 'artefact') {
    const { through, where } = soughtArtefact(seek, values);
    const found = `${through} ${where} MATCH (c:Claim)-[:STATED_IN]->(a) RETURN DISTINCT c`;
    return [{ found, through }];
  }
  if (seek.field === 'number' || seek.field === 'date') return [{ found: soughtValues(seek, values) }];
  const { field, values: wanted } = seek;
  const isName = field === 'subject' || field === 'entity';
  const name = values.of(isName ? wanted.map(nameOf) : wanted.map(indexable));
  return SOUGHT[field].map(([properties, property]) => ({
    found: `
      MATCH (c:Claim) USING INDEX SEEK c:Claim(${properties})
      WHERE c.${property} IN ${name} AND c.corpus = $corpus ${field === 'cluster' ? 'AND c.seq >= 0' : ''} RETURN c`,
  }));
}

/** The least of a quantity is no more than its most, where it has both: a range with a beginning is one of least values. */
function soughtValues(seek: ValueSeek, values: CypherValues): string {
  const given: Given = (value, term) => (value === null ? null : term(values.of(value)));
  if (seek.field === 'date') {
    const days = between('c.valueFrom', daysOf(seek.range), given).filter((term) => term !== null);
    return `MATCH (c:Claim) USING INDEX SEEK c:Claim(corpus, valueFrom)
      WHERE c.corpus = $corpus AND ${days.join(' AND ')} RETURN c`;
  }
  const property = seek.range.from === null ? 'valueMax' : 'valueMin';
  const numbers = between(`c.${property}`, realsOf(seek.range), given).filter((term) => term !== null);
  return `MATCH (c:Claim) USING INDEX SEEK c:Claim(corpus, quantityUnit, ${property})
    WHERE c.corpus = $corpus AND c.quantityUnit = ${values.of(indexable(seek.range.unit))}
    AND ${numbers.join(' AND ')} RETURN c`;
}

/** The same of tallies `t`, of which some may be of another kind. */
export function soughtTallies(filter: TallyFilter): readonly CypherCondition[] {
  return seeksOf(filter, (own) => valuesSought(own, SOUGHT_TALLIES)).map((seeks, index) => {
    const values = new CypherValues(`s${index}_`);
    const found = seeks.map(({ field, values: wanted }) => {
      const name = values.of(wanted.map(indexable));
      if (field === 'key')
        return `
        UNWIND ${name} AS key WITH DISTINCT key
        MATCH (t:Tally {id: $kind + ' ' + $corpus + ' ' + key}) USING INDEX SEEK t:Tally(id) RETURN t`;
      return `
        MATCH (t:Tally) USING INDEX SEEK t:Tally(corpus, ${field})
        WHERE t.corpus = $corpus AND t.${field} IN ${name} RETURN t`;
    });
    return { cypher: `CALL () { ${found.join(' UNION ')} } WITH t`, params: values.params };
  });
}
