/** What every writing process of these tests does. */
import type { GraphStore } from '../../../graph/store/store.ts';
import { at, changes, entry } from '../../conformance/graph-store/records.ts';

/** Appends one entry of some `length` bytes at the head and gives its seq. */
export function append(store: GraphStore, length = 10): Promise<number> {
  return store.transact(async (tx) => {
    const { size } = await tx.head();
    const head = { size: size + 1, frontier: [], at: at(size) };
    const body = { type: 'key.revoked', key_id: 'k'.repeat(length) } as const;
    await tx.save(changes({ head, entries: [entry(size, body)] }));
    return size;
  });
}

/** The seqs of the whole log, which must be gapless and agree with the head. */
export async function storedSeqs(store: GraphStore): Promise<number[]> {
  const { size } = await store.head();
  const seqs: number[] = [];
  while (seqs.length < size) {
    const page = await store.entries({ after: seqs.length - 1, limit: 1_000, types: null });
    if (page.length === 0) break;
    seqs.push(...page.map(({ entry: { seq } }) => seq));
  }
  return seqs;
}

/** 0, 1, … up to, not with, `end`. */
export function range(end: number): number[] {
  return Array.from({ length: end }, (_, i) => i);
}
