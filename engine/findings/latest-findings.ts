/** The verdicts of answers as the log stood at a time. */
import type { AnswerId } from '../../graph/address.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { FindingRecord, View } from '../../graph/store/rows.ts';

/** The latest transition of each answer of the tenant, in their order; one read. @param view null: the present */
export async function latestFindings(
  reader: RecordReader & RangeReader,
  tenant: string,
  answers: readonly AnswerId[],
  view: View | null,
): Promise<(FindingRecord | null)[]> {
  if (view === null) return reader.records('latestFindings', answers);
  const places = answers.map((answer) => ({ answer, after: -1, before: view.seq + 1 }));
  const pages = await reader.ranges('findingsOf', { tenant, by: places, limit: 1, newestFirst: true });
  return pages.map(([latest = null]) => latest);
}
