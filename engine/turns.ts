/** Long work in slices, so that whoever else waits for this process has its turn between them. */
import { setImmediate as othersTurn } from 'node:timers/promises';
import { throwIfLeft } from '../graph/caller.ts';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller has: of all long work together, one slice runs a turn. Rejects
 * with the reason where the caller of the work has left.
 */
export async function nextTurn(): Promise<void> {
  last = last.then(() => othersTurn());
  await last;
  throwIfLeft();
}
