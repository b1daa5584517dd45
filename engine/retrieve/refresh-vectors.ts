/** Brings a corpus' vectors up to date after an ingest: folds new sections in, retrains when the corpus has doubled. */
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { CorpusRecord, GraphReader } from '../../graph/store.ts';
import { corpusSections } from './corpus-sections.ts';
import { foldIn } from './latent/fold-in.ts';
import { decodeModel, encodeModel, type LatentModel } from './latent/latent-model.ts';
import type { LatentDocument } from './latent/term-weights.ts';
import { LATENT_DIMENSIONS, trainLatent } from './latent/train-latent.ts';
import { type CorpusVectors, encodeVectors } from './latent/vector-blob.ts';

const MODEL = 'latent/1';
/** The model is trained again once the corpus has so many times the sections it was trained on. */
const RETRAIN_FACTOR = 2;

/** Writes nothing when the vectors cover every section already. */
export async function refreshVectors(reader: GraphReader, writer: LogWriter, corpus: string): Promise<void> {
  const record = await reader.corpus(corpus);
  if (record === null) return;
  const documents = await readSections(reader, corpus);
  if (documents.length === 0 || record.vectors?.count === documents.length) return;
  const { model, modelBytes, vectors } = await embed(reader, record, documents);
  const vectorBytes = encodeVectors(vectors);
  const body = {
    type: 'vectors.finished',
    model: MODEL,
    dimensions: model.dimensions,
    model_hash: blake3Hex(modelBytes),
    vectors_hash: blake3Hex(vectorBytes),
    count: documents.length,
    trained_on: vectors.trainedOn,
  } as const;
  await writer.append(async () => ({
    entries: [{ corpus, tenant: null, effectiveAt: null, body }],
    blobs: [modelBytes, vectorBytes],
    result: () => undefined,
  }));
}

interface Embedded {
  readonly model: LatentModel;
  readonly modelBytes: Uint8Array;
  readonly vectors: CorpusVectors & { readonly trainedOn: number };
}

async function embed(
  reader: GraphReader,
  { name, vectors }: CorpusRecord,
  documents: readonly LatentDocument[],
): Promise<Embedded> {
  const known = vectors === null ? null : ((await reader.blobs([vectors.model_hash]))[0] ?? null);
  if (vectors === null || known === null || documents.length >= vectors.trainedOn * RETRAIN_FACTOR) {
    return train(name, documents);
  }
  const model = decodeModel(known);
  const rows = new Float32Array(documents.length * model.dimensions);
  for (const [row, { terms }] of documents.entries()) rows.set(foldIn(model, terms), row * model.dimensions);
  const ids = documents.map(({ id }) => id);
  const folded = { ids, dimensions: model.dimensions, vectors: rows, trainedOn: vectors.trainedOn };
  return { model, modelBytes: encodeModel(model), vectors: folded };
}

function train(corpus: string, documents: readonly LatentDocument[]): Embedded {
  const { model, bytes, ids, vectors } = trainLatent(documents, {
    seed: corpus,
    dimensions: LATENT_DIMENSIONS,
  });
  const { dimensions } = model;
  return { model, modelBytes: bytes, vectors: { ids, dimensions, vectors, trainedOn: documents.length } };
}

/** Every section of the corpus with its analysed words, by address. */
async function readSections(reader: GraphReader, corpus: string): Promise<LatentDocument[]> {
  const documents: LatentDocument[] = [];
  for await (const page of corpusSections(reader, corpus)) {
    for (const { addr, titleTerms, textTerms } of page.flatMap(({ sections }) => sections)) {
      const terms = `${titleTerms} ${textTerms}`.split(' ').filter((term) => term !== '');
      documents.push({ id: addr, terms });
    }
  }
  return documents.toSorted((a, b) => byCodeUnit(a.id, b.id));
}
