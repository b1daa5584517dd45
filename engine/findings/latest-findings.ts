/** The verdicts of answers as the log stood at a time. */
import type { AnswerId } from '../../graph/address.ts';
import type { FindingRecord, GraphReader, View } from '../../graph/store.ts';

/** The latest transition of each answer of the tenant, in their order; one read. @param view null: the present */
export async function latestFindings(
  reader: Pick<GraphReader, 'latestFindings' | 'findingPages'>,
  tenant: string,
  answers: readonly AnswerId[],
  view: View | null,
): Promise<(FindingRecord | null)[]> {
  if (view === null) return reader.latestFindings(answers);
  const places = answers.map((answer) => ({ answer, after: -1, before: view.seq + 1 }));
  const pages = await reader.findingPages(tenant, places, { limit: 1, newestFirst: true });
  return pages.map(([latest = null]) => latest);
}
