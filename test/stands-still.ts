import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/** Resolves once what `read` gives has been above zero, and the same, for `forMs`; the test's own time is its limit. */
export async function standsStill(read: () => number, forMs: number): Promise<void> {
  for (let last = 0, since = performance.now(); last === 0 || performance.now() - since < forMs; ) {
    await sleep(LOOK_EVERY_MS);
    const now = read();
    if (now !== last) since = performance.now();
    last = now;
  }
}
