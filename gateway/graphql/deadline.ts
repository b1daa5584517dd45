/** The longest that one request may take until its answer begins; a stream may then go on. */

/** Milliseconds. */
export const DEADLINE_MS = 10_000;

/** The work took longer than its deadline. */
export class DeadlineExceeded extends Error {
  readonly code = 'deadline_exceeded';
}

/** Gives the work's result, or tells it to stop and throws. @throws {DeadlineExceeded} */
export async function withinDeadline<T>(work: (signal: AbortSignal) => PromiseLike<T> | T): Promise<T> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const fault = new DeadlineExceeded(`no answer within ${DEADLINE_MS} ms`);
    controller.abort(fault);
    late.reject(fault);
  }, DEADLINE_MS);
  try {
    return await Promise.race([work(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
