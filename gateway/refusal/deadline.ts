/** The longest that one request may take until its answer begins; a stream may then go on. */
import { forCaller } from '../../graph/caller.ts';

/** Milliseconds. */
export const DEADLINE_MS = 10_000;

/**
 * Aborts the controller when its caller goes away; gives what lets go of the caller again. Whatever listens to the
 * controller lives as long as the caller until then. Some ten times cheaper than `AbortSignal.any`, which never lets go.
 */
export function abortWith(gone: AbortSignal, controller: AbortController): () => void {
  const abort = () => controller.abort(gone.reason);
  gone.addEventListener('abort', abort, { once: true });
  if (gone.aborted) abort();
  return () => gone.removeEventListener('abort', abort);
}

/** The work took longer than its deadline. */
export class DeadlineExceeded extends Error {
  readonly code = 'deadline_exceeded';
}

/**
 * Gives the work's result, or tells it and what it reads to stop, and throws. @throws {DeadlineExceeded}
 * @param controller tells the work to stop as well; the work's own: who listens to it is not asked to let go
 */
export async function withinDeadline<T>(
  work: (signal: AbortSignal) => PromiseLike<T> | T,
  controller = new AbortController(),
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const fault = new DeadlineExceeded(`no answer within ${DEADLINE_MS} ms`);
    controller.abort(fault);
    late.reject(fault);
  }, DEADLINE_MS);
  try {
    return await Promise.race([forCaller(controller.signal, () => work(controller.signal)), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
