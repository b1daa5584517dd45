/** Brings a corpus' vectors up to date after an ingest: folds new sections in, retrains when the corpus has doubled. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { CorpusRecord, GraphReader } from '../../graph/store.ts';
import { corpusSections } from './corpus-sections.ts';
import type { KnownModel, SectionTerms } from './latent/make-vectors.ts';
import type { VectorMaker } from './latent/vector-maker.ts';

export interface RefreshContext {
  readonly reader: GraphReader;
  readonly writer: LogWriter;
  readonly maker: VectorMaker;
}

const MODEL = 'latent/1';

/**
 * Writes nothing when the vectors cover every section already. Rejects with `VectorsFailed` and the signal's reason;
 * the corpus keeps the vectors that it has.
 */
export async function refreshVectors(
  { reader, writer, maker }: RefreshContext,
  corpus: string,
  signal?: AbortSignal,
): Promise<void> {
  const record = await reader.corpus(corpus);
  if (record === null) return;
  const sections = await readSections(reader, corpus);
  if (sections.length === 0 || record.vectors?.count === sections.length) return;
  const known = await readKnown(reader, record);
  const { dimensions, trainedOn, model, vectors } = await maker.make(
    { sections, seed: corpus, known },
    signal,
  );
  const body = {
    type: 'vectors.finished',
    model: MODEL,
    dimensions,
    model_hash: model.hash,
    vectors_hash: vectors.hash,
    count: sections.length,
    trained_on: trainedOn,
  } as const;
  await writer.append(async () => ({
    entries: [{ corpus, tenant: null, effectiveAt: null, body }],
    blobs: [model, vectors],
    result: () => undefined,
  }));
}

async function readKnown(reader: GraphReader, { vectors }: CorpusRecord): Promise<KnownModel | null> {
  const [bytes] = vectors === null ? [] : await reader.blobs([vectors.model_hash]);
  return vectors !== null && bytes ? { bytes, trainedOn: vectors.trainedOn } : null;
}

/** Every section of the corpus with its analysed words. */
async function readSections(reader: GraphReader, corpus: string): Promise<SectionTerms[]> {
  const found: SectionTerms[] = [];
  for await (const page of corpusSections(reader, corpus)) {
    for (const { addr, titleTerms, textTerms } of page.flatMap(({ sections }) => sections)) {
      found.push({ addr, terms: `${titleTerms} ${textTerms}` });
    }
    // The embedded store reads without a pause.
    await othersFirst();
  }
  return found;
}
