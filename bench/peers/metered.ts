/** The child's half of a server that a benchmark measures: it says where it listens and what CPU it has used. */

/** Of collections that were asked for, in ms. */
let collecting = 0;

/**
 * Tells the benchmark the server's URL, then its CPU time in ms as often as it asks. Ends with the benchmark.
 * @param answers to messages of its own
 */
export function beMetered(url: string, answers: Readonly<Record<string, () => unknown>> = {}): void {
  process.on('message', (message: string) => void answer(message, answers));
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
}

async function answer(message: string, answers: Readonly<Record<string, () => unknown>>): Promise<void> {
  const own = answers[message];
  if (own !== undefined) return void process.send?.(await own());
  // Garbage of earlier rounds is not on the next one's bill, nor is this collection on anybody's: it goes through the whole heap.
  const before = cpuTime();
  globalThis.gc?.();
  collecting += cpuTime() - before;
  process.send?.({ cpu: cpuTime() - collecting });
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
