import type { BlobReader } from '../../graph/store/blobs.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { CorpusVectorsRecord } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { LATENT_FUSION } from './fuse.ts';
import { foldIn } from './latent/fold-in.ts';
import { decodeModel, type LatentModel } from './latent/latent-model.ts';
import { NewestOf } from './newest-of.ts';
import { rankingVectors, rankVectors } from './rank-vectors.ts';
import type { VectorHits, VectorLane, VectorQuery } from './vector-lane.ts';
import { loadIndex } from './vectors/load-index.ts';
import { decodeVectors } from './vectors/vector-blob.ts';
import { IndexedSegment, type VectorIndex } from './vectors/vector-index.ts';

interface Loaded {
  readonly modelHash: string;
  readonly model: LatentModel;
  readonly index: VectorIndex;
}

/** Corpora whose vectors stay in memory at once. */
const MAX_LOADED = 16;

/** The default vector lane: latent semantic vectors trained on the corpus itself. */
export class LatentLane implements VectorLane {
  readonly policy = LATENT_FUSION.id;
  readonly #loaded = new NewestOf<Loaded>(MAX_LOADED);

  async search(reader: GraphReader, query: VectorQuery): Promise<VectorHits> {
    const { corpus } = query.view;
    const record = (await readRecord(reader, 'corpora', corpus))?.vectors ?? null;
    const loaded =
      record &&
      (await this.#loaded.get(corpus, record.vectors_hash, (before) => load(reader, record, before)));
    if (!loaded) return { vectors: null, hits: [], weights: LATENT_FUSION };
    const vector = foldIn(loaded.model, query.terms);
    const hits = await rankVectors(reader, loaded.index, vector, query);
    return { vectors: rankingVectors(record), hits, weights: LATENT_FUSION };
  }
}

async function load(
  reader: BlobReader,
  record: CorpusVectorsRecord,
  before: Loaded | null,
): Promise<Loaded | null> {
  const { model_hash: modelHash } = record;
  const known = before?.modelHash === modelHash ? before : null;
  const model = known?.model ?? (await readModel(reader, modelHash));
  const index = await loadIndex(reader, record, openSegment, known?.index ?? null);
  return model === null || index === null ? null : { modelHash, model, index };
}

async function readModel(reader: BlobReader, hash: string): Promise<LatentModel | null> {
  const [bytes] = await reader.blobs([hash]);
  return bytes ? decodeModel(bytes) : null;
}

function openSegment(bytes: Uint8Array, cells: Uint16Array | null): IndexedSegment {
  return new IndexedSegment(decodeVectors(bytes), cells);
}
