/** The last checkpoint of each engine's log, stored in the BFF's records so that it survives a restart. */
import type { CheckpointMemory } from '../gateway/client/checkpoint-memory.ts';
import type { RecordStore } from './records.ts';

/** @param now epoch milliseconds */
export function checkpointsIn(
  records: Pick<RecordStore, 'checkpoint' | 'saveCheckpoint'>,
  now: () => number,
): CheckpointMemory {
  return {
    read: (engine) => records.checkpoint(engine),
    write: (engine, log) => records.saveCheckpoint(engine, log, now()),
  };
}
