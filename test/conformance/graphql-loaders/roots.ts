/** Every read that begins a query and gives more than one item: asked for few of them, and for many. */
import type { GraphQLField } from 'graphql';
import { schema } from '../../../gateway/graphql/schema.ts';
import { givesItems, membersOf } from './selection.ts';
import { CORPUS, type World } from './world.ts';

/** By global id, whatever it is: see the relations. */
const BY_ID: ReadonlySet<string> = new Set(['node', 'nodes']);
/** Of one item, whose fields are relations of a node, counts, or lists that the query has too. */
const SINGLE: ReadonlySet<string> = new Set([
  'actor',
  'answer',
  'artefact',
  'changes',
  'claim',
  'cluster',
  'entity',
  'publisher',
  'section',
  'stats',
  'coverageGap',
  'coverageGapOf',
]);

interface Sizes {
  readonly few: string;
  readonly many: string;
}

const corpus = `corpus: "${CORPUS}"`;
const paged = (args = ''): Sizes => ({ few: `first: 1 ${args}`, many: `first: 4 ${args}` });

const ROOTS: Readonly<Record<string, (world: World) => Sizes>> = {
  actors: () => paged(corpus),
  annotations: ({ busy }) => paged(`target: "${busy}"`),
  answers: () => paged(),
  answersHitBy: ({ busy }) => paged(`claim: "${busy}"`),
  artefacts: () => paged(corpus),
  atRisk: ({ single, shared }) => ({
    few: `of: {artefact: "${single}"}`,
    many: `of: {artefact: "${shared}"}`,
  }),
  claims: () => paged(corpus),
  clusters: () => paged(corpus),
  corpora: () => paged(),
  entities: () => paged(corpus),
  findings: ({ turned }) => paged(`filter: {answerId: "${turned.answer.answer_id}"}`),
  ledger: () => paged(corpus),
  // Around one node, so that what is behind its edges lies as many steps away.
  neighbourhood: ({ turned: { answer } }) => {
    const around = `of: "${answer.evidence_set.artefact_ids[0]}" depth: 2`;
    return { few: `${around} limitPerNode: 5`, many: `${around} limitPerNode: 8` };
  },
  // With edges of the same kinds, since each kind has its own reads.
  neighbours: ({ middle, busy }) => ({ few: `of: "${middle}" first: 4`, many: `of: "${busy}" first: 12` }),
  // The same number of steps: among few nodes, and among many.
  path: ({ middle, dated, busy, turned }) => ({
    few: `from: "${busy}" to: "${turned.answer.evidence_set.artefact_ids[0]}"`,
    many: `from: "${middle}" to: "${dated}"`,
  }),
  oppositions: () => paged(corpus),
  provenance: ({ single, shared }) => ({ few: `artefact: "${single}"`, many: `artefact: "${shared}"` }),
  publishers: () => paged(corpus),
  search: () => ({
    few: `q: "moons of Saturn Jupiter Neptune" first: 1 ${corpus}`,
    many: `q: "moons of Saturn Jupiter Neptune" first: 12 ${corpus}`,
  }),
  coverageGaps: () => paged(corpus),
  supersessionChain: ({ middle, busy }) => ({ few: `addr: "${middle}"`, many: `addr: "${busy}"` }),
  supersessionChains: () => paged(corpus),
  whatIf: ({ single, shared }) => ({ few: `withdrawn: "${single}"`, many: `withdrawn: "${shared}"` }),
};

export interface Root {
  readonly name: string;
  /** The query for few items, and the same for many. */
  queries(world: World): Sizes;
}

/** @throws where the schema has one that this does not know */
export function roots(): Root[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const listed = fields.filter(
    (field) => givesItems(field) && !SINGLE.has(field.name) && !BY_ID.has(field.name),
  );
  return listed.map((field) => {
    const sizes = ROOTS[field.name];
    if (sizes === undefined) throw new Error(`say here how ${field.name} is asked for few and for many`);
    return { name: field.name, queries: (world) => queriesOf(field, sizes(world)) };
  });
}

function queriesOf(field: GraphQLField<unknown, unknown>, { few, many }: Sizes): Sizes {
  const asked = (args: string) => `{ ${field.name}(${args}) ${membersOf(field, ['Query'])} }`;
  return { few: asked(few), many: asked(many) };
}
