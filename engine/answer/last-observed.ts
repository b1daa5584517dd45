/** When corpora were last observed, by the log at a time. */
import type { LogReader } from '../../graph/store/log.ts';
import { type RecordReader, readRecord } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import { epochMs, instantOf } from '../../graph/time.ts';
import { viewAt } from '../log/view-at.ts';

export type ObservingReader = RecordReader & LogReader;

/** Each ingest run writes one entry, so that one page is some weeks of a busy service. */
const PAGE = 1_000;

/** When each corpus was last observed; an unknown corpus is left out. */
export async function lastObserved(
  reader: RecordReader,
  names: ReadonlySet<string>,
): Promise<Map<string, string | null>> {
  const corpora = await Promise.all([...names].map((name) => readRecord(reader, 'corpora', name)));
  return new Map(corpora.flatMap((corpus) => (corpus === null ? [] : [[corpus.name, corpus.observedAt]])));
}

/**
 * The same in a view. Null for an observation further back than `withinMs`. The log is read from there to the view's
 * end, its `corpus.observed` entries alone.
 */
export async function lastObservedIn(
  reader: ObservingReader,
  names: ReadonlySet<string>,
  view: View,
  withinMs: number,
): Promise<Map<string, string | null>> {
  const newest = await lastObserved(reader, names);
  const isLater = (at: string | null) => at !== null && at > view.until;
  if (![...newest.values()].some(isLater)) return newest;
  const found = new Map([...newest].map(([name, at]) => [name, isLater(at) ? null : at]));
  const sinceMs = epochMs(view.until) - withinMs - 1;
  let after: number | null = sinceMs < 0 ? -1 : (await viewAt(reader, instantOf(sinceMs))).seq;
  while (after !== null) after = await readPage(reader, found, after, view);
  return found;
}

/** Where the next page begins; null at the view's end. */
async function readPage(
  reader: LogReader,
  found: Map<string, string | null>,
  after: number,
  view: View,
): Promise<number | null> {
  const page = await reader.entries({ after, limit: PAGE, types: ['corpus.observed'] });
  for (const { entry } of page) {
    if (entry.seq > view.seq) return null;
    if (entry.corpus !== null && found.has(entry.corpus)) found.set(entry.corpus, entry.at);
  }
  return page.length < PAGE ? null : (page.at(-1)?.entry.seq ?? null);
}
