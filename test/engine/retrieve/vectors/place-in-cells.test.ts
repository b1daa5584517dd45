import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CELLS_FROM, cellCount } from '../../../../engine/retrieve/vectors/cells.ts';
import { loadIndex } from '../../../../engine/retrieve/vectors/load-index.ts';
import {
  encodeManifest,
  NO_VECTORS,
  type Segment,
  type VectorManifest,
} from '../../../../engine/retrieve/vectors/manifest.ts';
import { lackCells, placeInCells } from '../../../../engine/retrieve/vectors/place-in-cells.ts';
import { BlobQueue } from '../../../../engine/retrieve/vectors/record-vectors.ts';
import { decodeVectors, encodeVectors } from '../../../../engine/retrieve/vectors/vector-blob.ts';
import { IndexedSegment, type VectorIndex } from '../../../../engine/retrieve/vectors/vector-index.ts';
import { VectorMaker, VectorsFailed } from '../../../../engine/retrieve/vectors/vector-maker.ts';
import { blake3, blake3Hex } from '../../../../graph/digest.ts';
import type { OpenedStore } from '../../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../../open-stores.ts';
import { createTestEngine } from '../../test-engine.ts';

const DIMENSIONS = 8;
const SEGMENT = 2_048;

let opened: OpenedStore;
let blobs: BlobQueue;

beforeEach(async () => {
  opened = await openEmptyEmbedded();
  blobs = new BlobQueue(createTestEngine(opened.store).writer);
});
afterEach(() => opened.dispose());

/** Around 64 directions, as texts lie around their topics. */
function vectorOf(name: string): Float32Array {
  const bytes = blake3(new TextEncoder().encode(name));
  const topic = blake3(Uint8Array.of((bytes[31] ?? 0) % 64));
  const row = Float32Array.from({ length: DIMENSIONS }, (_, axis) => {
    return (topic[axis] ?? 0) - 127.5 + ((bytes[axis] ?? 0) - 127.5) / 4;
  });
  const length = Math.hypot(...row);
  return row.map((value) => value / length);
}

async function segmentsFor(from: number, count: number) {
  const segments: Segment[] = [];
  for (let start = from; start < from + count; start += SEGMENT) {
    const ids = Array.from({ length: Math.min(SEGMENT, from + count - start) }, (_, at) => `s${start + at}`);
    const vectors = new Float32Array(ids.length * DIMENSIONS);
    for (const [row, id] of ids.entries()) vectors.set(vectorOf(id), row * DIMENSIONS);
    const bytes = encodeVectors({ ids, dimensions: DIMENSIONS, vectors });
    const rows = blake3Hex(bytes);
    await blobs.add({ hash: rows, bytes });
    segments.push({ rows, cells: null, count: ids.length });
  }
  return segments;
}

async function place(manifest: VectorManifest): Promise<VectorManifest> {
  await using maker = new VectorMaker();
  const context = { reader: opened.store, blobs, rowsOf: decodeVectors };
  const placed = await maker.run(true, (take) => placeInCells({ ...context, take }, manifest));
  await blobs.flush();
  return placed;
}

async function load(
  manifest: VectorManifest,
  before: VectorIndex | null = null,
): Promise<VectorIndex | null> {
  const bytes = encodeManifest(manifest);
  const vectors_hash = blake3Hex(bytes);
  await blobs.add({ hash: vectors_hash, bytes });
  await blobs.flush();
  const record = { seq: 1, model: 'm', model_hash: 'h', vectors_hash, count: 1, trainedOn: 1 };
  const open = (rows: Uint8Array, cells: Uint16Array | null) =>
    new IndexedSegment(decodeVectors(rows), cells);
  return loadIndex(opened.store, record, open, before);
}

describe('placing vectors in cells', () => {
  it('does nothing one section below the size from which a corpus has cells', async () => {
    const manifest = { ...NO_VECTORS, segments: await segmentsFor(0, CELLS_FROM - 1) };
    expect(lackCells(manifest)).toBe(false);
    expect(await place(manifest)).toBe(manifest);
  });

  it('gives a corpus of that size cells, in which nearly all of the nearest are found', async () => {
    const count = 3 * CELLS_FROM;
    const exact = { ...NO_VECTORS, segments: await segmentsFor(0, count) };
    const placed = await place(exact);
    expect(placed.celled).toBe(count);
    expect(lackCells(placed)).toBe(false);
    const [all, some] = [await load(exact), await load(placed)];
    let found = 0;
    for (let n = 0; n < 20; n += 1) {
      const query = vectorOf(`question ${n}`);
      const nearest = new Set(all?.search(query, 100).map(({ id }) => id));
      found += some?.search(query, 100).filter(({ id }) => nearest.has(id)).length ?? 0;
    }
    expect(found / 2_000).toBeGreaterThan(0.95);
  });

  it('places what is added in the cells that there are, and reads only that into memory', async () => {
    const first = await place({ ...NO_VECTORS, segments: await segmentsFor(0, CELLS_FROM) });
    const before = await load(first);
    const grown = await place({
      ...first,
      segments: [...first.segments, ...(await segmentsFor(CELLS_FROM, 5))],
    });
    expect(grown.cells).toBe(first.cells);
    expect(grown.segments.slice(0, -1)).toEqual(first.segments);
    const after = await load(grown, before);
    expect([...(after?.segments.values() ?? [])].slice(0, -1)).toEqual([
      ...(before?.segments.values() ?? []),
    ]);
    for (const [key, segment] of before?.segments ?? []) expect(after?.segments.get(key)).toBe(segment);
    const added = `s${CELLS_FROM + 2}`;
    expect(after?.search(vectorOf(added), 1)).toMatchObject([{ id: added }]);
  });

  it('makes cells again once the corpus has doubled', async () => {
    const first = await place({ ...NO_VECTORS, segments: await segmentsFor(0, CELLS_FROM) });
    const short = {
      ...first,
      segments: [...first.segments, ...(await segmentsFor(CELLS_FROM, CELLS_FROM - 1))],
    };
    expect((await place(short)).cells).toBe(first.cells);
    const full = { ...short, segments: [...short.segments, ...(await segmentsFor(90_000, 1))] };
    const doubled = await place(full);
    expect(doubled.cells).not.toBe(first.cells);
    expect(doubled.celled).toBe(2 * CELLS_FROM);
    expect(cellCount(2 * CELLS_FROM)).toBe(363);
  });

  it('lets others in before each segment that it reads', async () => {
    const segments = await segmentsFor(0, CELLS_FROM);
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await place({ ...NO_VECTORS, segments });
    clearImmediate(next);
    // Each is read for the sample and to be placed.
    expect(turns).toBeGreaterThanOrEqual(2 * segments.length);
  });

  it('fails where a segment was lost, and loads nothing', async () => {
    const segments = await segmentsFor(0, CELLS_FROM);
    await blobs.flush();
    const lost = segments[3]?.rows ?? '';
    await opened.store.transact((tx) => tx.removeBlobs([lost]));
    await expect(place({ ...NO_VECTORS, segments })).rejects.toThrow(VectorsFailed);
    expect(await load({ ...NO_VECTORS, segments })).toBeNull();
  });
});
