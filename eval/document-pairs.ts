/** Pairs of documents that state different values: which contradict each other, and which only seem to. */
import { z } from 'zod';
import { type RecordShape, readRecords } from './measure/read-records.ts';

const text = z.string().min(1);
const pair = z.union([z.tuple([text, text, text, text]), z.tuple([text, text, text, text, z.string()])]);
const grouped = z.object({
  conflicts: z.array(pair),
  changes: z.array(pair).default([]),
  near: z.array(pair).default([]),
});

const SHAPE: RecordShape<z.infer<typeof grouped> | z.infer<typeof pair>> = {
  schema: z.union([grouped, pair]),
  accepted:
    '["document", "document", "value", "value"] in a list or a line each, or {"conflicts", "changes", "near"} of such',
};

/**
 * - `conflict`: the same subject at the same time, different publishers. Must be found.
 * - `change`: the later document replaces the value of the earlier one.
 * - `conflict_or_change`: one of these two; older corpora do not tell them apart.
 * - `near`: must not be flagged (another product, town, period or subject, the same document, the same value).
 */
export type PairRelation = 'conflict' | 'change' | 'conflict_or_change' | 'near';

export interface DocumentPair {
  readonly relation: PairRelation;
  readonly documents: readonly [string, string];
  /** What each of the two states. */
  readonly values: readonly [string, string];
  /** The subject, or why a near conflict is none; empty where the file does not say. */
  readonly note: string;
}

/** @throws {CommandFailure} for a file without pairs */
export async function readDocumentPairs(file: string): Promise<DocumentPair[]> {
  const records = await readRecords(file, SHAPE);
  return records.flatMap(({ value }) => {
    if (Array.isArray(value)) return [pairOf('conflict_or_change', value)];
    return [
      ...value.conflicts.map((one) => pairOf('conflict', one)),
      ...value.changes.map((one) => pairOf('change', one)),
      ...value.near.map((one) => pairOf('near', one)),
    ];
  });
}

function pairOf(
  relation: PairRelation,
  [a, b, valueA, valueB, note = '']: z.infer<typeof pair>,
): DocumentPair {
  return { relation, documents: [a, b], values: [valueA, valueB], note };
}
