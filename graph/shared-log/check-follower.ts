/** Whether a graph store may follow a log: what it holds is a beginning of that log, and nobody appends to it any more. */
import { followLog } from '../log/log-successor.ts';
import { rootOf } from '../log/merkle.ts';
import type { LogHead, LogReader } from '../store/log.ts';
import type { GraphStore } from '../store/store.ts';

/** The graph store holds entries of another log. */
export class OtherGraph extends Error {
  readonly code = 'other_graph';
}

/**
 * Ends the graph store's own log, if it had one, in favour of the log that it follows from now on.
 * @param place the log's, for a program that opens the graph store alone
 * @throws {OtherGraph} where the graph store holds what the log does not
 */
export async function bindFollower(log: LogReader, graph: GraphStore, place: string): Promise<void> {
  const known = await graph.head();
  await checkPrefix(log, known);
  await followLog(graph, place, async (head) => {
    // It was appended to meanwhile, by a program that knew of no other log.
    if (head.size !== known.size) await checkPrefix(log, head);
  });
}

async function checkPrefix(log: LogReader, { size, frontier }: LogHead): Promise<void> {
  if (size === 0) return;
  const { size: whole } = await log.head();
  const [last] = size > whole ? [] : await log.entries({ after: size - 2, limit: 1, types: null });
  if (last?.root === Buffer.from(rootOf({ size, frontier })).toString('hex')) return;
  throw new OtherGraph(
    `the graph store holds ${size} entries of another log than that of ${whole} entries which it is to follow: give an empty one`,
  );
}
