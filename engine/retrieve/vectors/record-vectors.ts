/** Writes vectors into the log: their blobs first, as they come, and at the end the entry that names them. */
import { blake3Hex } from '../../../graph/digest.ts';
import type { NamedBlob } from '../../../graph/log/command.ts';
import type { VectorsFinished } from '../../../graph/log/entry.ts';
import type { Appender } from '../../../graph/log/writer.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { CorpusRecord, CorpusVectorsRecord } from '../../../graph/store/rows.ts';
import { encodeManifest, sectionsOf, type VectorManifest } from './manifest.ts';

/** Bytes that wait for one transaction: it holds the log's lock for some milliseconds. */
const MAX_WAITING_BYTES = 4_194_304;

/** Blobs that are being written to the store. A blob that no entry names is never read. */
export class BlobQueue {
  readonly #writer: Appender;
  #waiting: NamedBlob[] = [];
  #bytes = 0;

  constructor(writer: Appender) {
    this.#writer = writer;
  }

  async add(blob: NamedBlob): Promise<void> {
    this.#waiting.push(blob);
    this.#bytes += blob.bytes.byteLength;
    if (this.#bytes > MAX_WAITING_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const blobs = this.take();
    if (blobs.length > 0)
      await this.#writer.append(async () => ({ entries: [], blobs, result: () => undefined }));
  }

  /** The waiting blobs, for a transaction of the caller's. */
  take(): NamedBlob[] {
    this.#bytes = 0;
    return this.#waiting.splice(0);
  }
}

export interface FinishedVectors {
  readonly model: {
    readonly name: string;
    readonly hash: string;
    /** 0: it came trained. */
    readonly trainedOn: number;
    /** Null where the store has it. */
    readonly bytes: Uint8Array | null;
  };
  readonly dimensions: number;
  readonly manifest: VectorManifest;
  /** What the vectors were added to; null: to none. */
  readonly before: VectorManifest | null;
  /** The record that these vectors take the place of. */
  readonly recorded: CorpusVectorsRecord | null;
  /** Where such a record stands. */
  readonly newest: (record: CorpusRecord) => CorpusVectorsRecord | null;
}

/** False, and nothing is written, where another process has recorded vectors since `recorded`. */
export function recordVectors(
  writer: Appender,
  blobs: BlobQueue,
  corpus: string,
  { model, dimensions, manifest, before, recorded, newest }: FinishedVectors,
): Promise<boolean> {
  const bytes = encodeManifest(manifest);
  const list = { hash: blake3Hex(bytes), bytes };
  const body: VectorsFinished = {
    type: 'vectors.finished',
    model: model.name,
    dimensions,
    model_hash: model.hash,
    vectors_hash: list.hash,
    parts: newParts(before, manifest),
    count: sectionsOf(manifest),
    trained_on: model.trainedOn,
  };
  const described = model.bytes === null ? [] : [{ hash: model.hash, bytes: model.bytes }];
  const written = [...blobs.take(), ...described, list];
  return writer.append(async (state) => {
    const record = await readRecord(state, 'corpora', corpus);
    const isNewest = record !== null && newest(record)?.vectors_hash === recorded?.vectors_hash;
    if (!isNewest) return { entries: [], result: () => false };
    return {
      entries: [{ corpus, tenant: null, effectiveAt: null, body }],
      blobs: written,
      result: () => true,
    };
  });
}

/** Blobs that the manifest names and the one before it does not. */
function newParts(before: VectorManifest | null, manifest: VectorManifest): string[] {
  return [...new Set(partsOf(manifest)).difference(new Set(before === null ? [] : partsOf(before)))];
}

function partsOf({ cells, segments }: VectorManifest): string[] {
  return [cells, ...segments.flatMap((one) => [one.rows, one.cells])].filter((hash) => hash !== null);
}
