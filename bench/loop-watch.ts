/** How long the event loop of this thread stands still. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopSpan {
  /** Longest time between two turns, ms by the clock: also what other processes of the machine took. */
  readonly blocked: number;
  /** Most CPU that this thread used between two turns, ms: what others have no part in. */
  readonly turn: number;
  /** CPU of this thread, ms. */
  readonly own: number;
  /** CPU of all threads of this process, ms. */
  readonly cpu: number;
  readonly wall: number;
}

const TICK_MS = 1;
const NANOSECONDS_PER_MS = 1e6;
const MICROSECONDS_PER_MS = 1_000;

export async function watchLoop(work: () => Promise<unknown>): Promise<LoopSpan> {
  const delays = monitorEventLoopDelay({ resolution: TICK_MS });
  const before = { own: ownCpu(), cpu: cpuOf(process.cpuUsage()), wall: performance.now() };
  let last = before.own;
  let turn = 0;
  const tick = () => {
    const now = ownCpu();
    turn = Math.max(turn, now - last);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  delays.enable();
  await work();
  const after = { own: ownCpu(), cpu: cpuOf(process.cpuUsage()), wall: performance.now() };
  // A block at the end is seen by the first tick behind it.
  await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
  delays.disable();
  clearInterval(timer);
  return {
    blocked: delays.max / NANOSECONDS_PER_MS,
    turn,
    own: after.own - before.own,
    cpu: after.cpu - before.cpu,
    wall: after.wall - before.wall,
  };
}

function ownCpu(): number {
  return cpuOf(process.threadCpuUsage());
}

function cpuOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / MICROSECONDS_PER_MS;
}
