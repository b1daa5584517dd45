/** A reader whose reads of one event-loop slice go to the store together: one read for each kind, however many ask. */
import type { RangeKind, RangeQuery, RangeRow } from '../store/ranges.ts';
import type { RecordId, RecordKind, RecordRow } from '../store/records.ts';
import type { TransactionReader } from '../store/store.ts';

type Rows = readonly unknown[];

interface Asked {
  readonly count: number;
  readonly keys: Rows;
  readonly give: (rows: Rows) => void;
  readonly fail: (fault: unknown) => void;
}

interface Batch {
  readonly asked: Asked[];
  /** Reads all keys, and gives a row or a list for each. */
  readonly read: (keys: Rows) => Promise<Rows>;
}

/** Records and ranges are read together; everything else as it is asked for. */
export function batchedReads(reader: TransactionReader): TransactionReader {
  const batches = new Map<string, Batch>();
  const together = (name: string, keys: Rows, read: Batch['read']): Promise<Rows> => {
    if (keys.length === 0) return Promise.resolve([]);
    // What was begun in this slice of the event loop is asked when it ends.
    if (batches.size === 0) setImmediate(() => flush(batches));
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    const batch = batches.get(name) ?? { asked: [], read };
    batches.set(name, batch);
    batch.asked.push({ count: keys.length, keys, give: resolve, fail: reject });
    return promise;
  };
  return {
    ...reader,
    records: async <K extends RecordKind>(kind: K, ids: readonly RecordId<K>[]) => {
      const rows = await together(`records ${kind}`, ids, (all) =>
        reader.records(kind, all as readonly RecordId<K>[]),
      );
      // The rows of the ids that were asked for under this name.
      return rows as (RecordRow<K> | null)[];
    },
    ranges: async <K extends RangeKind>(kind: K, query: RangeQuery<K>) => {
      const { by, ...cut } = query;
      const read = (all: Rows) => reader.ranges(kind, { ...cut, by: all } as unknown as RangeQuery<K>);
      return (await together(`ranges ${kind} ${JSON.stringify(cut)}`, by, read)) as RangeRow<K>[][];
    },
  };
}

function flush(batches: Map<string, Batch>): void {
  const due = [...batches.values()];
  batches.clear();
  for (const { asked, read } of due) {
    read(asked.flatMap(({ keys }) => keys)).then(
      (rows) => {
        let start = 0;
        for (const { count, give } of asked) {
          give(rows.slice(start, start + count));
          start += count;
        }
      },
      (fault: unknown) => {
        for (const { fail } of asked) fail(fault);
      },
    );
  }
}
