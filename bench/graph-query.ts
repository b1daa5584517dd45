/** The query of an analyst who opens a claim graph: fifty claims with what is believed of them, where they stand and what contradicts them. */
import { DEMO } from '../bin/cli/sources.ts';
import { readRange } from '../graph/store/ranges.ts';
import type { GraphStore } from '../graph/store/store.ts';

const NODES = 50;
/** Of one artefact. */
const MAX_CLAIMS = 5;
const ARTEFACTS = 100;

const CLAIM = `addr text effectiveAt belief { state effectiveConfidence }
  rivals { addr text belief { state } }
  occurrences { span { start end } artefact { artefactId title domain } }`;

/** One document; which artefact stands where in it is a matter of variables. */
export interface GraphQuery {
  readonly query: string;
  readonly parts: readonly GraphPart[];
}

/** An artefact, and how many of its claims are asked for. */
export interface GraphPart {
  readonly id: string;
  readonly first: number;
}

/** As it is posted, with its parts in this order. */
export function posted({ query }: GraphQuery, parts: readonly GraphPart[]): Uint8Array {
  const variables = parts.flatMap(({ id, first }, index) => [
    [`id${index}`, id],
    [`first${index}`, first],
  ]);
  return Buffer.from(JSON.stringify({ query, variables: Object.fromEntries(variables) }));
}

/** The orders of some parts, each under a number from 0 to one less than the factorial of how many there are. */
export function ordered<P>(parts: readonly P[], number: number): P[] {
  const left = [...parts];
  const order: P[] = [];
  for (let rest = number; left.length > 0; ) {
    order.push(...left.splice(rest % left.length, 1));
    rest = Math.floor(rest / (left.length + 1));
  }
  return order;
}

/** Claims by the artefacts of the demo corpus that state the most. @throws {RangeError} where it has fewer */
export async function graphQuery(store: GraphStore): Promise<GraphQuery> {
  const artefacts = await readRange(
    store,
    'artefacts',
    { corpus: DEMO.corpus, after: -1 },
    { limit: ARTEFACTS },
  );
  const ids = artefacts.map(({ record }) => record.artefact_id);
  const stated = await store.ranges('occurrencesIn', { by: ids });
  const sizes = ids.map((id, index) => ({
    id,
    claims: new Set(stated[index]?.map(({ claim }) => claim)).size,
  }));
  const parts: GraphPart[] = [];
  let left = NODES;
  for (const { id, claims } of sizes.toSorted((a, b) => b.claims - a.claims)) {
    if (left === 0) break;
    const first = Math.min(left, claims, MAX_CLAIMS);
    parts.push({ id, first });
    left -= first;
  }
  if (left > 0) throw new RangeError(`the demo corpus lacks ${left} claims`);
  const declared = parts.map((_, index) => `$id${index}: ID!, $first${index}: Int`);
  const fields = parts.map(
    (_, index) =>
      `a${index}: artefact(id: $id${index}) { title claims(first: $first${index}) { nodes { ...claim } } }`,
  );
  const query = `query Graph(${declared.join(', ')}) { ${fields.join('\n')} }\nfragment claim on Claim { ${CLAIM} }`;
  return { query, parts };
}
