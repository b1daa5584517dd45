/** The child's half of a server that a benchmark measures: it says where it listens and what CPU it has used. */

/** Tells the benchmark the server's URL, then its CPU time in ms as often as it asks. Ends with the benchmark. */
export function beMetered(url: string): void {
  process.on('message', () => {
    // Garbage of earlier rounds is not on the next one's bill.
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1_000 });
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
}
