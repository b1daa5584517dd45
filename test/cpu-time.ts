/** Time of the processor, which is no matter of how busy the machine is. */

/** Milliseconds that this thread took for some work. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return milliseconds(process.threadCpuUsage(before));
}

/** Milliseconds that all threads of this process took since `process.cpuUsage()` gave `before`. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  return milliseconds(process.cpuUsage(before));
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
