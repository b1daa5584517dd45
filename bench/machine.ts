/** The machine in general words: enough to judge a table by, no more. */
import { availableParallelism, loadavg } from 'node:os';

/** Cores, Node's version and the load of the last minute. */
export function machineLine(): string {
  const [load = 0] = loadavg();
  return `${process.platform} ${process.arch}, ${availableParallelism()} cores, Node ${process.version}, load ${load.toFixed(1)}`;
}
