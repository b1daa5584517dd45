/** Opens a store of a shared log and a graph store that follows it. */
import { type ReplayProgress, replay } from '../log/replay.ts';
import type { GraphStore } from '../store/store.ts';
import { bindFollower } from './check-follower.ts';
import { Follower, type FollowerOptions } from './follower.ts';
import type { SharedLog } from './shared-log.ts';
import { sharedLogStore } from './store.ts';

export interface SharedLogOptions extends Omit<FollowerOptions, 'log' | 'graph' | 'step'> {
  /** The log's place, for a program that opens the graph store alone. */
  readonly place: string;
  /** Called while the graph store catches up with what the log holds at the call. */
  readonly onProgress?: (at: ReplayProgress) => void;
  /** Ends that. */
  readonly signal?: AbortSignal | undefined;
}

/** Of an embedded store a step takes the thread that serves: some tens of milliseconds. */
const LOCAL_STEP = 64;
const SHARED_STEP = 200;

/**
 * Both stores are the composed store's from here on, also where this rejects.
 * @throws {OtherGraph} where the graph store holds what the log does not
 */
export async function openSharedLog(
  log: SharedLog,
  graph: GraphStore,
  { place, onProgress = () => undefined, signal, ...options }: SharedLogOptions,
): Promise<GraphStore> {
  const step = options.isShared ? SHARED_STEP : LOCAL_STEP;
  const begin = async () => {
    await bindFollower(log, graph, place);
    const { size, replayedTo } = await graph.head();
    return new Follower({ ...options, step, log, graph }, replayedTo ?? size);
  };
  const follower = await begin().catch(async (error: unknown) => {
    await log[Symbol.asyncDispose]();
    await graph[Symbol.asyncDispose]();
    throw error;
  });
  follower.start();
  const store = sharedLogStore(log, graph, follower);
  try {
    await replay(log, onProgress, signal);
    const { size: of } = await log.head();
    await follower.caughtUp(of, (entries) => onProgress({ entries, of }), signal);
    return store;
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
