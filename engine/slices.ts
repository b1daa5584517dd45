/** Long work in event-loop slices, between which other requests of the process run. */
import { throwIfLeft } from '../graph/caller.ts';
import { nextIteration } from '../graph/event-loop.ts';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in an event-loop iteration of the caller's own: of all long work, one slice runs in each iteration. Rejects
 * with the reason where the caller of the work has left.
 */
export async function nextSlice(): Promise<void> {
  last = last.then(() => nextIteration());
  await last;
  throwIfLeft();
}
