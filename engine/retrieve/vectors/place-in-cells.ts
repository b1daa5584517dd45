/** Gives a corpus that has outgrown an exact search its cells, and to segments without them those of their rows. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { BlobReader } from '../../../graph/store/blobs.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { CELLS_FROM, cellCount, MAX_SAMPLE } from './cells.ts';
import { type Segment, sectionsOf, type VectorManifest } from './manifest.ts';
import type { BlobQueue } from './record-vectors.ts';
import type { CorpusVectors } from './vector-blob.ts';
import { type TakeStep, VectorsFailed } from './vector-maker.ts';

/** Cells are made again once the corpus has so many times the sections that there were. */
const GROWTH = 2;

export interface PlacingContext {
  readonly reader: GraphReader;
  readonly blobs: BlobQueue;
  readonly take: TakeStep;
  /** The vectors of a segment's blob, one row a section. */
  readonly rowsOf: (bytes: Uint8Array) => CorpusVectors;
}

/** Whether some of the vectors must be placed in cells. */
export function lackCells(manifest: VectorManifest): boolean {
  const isLarge = sectionsOf(manifest) >= CELLS_FROM;
  return isLarge && (isOutgrown(manifest) || manifest.segments.some(({ cells }) => cells === null));
}

/** Rejects with `VectorsFailed`. */
export async function placeInCells(
  context: PlacingContext,
  manifest: VectorManifest,
): Promise<VectorManifest> {
  if (!lackCells(manifest)) return manifest;
  // The vectors to place are read again from the store.
  await context.blobs.flush();
  const isNew = isOutgrown(manifest);
  const cells = isNew ? await makeCells(context, manifest) : await readCells(context, manifest);
  const segments: Segment[] = [];
  for (const segment of manifest.segments) {
    const isPlaced = segment.cells !== null && !isNew;
    segments.push(isPlaced ? segment : await placed(context, segment, cells.bytes));
  }
  return { ...manifest, cells: cells.hash, celled: isNew ? sectionsOf(manifest) : manifest.celled, segments };
}

function isOutgrown(manifest: VectorManifest): boolean {
  return manifest.cells === null || sectionsOf(manifest) >= manifest.celled * GROWTH;
}

async function readCells(context: PlacingContext, { cells }: VectorManifest) {
  const hash = cells ?? '';
  return { hash, bytes: await bytesOf(context.reader, hash) };
}

async function makeCells({ reader, blobs, take, rowsOf }: PlacingContext, manifest: VectorManifest) {
  const total = sectionsOf(manifest);
  const step = Math.ceil(total / MAX_SAMPLE);
  const sample: Float32Array[] = [];
  let dimensions = 0;
  let at = 0;
  for (const { rows, count } of manifest.segments) {
    const read = rowsOf(await bytesOf(reader, rows));
    dimensions = read.dimensions;
    for (let row = 0; row < count; row += 1, at += 1)
      if (at % step === 0) sample.push(read.vectors.slice(row * dimensions, (row + 1) * dimensions));
  }
  const made = await take('trainCells', { rows: joined(sample), dimensions, wanted: cellCount(total) });
  await blobs.add(made);
  return made;
}

async function placed(
  { reader, blobs, take, rowsOf }: PlacingContext,
  segment: Segment,
  cells: Uint8Array,
): Promise<Segment> {
  const { vectors } = rowsOf(await bytesOf(reader, segment.rows));
  const places = await take('placeRows', { cells, rows: vectors });
  await blobs.add(places);
  return { ...segment, cells: places.hash };
}

/** @throws {VectorsFailed} where the store has lost it */
async function bytesOf(reader: BlobReader, hash: string): Promise<Uint8Array> {
  // A segment takes milliseconds to decode, and there may be hundreds.
  await othersFirst();
  const [bytes] = await reader.blobs([hash]);
  if (!bytes) throw new VectorsFailed(`the blob ${hash} of the vectors is not in the store`);
  return bytes;
}

function joined(rows: readonly Float32Array[]): Float32Array {
  const [first] = rows;
  const all = new Float32Array(rows.length * (first?.length ?? 0));
  for (const [row, vector] of rows.entries()) all.set(vector, row * vector.length);
  return all;
}
