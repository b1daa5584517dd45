/** One measurement: what was done, and the time it took. */

/** What was done, by unit: `{ document: 44, claim: 310 }`. */
export type Done = Readonly<Record<string, number>>;

/** Milliseconds, all of them. */
export interface Sample {
  readonly done: Done;
  /** CPU of this process, user and system, all threads. */
  readonly cpu: number;
  /** CPU of the graph server, null where the store is embedded. */
  readonly serverCpu: number | null;
  readonly wall: number;
}

/** Reads the CPU time that the graph server has used so far, in ms. */
export type ServerMeter = () => Promise<number>;

const MICROSECONDS_PER_MS = 1_000;

/** Measures `work`, which says what it did. Garbage of earlier work is not on its bill, its own is as far as it is collected. */
export async function sample(meter: ServerMeter | null, work: () => Promise<Done>): Promise<Sample> {
  // Only `node --expose-gc` gives it, as the npm script does.
  globalThis.gc?.();
  const serverBefore = meter === null ? null : await meter();
  const start = performance.now();
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  const serverCpu = meter === null || serverBefore === null ? null : (await meter()) - serverBefore;
  return { done, cpu: (user + system) / MICROSECONDS_PER_MS, serverCpu, wall };
}
