/** The log as it stood at a time, found by when its entries were committed. */
import type { HeadReader } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';

/** Entries that are read together: four reads find a time among 50,000 entries, six among 10 million. */
const LOOKED_AT = 15;

/**
 * Entries that were committed by then, the very instant included. An entry is never earlier than the one before, so that
 * reads are as few as the log's length has digits.
 * @param until RFC 3339 UTC with ms
 * @throws {StoreCorrupted} where the log has a gap
 */
export async function viewAt(reader: HeadReader & RecordReader, until: string): Promise<View> {
  const { size, at } = await reader.head();
  if (at === null || at <= until) return { seq: size - 1, until };
  // Whatever lies before `low` was committed by then; what lies at `high` was not.
  let [low, high] = [0, size - 1];
  while (low < high) {
    // The log's beginning is a usual start of a period.
    const seqs = low === 0 ? [...new Set([0, ...spread(low, high)])] : spread(low, high);
    const later = await firstLater(reader, seqs, until);
    if (later > 0) low = (seqs[later - 1] ?? low) + 1;
    high = seqs[later] ?? high;
  }
  return { seq: low - 1, until };
}

/** Positions from `low` on and before `high`, evenly. */
function spread(low: number, high: number): number[] {
  const step = Math.ceil((high - low) / (LOOKED_AT + 1));
  const count = Math.min(LOOKED_AT, Math.ceil((high - low) / step));
  return Array.from({ length: count }, (_, index) => Math.min(low + (index + 1) * step, high) - 1);
}

/** Index of the first of the positions that was committed later; how many there are where none was. */
async function firstLater(reader: RecordReader, seqs: readonly number[], until: string): Promise<number> {
  const entries = await reader.records('entries', seqs);
  const index = entries.findIndex((stored, place) => {
    if (stored !== null) return stored.entry.at > until;
    throw new StoreCorrupted(`entry ${seqs[place]} is missing`, seqs[place] ?? null);
  });
  return index < 0 ? seqs.length : index;
}
