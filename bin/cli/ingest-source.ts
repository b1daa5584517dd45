/** One source into one corpus, with its progress and a table of what was skipped and why. */
import { extname } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import type { IngestReport } from '../../engine/ingest/ingest.ts';
import { plainLine } from '../../engine/plain-line.ts';
import { type Fence, fenced } from '../../graph/lease/lease.ts';
import { findFiles, readSource, type UnreadFile } from './source-files.ts';
import { ContentsMeter, type NamedSource, saveState, statsOf } from './source-state.ts';

export interface SourceReport extends IngestReport {
  readonly corpus: string;
  readonly source: string;
  /** Files that could not be opened. */
  readonly unread: readonly UnreadFile[];
}

export interface IngestSource extends NamedSource {
  readonly paths: readonly string[];
}

export interface IngestHooks {
  readonly onProgress: (done: number, of: number) => void;
  /** Ends the ingest between two documents, before the source counts as observed, or the training of vectors after it. */
  readonly signal?: AbortSignal;
  /** Fence of the lease under which the ingest runs. */
  readonly fence?: Fence;
}

/** Throws as the store does, and a usage failure for a path that does not exist. */
export async function ingestSource(
  engine: Engine,
  source: IngestSource,
  hooks: IngestHooks,
): Promise<SourceReport> {
  const { corpus, name, paths } = source;
  const unread: UnreadFile[] = [];
  const found = await findFiles(paths);
  const { size: from } = await engine.store.head();
  const stats = await statsOf(found);
  const meter = new ContentsMeter();
  const files = meter.through(readSource(found, (file) => unread.push(file), hooks.signal));
  const onProgress = (done: number, of: number) => {
    hooks.signal?.throwIfAborted();
    hooks.onProgress(done, of);
  };
  const { signal, fence } = hooks;
  const under = { ...(signal && { signal }), ...(fence && { fence }) };
  const report = await engine.ingest(files, { corpus, source: name, onProgress, ...under });
  const writer = fence === undefined ? engine.writer : fenced(engine.writer, fence);
  if (unread.length === 0) {
    await saveState(engine.store, writer, source, { stats, contents: meter.digest(), from });
  }
  return { ...report, corpus, source: name, unread };
}

/** Most files of one unsupported extension that are named one by one; more share a row. */
const MAX_NAMED = 3;

/** What was skipped: file, line, reason, detail. */
export function skippedRows({ skipped, unread }: SourceReport): string[][] {
  const byKind = Map.groupBy(skipped, ({ name, reason }) =>
    reason === 'unsupported' ? extname(name) : null,
  );
  const many = new Set([...byKind].flatMap(([kind, of]) => (kind && of.length > MAX_NAMED ? [kind] : [])));
  const rows = [
    ...[...many].map((kind) => [
      `*${kind} (${byKind.get(kind)?.length} files)`,
      'unsupported',
      'no reader knows this extension',
    ]),
    ...skipped
      .filter(({ name, reason }) => reason !== 'unsupported' || !many.has(extname(name)))
      .map(({ name, line, reason, detail }) => [line === null ? name : `${name}:${line}`, reason, detail]),
    ...unread.map(({ name, detail }) => [name, 'unreadable', detail]),
  ];
  return rows.map((row) => row.map(plainLine));
}

export function summaryOf({ added, changed, unchanged, claims, events }: IngestReport): string {
  return `${added} added, ${changed} changed, ${unchanged} unchanged; ${claims} claims, ${events} events`;
}
