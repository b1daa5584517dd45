import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadIndex } from '../../engine/retrieve/vectors/load-index.ts';
import {
  encodeManifest,
  joinedSegments,
  NO_VECTORS,
  type Segment,
  sectionsOf,
  type VectorManifest,
} from '../../engine/retrieve/vectors/manifest.ts';
import { placeInCells } from '../../engine/retrieve/vectors/place-in-cells.ts';
import { BlobQueue } from '../../engine/retrieve/vectors/record-vectors.ts';
import { decodeVectors, encodeVectors } from '../../engine/retrieve/vectors/vector-blob.ts';
import { IndexedSegment, type VectorIndex } from '../../engine/retrieve/vectors/vector-index.ts';
import { VectorMaker } from '../../engine/retrieve/vectors/vector-maker.ts';
import { SEGMENT_SECTIONS, type SealedRows } from '../../engine/retrieve/vectors/vector-steps.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { LogWriter } from '../../graph/log/writer.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import type { Survey } from '../benchmark.ts';
import { sample } from '../sample.ts';
import { readSentenceVectors, type SentenceVectors } from '../sentence-vectors.ts';
import { storeKinds } from '../stores.ts';

const SIZES = [1_000, 10_000, 100_000];
/** As many as an ask looks for. */
const TOP = 300;

/** What vectors cost where they are searched, loaded and added to. */
export const vectorsSurvey: Survey = {
  name: 'vectors',
  about: 'search, load and growth of the vectors of a corpus (--rows: sections)',
  async report({ rows }) {
    const lines: string[][] = [];
    const vectors = await readSentenceVectors();
    for (const kind of storeKinds()) {
      for (const sections of rows.length === 0 ? SIZES : rows) {
        await using opened = await kind.open();
        lines.push([kind.name, String(sections), ...(await measure(opened.store, vectors, sections))]);
        // Said at once, since a table of all takes long.
        console.error(lines.at(-1)?.join(' | '));
      }
    }
    return [HEADER, HEADER.map((_, at) => (at === 0 ? '---' : '---:')), ...lines]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n');
  },
};

const HEADER = [
  'Store',
  'sections',
  'bytes a section',
  'load, CPU',
  'longest block while loading',
  'search, CPU each',
  'recall of the nearest 100',
  'one more section, CPU here',
  'in the thread',
  'bytes written',
];

async function measure(store: GraphStore, vectors: SentenceVectors, sections: number): Promise<string[]> {
  const made = await make(store, vectors, sections);
  const { index, cpu: loading, block } = await load(store, made.manifest, null);
  const { queries } = vectors;
  const searched = await sample(null, async () => {
    for (const query of queries) index.search(query, TOP);
    return { query: queries.length };
  });
  const recall = await recallOf(store, made.manifest, index, queries);
  const more = await add(store, made.manifest, seal(vectors, sections, 1));
  return [
    (made.bytes / sections).toFixed(0),
    ms(loading),
    ms(block),
    ms(searched.cpu / queries.length),
    recall.toFixed(3),
    ms(more.here),
    ms(more.elsewhere),
    String(more.bytes),
  ];
}

async function make(store: GraphStore, vectors: SentenceVectors, sections: number) {
  const writer = new LogWriter(store, () => new Date().toISOString());
  const blobs = new BlobQueue(writer);
  const segments: Segment[] = [];
  let bytes = 0;
  for (let start = 0; start < sections; start += SEGMENT_SECTIONS) {
    const sealed = seal(vectors, start, Math.min(SEGMENT_SECTIONS, sections - start));
    bytes += sealed.bytes.length;
    await blobs.add(sealed);
    segments.push({ rows: sealed.hash, cells: null, count: sealed.count });
  }
  const manifest = await place(store, blobs, { ...NO_VECTORS, segments });
  return { manifest, bytes };
}

async function place(store: GraphStore, blobs: BlobQueue, manifest: VectorManifest): Promise<VectorManifest> {
  await using maker = new VectorMaker();
  const context = { reader: store, blobs, rowsOf: decodeVectors };
  const placed = await maker.run(false, (take) => placeInCells({ ...context, take }, manifest));
  const bytes = encodeManifest(placed);
  await blobs.add({ hash: blake3Hex(bytes), bytes });
  await blobs.flush();
  return placed;
}

async function load(store: GraphStore, manifest: VectorManifest, before: VectorIndex | null) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let index: VectorIndex | null = null;
  const { cpu } = await sample(null, async () => {
    index = await open(store, manifest, before);
    return { load: 1 };
  });
  delay.disable();
  if (index === null) throw new Error('the vectors were not loaded');
  return { index: index as VectorIndex, cpu, block: delay.max / 1e6 };
}

function open(store: GraphStore, manifest: VectorManifest, before: VectorIndex | null) {
  const record = {
    seq: 0,
    model: 'bench',
    model_hash: '',
    vectors_hash: blake3Hex(encodeManifest(manifest)),
    count: sectionsOf(manifest),
    trainedOn: 0,
  };
  const segment = (bytes: Uint8Array, cells: Uint16Array | null) =>
    new IndexedSegment(decodeVectors(bytes), cells);
  return loadIndex(store, record, segment, before);
}

async function recallOf(
  store: GraphStore,
  manifest: VectorManifest,
  index: VectorIndex,
  queries: readonly Float32Array[],
): Promise<number> {
  const segments = manifest.segments.map((one) => ({ ...one, cells: null }));
  const exact = { ...manifest, cells: null, segments };
  const writer = new LogWriter(store, () => new Date().toISOString());
  const bytes = encodeManifest(exact);
  await writer.append(async () => ({ entries: [], blobs: [bytes], result: () => undefined }));
  const all = await open(store, exact, null);
  let found = 0;
  for (const query of queries) {
    const nearest = new Set(all?.search(query, 100).map(({ id }) => id));
    found += index.search(query, 100).filter(({ id }) => nearest.has(id)).length / nearest.size;
  }
  return found / queries.length;
}

/** An ingest of one section: what it costs on the serving thread, and in the thread that makes vectors. */
async function add(store: GraphStore, manifest: VectorManifest, sealed: SealedRows) {
  const writer = new LogWriter(store, () => new Date().toISOString());
  const blobs = new BlobQueue(writer);
  const joined = joinedSegments(manifest.segments, 1, SEGMENT_SECTIONS);
  const kept = manifest.segments.slice(0, manifest.segments.length - joined.length);
  const segments = [...kept, ...joined, { rows: sealed.hash, cells: null, count: 1 }];
  let list: VectorManifest = manifest;
  const own = process.threadCpuUsage();
  const all = await sample(null, async () => {
    await blobs.add(sealed);
    list = await place(store, blobs, { ...manifest, segments });
    return { section: 1 };
  });
  const { user, system } = process.threadCpuUsage(own);
  const here = (user + system) / 1_000;
  const bytes = sealed.bytes.length + encodeManifest(list).length;
  return { here, elsewhere: Math.max(0, all.cpu - here), bytes };
}

function seal({ dimensions, rowAt }: SentenceVectors, start: number, count: number): SealedRows {
  const ids = Array.from({ length: count }, (_, n) => `wx://bench/sec/${start + n}`);
  const vectors = new Float32Array(count * dimensions);
  for (let n = 0; n < count; n += 1) vectors.set(rowAt(start + n), n * dimensions);
  const bytes = encodeVectors({ ids, dimensions, vectors });
  return { hash: blake3Hex(bytes), bytes, count };
}

function ms(value: number): string {
  return `${value.toPrecision(3)} ms`;
}
