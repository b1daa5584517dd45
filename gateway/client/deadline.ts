/** The time by which a call must have ended, retries and queues included. */
export interface Deadline {
  /** Aborted at that moment, and by the caller's own signal. */
  readonly signal: AbortSignal;
  /** The call's whole time, ms. */
  readonly timeoutMs: number;
  /** What is left of it, ms, never negative. */
  left(): number;
  /** Whether the time is over; false where the caller ended the call before. */
  hasPassed(): boolean;
}

export function deadlineIn(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const over = AbortSignal.timeout(Math.ceil(timeoutMs));
  const end = performance.now() + timeoutMs;
  return {
    signal: caller === undefined ? over : AbortSignal.any([over, caller]),
    timeoutMs,
    left: () => Math.max(0, end - performance.now()),
    hasPassed: () => over.aborted && caller?.aborted !== true,
  };
}

/** Rejects with the signal's reason when it is aborted; the work itself goes on where it ignores the signal. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let listener = () => {};
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason);
    if (signal.aborted) listener();
    signal.addEventListener('abort', listener);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // Not by a signal of its own: aborting one makes an error with a stack for every call.
    signal.removeEventListener('abort', listener);
  }
}
