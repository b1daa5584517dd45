/** Corpora as of a time: what of them had taken effect by then. */
import type { CorpusCounts, ListReader } from '../../graph/store/lists.ts';
import type { CorpusRecord, View } from '../../graph/store/rows.ts';
import { lastObservedIn, type ObservingReader } from '../answer/last-observed.ts';

/** How far back the last look at a corpus is searched for. */
const OBSERVED_WITHIN_MS = 400 * 86_400_000;

export interface PastCorpus {
  /** As it is now. */
  readonly record: CorpusRecord;
  readonly counts: CorpusCounts;
  /** When it was last observed by then; null: not within 400 days before, or never. */
  readonly observedAt: string | null;
}

/** Those of which an artefact had taken effect by then, in their order. Each is counted anew: see `countsBy`. */
export async function readCorporaAt(
  reader: ObservingReader & ListReader,
  records: readonly CorpusRecord[],
  view: View,
): Promise<PastCorpus[]> {
  const names = new Set(records.map(({ name }) => name));
  const observed = await lastObservedIn(reader, names, view, OBSERVED_WITHIN_MS);
  const corpora: PastCorpus[] = [];
  for (const record of records) {
    const counts = await reader.countsBy(record.name, view.until);
    if (counts.artefacts === 0) continue;
    corpora.push({ record, counts, observedAt: observed.get(record.name) ?? null });
  }
  return corpora;
}
