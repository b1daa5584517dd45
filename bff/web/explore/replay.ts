/** Reads what an address shows: its start, then each step of it in order, then its path. */

import type { ExplorePlace } from '../explore-place.ts';
import type { ExploredPath, ExploreStep, Start } from '../trpc.ts';
import { GraphBuilder, type ShownGraph } from './shown-graph.ts';

/** Steps that one expansion takes at most until it brings something: edges may be shown from their other ends. */
const MAX_TRIES = 20;

export interface GraphReads {
  start(of: string): Promise<Start>;
  step(of: string, corpus: string, after: string | null): Promise<ExploreStep>;
  path(from: string, to: string, corpus: string): Promise<ExploredPath>;
}

export interface Replayed {
  readonly graph: ShownGraph;
  /** Id of the start. */
  readonly start: string;
  /** Null where none is asked for, and where it could not be read. */
  readonly path: ExploredPath | null;
  /** What stopped the steps; null: nothing did. What came before is shown all the same. */
  readonly problem: unknown;
}

/** @throws what `reads.start` throws */
export async function replay(
  reads: GraphReads,
  place: Pick<ExplorePlace, 'opened' | 'from' | 'to'> & { readonly start: string },
  signal: AbortSignal,
): Promise<Replayed> {
  const builder = new GraphBuilder();
  const first = await reads.start(place.start);
  builder.add(first);
  builder.goOn(first.start, first.next);
  const corpus = builder.node(first.start)?.corpus ?? '';
  let path: ExploredPath | null = null;
  let problem: unknown = null;
  try {
    for (const id of place.opened) {
      signal.throwIfAborted();
      await expand(builder, reads, id);
    }
    if (place.from !== null && place.to !== null) {
      path = await reads.path(place.from, place.to, corpus);
      builder.add(path);
    }
  } catch (error) {
    signal.throwIfAborted();
    problem = error;
  }
  return { graph: builder.graph(), start: first.start, path, problem };
}

/** A node that is not shown, as of another day or by other kinds, is skipped. */
async function expand(builder: GraphBuilder, reads: GraphReads, id: string): Promise<void> {
  const node = builder.node(id);
  if (node === null) return;
  for (let tries = 0; tries < MAX_TRIES && !builder.isFull; tries += 1) {
    const after = builder.next(id);
    if (after === undefined) return;
    const step = await reads.step(id, node.corpus, after);
    const added = builder.add(step);
    builder.goOn(id, step.next);
    if (added > 0) return;
  }
}
