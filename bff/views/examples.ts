/** Questions that a corpus can answer in more than one way: things whose value changed over time. */
import { z } from 'zod';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { questionOf } from './question-of.ts';
import { type GraphRead, readGraph } from './read-graph.ts';
import { type ReadClaim, STATED, statedClaim, statedValue } from './statements.ts';
import { runsOf, valueRun } from './value-history.ts';

const MAX_EXAMPLES = 6;
/** The newest claims that examples are made of: a bound, since the claims of a corpus have none. */
const CLAIMS_READ = 300;
const PAGE = 100;
const QUERY = `query Examples($corpus: String, $first: Int, $after: String) {
  claims(corpus: $corpus, first: $first, after: $after, orderBy: { by: EFFECTIVE_AT, direction: DESC }) {
    pageInfo { hasNextPage endCursor } edges { node { ${STATED} } } } }`;

export const examplesInput = z.object({ corpus: z.string().min(1).max(63).optional() });

const example = z.object({
  question: z.string(),
  /** Oldest first; always more than one. */
  runs: z.array(valueRun),
});
export const examplesOutput = z.array(example);
export type CorpusExample = z.infer<typeof example>;

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const page = z.object({
  claims: z.object({ pageInfo, edges: z.array(z.object({ node: statedClaim.nullable() })) }),
});

/** What changed most often first, then what changed last. @throws as `readGraph`, {BffRefusal} 429 */
export function listExamples(
  bff: BffContext,
  visitor: Visitor,
  { corpus }: z.infer<typeof examplesInput>,
): Promise<CorpusExample[]> {
  return bff.limits.engine(visitor, 'view', async () => examplesOf(await newestClaims(bff, visitor, corpus)));
}

async function newestClaims(
  bff: BffContext,
  visitor: Visitor,
  corpus: string | undefined,
): Promise<readonly ReadClaim[]> {
  const found: ReadClaim[] = [];
  let after: string | null = null;
  while (found.length < CLAIMS_READ) {
    const variables = { corpus, first: PAGE, after };
    const read: GraphRead<z.infer<typeof page>> = { query: QUERY, variables, data: page };
    const { claims } = await readGraph(bff, callFor(bff, visitor), read);
    found.push(...claims.edges.flatMap(({ node }) => node ?? []));
    after = claims.pageInfo.endCursor;
    if (!claims.pageInfo.hasNextPage || after === null) break;
  }
  return found;
}

/** @param claims newest first */
export function examplesOf(claims: readonly ReadClaim[]): CorpusExample[] {
  const things = new Map<string, ReadClaim[]>();
  for (const claim of claims.toReversed()) {
    if (claim.statement === null) continue;
    const { subject, attribute } = claim.statement;
    const thing = `${subject.key}\n${attribute.name}`;
    things.set(thing, [...(things.get(thing) ?? []), claim]);
  }
  return [...things.values()]
    .flatMap(exampleOf)
    .toSorted((a, b) => b.runs.length - a.runs.length || compareText(lastChange(b), lastChange(a)))
    .slice(0, MAX_EXAMPLES);
}

function exampleOf(claims: readonly ReadClaim[]): CorpusExample[] {
  const runs = runsOf(claims.flatMap((claim) => statedValue(claim) ?? []));
  const last = claims.at(-1);
  const question = last === undefined ? null : questionOf(last);
  return runs.length < 2 || question === null ? [] : [{ question, runs: [...runs] }];
}

function lastChange({ runs }: CorpusExample): string {
  return runs.at(-1)?.from ?? '';
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
