/**
 * What a source was when it was last ingested, so that a start neither reads nor analyses again what has not changed:
 * first sizes and times, then, where these have changed, the hash of the contents.
 */
import { stat } from 'node:fs/promises';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { CorpusObserved, LogEntry } from '../../graph/log/entry.ts';
import type { Appender } from '../../graph/log/writer.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { LogReader } from '../../graph/store/log.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { type FoundFile, readSource } from './source-files.ts';

export interface NamedSource {
  readonly corpus: string;
  /** As the log names it. */
  readonly name: string;
}

/** A note of the installation: the files lie beside this process, and are no fact of the log. */
interface SourceState {
  /** Of names, sizes, inodes and times; null where a file was too young for its time to be reliable. */
  readonly stats: string | null;
  /** Of names and hashes. */
  readonly contents: string;
  /** Position of the `corpus.observed` entry. */
  readonly seq: number;
}

/** A file that is written twice within the resolution of its time looks the same: younger ones are not trusted. */
const SETTLED_MS = 2_000;
const PAGE = 1_000;

/** The digest of what is known of the files without reading them. */
export async function statsOf(files: readonly FoundFile[]): Promise<string | null> {
  const rows: string[] = [];
  const young = BigInt(Date.now() - SETTLED_MS) * 1_000_000n;
  for (const { name, path } of files) {
    const found = await stat(path, { bigint: true }).catch(() => null);
    if (found === null || found.mtimeNs > young || found.ctimeNs > young) return null;
    rows.push(`${name}\n${found.size} ${found.ino} ${found.mtimeNs} ${found.ctimeNs}`);
  }
  return digestOf(rows);
}

/** Passes files on, and gives the digest of all of them once they are through. */
export class ContentsMeter {
  readonly #rows: string[] = [];

  async *through(files: AsyncIterable<SourceFile>): AsyncGenerator<SourceFile> {
    for await (const file of files) {
      this.#rows.push(`${file.name}\n${blake3Hex(file.bytes)}`);
      yield file;
    }
  }

  digest(): string {
    return digestOf(this.#rows);
  }
}

/** Stores the state of the source at its newest `corpus.observed` entry at or after a position. */
export async function saveState(
  reader: LogReader,
  writer: Appender,
  source: NamedSource,
  { from, ...digests }: Omit<SourceState, 'seq'> & { readonly from: number },
): Promise<void> {
  const page = await reader.entries({ after: from - 1, limit: PAGE, types: ['corpus.observed'] });
  const observed = page.findLast(({ entry }) => bodyOf(entry, source) !== null);
  if (observed === undefined) return;
  await writeState(writer, source, { ...digests, seq: observed.entry.seq });
}

/**
 * Whether nothing has changed since the source was last ingested; then the log records another observation. An ingest
 * skips what an operator has withdrawn or redacted since.
 */
export async function observeUnchanged(
  reader: LogReader & BlobReader & RecordReader,
  writer: Appender,
  source: NamedSource,
  files: readonly FoundFile[],
): Promise<boolean> {
  const note = await reader.note(noteName(source));
  if (note === null) return false;
  // Only `writeState` writes the note.
  const state = JSON.parse(note) as SourceState;
  const body = await lastObserved(reader, source, state.seq);
  if (body === null) return false;
  const stats = await statsOf(files);
  if ((stats === null || stats !== state.stats) && (await contentsOf(files)) !== state.contents) return false;
  await writer.append(async (log) => {
    const { size: seq } = await log.head();
    return {
      entries: [{ corpus: source.corpus, tenant: null, effectiveAt: null, body }],
      notes: [[noteName(source), JSON.stringify({ ...state, stats, seq })]],
      result: () => undefined,
    };
  });
  return true;
}

/** Null where documents were withdrawn or redacted since. */
async function lastObserved(
  reader: LogReader & RecordReader,
  source: NamedSource,
  seq: number,
): Promise<CorpusObserved | null> {
  const [stored] = await reader.records('entries', [seq]);
  const ends = { after: seq, limit: 1, types: ['artefact.withdrawn', 'artefact.redacted'] } as const;
  if (stored == null || (await reader.entries(ends)).length > 0) return null;
  return bodyOf(stored.entry, source);
}

function bodyOf({ corpus, body }: LogEntry, source: NamedSource): CorpusObserved | null {
  if (body.type !== 'corpus.observed') return null;
  return corpus === source.corpus && body.source === source.name ? body : null;
}

/** Null where a file cannot be read. */
async function contentsOf(files: readonly FoundFile[]): Promise<string | null> {
  let unread = 0;
  const meter = new ContentsMeter();
  const read = readSource(files, () => {
    unread += 1;
  });
  for await (const _ of meter.through(read));
  return unread === 0 ? meter.digest() : null;
}

async function writeState(writer: Appender, source: NamedSource, state: SourceState): Promise<void> {
  await writer.append(async () => ({
    entries: [],
    notes: [[noteName(source), JSON.stringify(state)]],
    result: () => undefined,
  }));
}

function noteName({ corpus, name }: NamedSource): string {
  return `source.${digestOf([corpus, name])}`;
}

function digestOf(rows: readonly string[]): string {
  return blake3Hex(Buffer.from(JSON.stringify(rows)));
}
