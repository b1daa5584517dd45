/** Long work in slices, so that whoever else waits for this process has its turn between them. */
import { setImmediate as othersTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop that no other caller has: of all long work together, one slice runs a turn. */
export function nextTurn(): Promise<void> {
  last = last.then(() => othersTurn());
  return last;
}
