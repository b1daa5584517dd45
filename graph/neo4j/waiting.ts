/** Waiting for what may never come. */

/** Whether `pending` ended in time. */
export async function within(pending: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([pending.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Takes a fault that nobody waits for any more. */
export function ignore(): void {
  // The waiting caller has the fault.
}
