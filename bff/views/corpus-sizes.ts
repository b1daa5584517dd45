/** How far each corpus has come, for what is done when one moves. */
import { z } from 'zod';
import type { BffContext } from '../bff-context.ts';
import { readGraph } from './read-graph.ts';

/** As many as the engine gives at once. */
const PAGE = 100;
const QUERY = `query CorpusSizes($first: Int, $after: String) { corpora(first: $first, after: $after) {
  nodes { name snapshot } pageInfo { hasNextPage endCursor } } }`;
const data = z.object({
  corpora: z.object({
    nodes: z.array(z.object({ name: z.string(), snapshot: z.string() }).nullable()),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

/**
 * Size of the log at the newest knowledge of each corpus: an answer that is stored does not move it.
 * @throws as `readGraph`
 */
export async function readCorpusSizes(
  bff: Pick<BffContext, 'client'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  let after: string | null = null;
  do {
    const variables: Readonly<Record<string, unknown>> = { first: PAGE, after };
    const { corpora } = await readGraph(bff, { signal }, { query: QUERY, variables, data });
    for (const one of corpora.nodes) if (one !== null) sizes.set(one.name, sizeOfSnapshot(one.snapshot));
    after = corpora.pageInfo.hasNextPage ? corpora.pageInfo.endCursor : null;
  } while (after !== null);
  return sizes;
}

/** @param snapshot `<size>.<first 12 hex digits of the root>` */
export function sizeOfSnapshot(snapshot: string): number {
  return Number.parseInt(snapshot, 10);
}
