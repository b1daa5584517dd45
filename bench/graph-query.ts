/** The query of an analyst who opens a claim graph: fifty claims with what is believed of them, where they stand and what contradicts them. */
import { DEMO } from '../bin/cli/sources.ts';
import type { GraphStore } from '../graph/store.ts';

const NODES = 50;
/** Of one artefact. */
const MAX_CLAIMS = 10;
const ARTEFACTS = 100;

const CLAIM = `addr text effectiveAt belief { state effectiveConfidence }
  rivals { addr text belief { state } }
  occurrences { span { start end } artefact { artefactId title domain } }`;

/** As it is posted: `query` and `variables`. */
export interface GraphQuery {
  readonly query: string;
  readonly variables: Readonly<Record<string, string | number>>;
}

/** Claims by the artefacts of the demo corpus that state the most. @throws {RangeError} where it has fewer */
export async function graphQuery(store: GraphStore): Promise<GraphQuery> {
  const artefacts = await store.artefactsOf(DEMO.corpus, -1, ARTEFACTS);
  const ids = artefacts.map(({ record }) => record.artefact_id);
  const stated = await store.occurrencesIn(ids);
  const sizes = ids.map((id, index) => ({
    id,
    claims: new Set(stated[index]?.map(({ claim }) => claim)).size,
  }));
  const variables: Record<string, string | number> = {};
  const fields: string[] = [];
  let left = NODES;
  for (const { id, claims } of sizes.toSorted((a, b) => b.claims - a.claims)) {
    if (left === 0) break;
    const name = fields.length;
    variables[`id${name}`] = id;
    variables[`first${name}`] = Math.min(left, claims, MAX_CLAIMS);
    left -= Math.min(left, claims, MAX_CLAIMS);
    fields.push(
      `a${name}: artefact(id: $id${name}) { title claims(first: $first${name}) { nodes { ...claim } } }`,
    );
  }
  if (left > 0) throw new RangeError(`the demo corpus lacks ${left} claims`);
  const declared = fields.map((_, index) => `$id${index}: ID!, $first${index}: Int`);
  const query = `query Graph(${declared.join(', ')}) { ${fields.join('\n')} }\nfragment claim on Claim { ${CLAIM} }`;
  return { query, variables };
}
