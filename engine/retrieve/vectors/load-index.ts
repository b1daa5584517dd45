/** Reads the vectors of a corpus into memory: of a newer manifest only the segments that were not read before. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { BlobReader } from '../../../graph/store/blobs.ts';
import type { CorpusVectorsRecord } from '../../../graph/store/rows.ts';
import { type Cells, decodeCellRows, decodeCells } from './cells.ts';
import { readManifest, type Segment } from './manifest.ts';
import { type IndexedSegment, VectorIndex } from './vector-index.ts';

/** Makes a segment of its blob. @param cells of its rows; null where the corpus has none */
export type OpenSegment<S extends IndexedSegment> = (bytes: Uint8Array, cells: Uint16Array | null) => S;

/** Null where a blob is not there. @param before an index of the same corpus and model */
export async function loadIndex<S extends IndexedSegment>(
  reader: BlobReader,
  record: CorpusVectorsRecord,
  open: OpenSegment<S>,
  before: VectorIndex<S> | null,
): Promise<VectorIndex<S> | null> {
  const manifest = await readManifest(reader, record);
  if (manifest === null) return null;
  const cells = await readCells(reader, manifest.cells);
  if (cells === undefined) return null;
  const segments = new Map<string, S>();
  for (const segment of manifest.segments) {
    const key = keyOf(segment);
    const loaded = before?.segments.get(key) ?? (await readSegment(reader, segment, open));
    if (loaded === null) return null;
    segments.set(key, loaded);
  }
  return new VectorIndex(cells, segments);
}

function keyOf({ rows, cells }: Segment): string {
  return `${rows} ${cells}`;
}

/** Undefined where the blob is not there. */
async function readCells(reader: BlobReader, hash: string | null): Promise<Cells | null | undefined> {
  if (hash === null) return null;
  const [bytes] = await reader.blobs([hash]);
  return bytes ? decodeCells(bytes) : undefined;
}

async function readSegment<S extends IndexedSegment>(
  reader: BlobReader,
  { rows, cells }: Segment,
  open: OpenSegment<S>,
): Promise<S | null> {
  // Each takes milliseconds, and there may be hundreds.
  await othersFirst();
  const [bytes, cellBytes] = await reader.blobs(cells === null ? [rows] : [rows, cells]);
  if (!bytes || (cells !== null && !cellBytes)) return null;
  return open(bytes, cellBytes ? decodeCellRows(cellBytes) : null);
}
