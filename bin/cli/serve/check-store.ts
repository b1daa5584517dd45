/** Verifies beside requests what a start has left out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBelow, type VerifiedEnd } from '../../../graph/log/check-log.ts';
import type { GraphReader } from '../../../graph/store.ts';

/** Pauses are so many times as long as the work between them. */
const PAUSES_PER_WORK = 4;
const LEAST_PAUSE_MS = 5;

/**
 * Resolves when every entry below the tree is verified, or the signal has aborted.
 * @throws {StoreCorrupted} naming the first bad entry
 */
export async function checkBeside(
  reader: GraphReader,
  { from }: Pick<VerifiedEnd, 'from'>,
  signal: AbortSignal,
): Promise<void> {
  let began = performance.now();
  for await (const _ of checkBelow(reader, from)) {
    const worked = performance.now() - began;
    await sleep(Math.max(LEAST_PAUSE_MS, PAUSES_PER_WORK * worked));
    if (signal.aborted) return;
    began = performance.now();
  }
}
