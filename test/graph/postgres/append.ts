/** What every writing process of these tests does. */
import type { LogReader } from '../../../graph/store/log.ts';
import type { GraphTransaction } from '../../../graph/store/store.ts';
import { at, changes, entry } from '../../conformance/graph-store/records.ts';

/** Appends one entry at the head and gives its seq. */
export async function append(tx: GraphTransaction): Promise<number> {
  const { size } = await tx.head();
  const head = { size: size + 1, frontier: [], at: at(size) };
  await tx.save(changes({ head, entries: [entry(size)] }));
  return size;
}

/** The seqs of the whole log, as far as 1,000. */
export async function storedSeqs(store: LogReader): Promise<number[]> {
  const entries = await store.entries({ after: -1, limit: 1_000, types: null });
  return entries.map((one) => one.entry.seq);
}

/** 0, 1, … up to, not with, `end`. */
export function range(end: number): number[] {
  return Array.from({ length: end }, (_, i) => i);
}
