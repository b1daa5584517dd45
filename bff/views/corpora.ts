/** The corpora that can be asked, for the page's switcher. */
import { z } from 'zod';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { readGraph } from './read-graph.ts';
import { connection } from './statements.ts';

const MAX_CORPORA = 50;
const QUERY = `query Corpora($first: Int) { corpora(first: $first) { edges { node {
  name observedAt counts { documents claims oldestObservation newestObservation } } } } }`;

const counts = z.object({
  documents: z.int(),
  claims: z.int(),
  oldestObservation: z.string().nullable(),
  newestObservation: z.string().nullable(),
});
const data = z.object({
  corpora: connection(
    z.object({ name: z.string(), observedAt: z.string().nullable(), counts: counts.nullable() }),
  ),
});

export const corporaOutput = z.array(
  z.object({
    name: z.string(),
    /** When it was last looked at, RFC 3339 UTC; null: never. */
    observed_at: z.string().nullable(),
    documents: z.int(),
    claims: z.int(),
    /** Of its documents, RFC 3339 UTC. */
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
  }),
);
export type Corpora = z.infer<typeof corporaOutput>;

/** In the engine's order: the first is asked where none is named. @throws as `readGraph`, {BffRefusal} 429 */
export function listCorpora(bff: BffContext, visitor: Visitor): Promise<Corpora> {
  return bff.limits.engine(visitor, 'view', async () => {
    const read = { query: QUERY, variables: { first: MAX_CORPORA }, data };
    const { corpora } = await readGraph(bff, callFor(bff, visitor), read);
    return corpora.map(({ name, observedAt, counts }) => ({
      name,
      observed_at: observedAt,
      documents: counts?.documents ?? 0,
      claims: counts?.claims ?? 0,
      oldest: counts?.oldestObservation ?? null,
      newest: counts?.newestObservation ?? null,
    }));
  });
}
