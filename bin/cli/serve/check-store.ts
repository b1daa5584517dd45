/** What a start verifies of the store, and what it leaves to be verified beside requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBelow, checkEnd, type VerifiedEnd } from '../../../graph/log/check-log.ts';
import { checkTokens, checkVerdicts, RowsChanged } from '../../../graph/log/check-rows.ts';
import type { LogReader } from '../../../graph/store/log.ts';
import type { RangeReader } from '../../../graph/store/ranges.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { EXIT } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import type { OpenedEngine } from '../open-engine.ts';

/** Pauses are so many times as long as the work between them. */
const PAUSES_PER_WORK = 4;
const LEAST_PAUSE_MS = 5;

/**
 * In a time that does not grow with the log: its end, every token, the verdicts of that end, and whether somebody has written
 * to the projections.
 * @throws {StoreCorrupted} naming the first bad entry
 * @throws {CommandFailure} where rows are not as the log has them
 */
export async function checkStart({ engine: { store }, keys }: OpenedEngine): Promise<VerifiedEnd> {
  const end = await checkEnd(store, keys.signed);
  try {
    await checkWrites(store);
    await checkTokens(store);
    for await (const _ of checkVerdicts(store, { after: end.from.size - 1, before: end.size }));
  } catch (fault) {
    if (!(fault instanceof RowsChanged)) throw fault;
    const message = `${fault.message}: see what else with adduce rebuild --check, and make the rows again from the log with adduce rebuild`;
    throw new CommandFailure(EXIT.fail, 'rows_changed', message, { cause: fault });
  }
  return end;
}

async function checkWrites(store: GraphStore): Promise<void> {
  const tables = await store.foreignWrites();
  if (tables.length === 0) return;
  throw new RowsChanged(
    `something else than this program has written to the store's ${tables.join(', ')}`,
    null,
  );
}

/**
 * Resolves when every entry below the verified end, and every verdict there, is verified, or the signal has aborted.
 * @throws {StoreCorrupted} naming the first bad entry
 */
export async function checkBeside(
  reader: LogReader & RangeReader,
  { from }: Pick<VerifiedEnd, 'from'>,
  signal: AbortSignal,
): Promise<void> {
  await slowly(checkVerdicts(reader, { after: -1, before: from.size }), signal);
  await slowly(checkBelow(reader, from), signal);
}

async function slowly(steps: AsyncIterable<number>, signal: AbortSignal): Promise<void> {
  let began = performance.now();
  for await (const _ of steps) {
    const worked = performance.now() - began;
    await sleep(Math.max(LEAST_PAUSE_MS, PAUSES_PER_WORK * worked));
    if (signal.aborted) return;
    began = performance.now();
  }
}
