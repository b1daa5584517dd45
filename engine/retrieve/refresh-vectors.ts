/**
 * Brings a corpus' vectors up to date after an ingest: folds in the sections that are new, and trains the model again when
 * the corpus has doubled.
 */
import type { Appender } from '../../graph/log/writer.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { CorpusRecord } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { corpusSections, countSections } from './corpus-sections.ts';
import { joinedSegments, NO_VECTORS, readManifest, type VectorManifest } from './vectors/manifest.ts';
import { placeInCells } from './vectors/place-in-cells.ts';
import { BlobQueue, type FinishedVectors, recordVectors } from './vectors/record-vectors.ts';
import { decodeVectors } from './vectors/vector-blob.ts';
import type { TakeStep, VectorMaker } from './vectors/vector-maker.ts';
import { SEGMENT_SECTIONS, type SealedRows, type SectionTerms } from './vectors/vector-steps.ts';

export interface RefreshContext {
  readonly reader: GraphReader;
  readonly writer: Appender;
  readonly maker: VectorMaker;
}

interface Work extends RefreshContext {
  readonly corpus: string;
  readonly take: TakeStep;
  readonly blobs: BlobQueue;
}

/** A model, and the vectors that new ones are added to. */
interface Base {
  readonly model: FinishedVectors['model'];
  readonly dimensions: number;
  readonly manifest: VectorManifest;
}

const MODEL = 'latent/1';
/** The model is trained again once the corpus has so many times the sections it was trained on. */
const RETRAIN_FACTOR = 2;
/** Sections that a model is trained on at most, evenly spread over the log; the others are folded in. */
const MAX_TRAINED = 20_000;
/** The vectors of fewer sections are made faster than a thread starts. */
const FEW_SECTIONS = 16;
/** Sections of one message to the thread: copying them blocks the serving thread. */
const SECTIONS_A_MESSAGE = 200;

/**
 * Writes nothing when the vectors cover every section already. Rejects with `VectorsFailed` and the signal's reason;
 * the corpus keeps the vectors that it has.
 */
export async function refreshVectors(
  context: RefreshContext,
  corpus: string,
  signal?: AbortSignal,
): Promise<void> {
  let isDone = false;
  while (!isDone) isDone = await refreshOnce(context, corpus, signal);
}

/** False where another process has recorded vectors meanwhile: what is new is added to those. */
async function refreshOnce(context: RefreshContext, corpus: string, signal?: AbortSignal): Promise<boolean> {
  const { reader, writer, maker } = context;
  const record = await readRecord(reader, 'corpora', corpus);
  if (record === null) return true;
  const before = await readManifest(reader, record.vectors);
  const added = await countSections(reader, corpus, before?.through ?? -1);
  if (added === 0) return true;
  const total = added + (before === null ? 0 : (record.vectors?.count ?? 0));
  return maker.run(
    total <= FEW_SECTIONS,
    async (take) => {
      const blobs = new BlobQueue(writer);
      const work: Work = { ...context, corpus, take, blobs };
      const base = (await resume(work, record, before, added)) ?? (await train(work, total));
      const folded = await foldNew(work, base.manifest);
      const manifest = await placeInCells({ reader, blobs, take, rowsOf: decodeVectors }, folded);
      const recorded = record.vectors;
      const newest = ({ vectors }: CorpusRecord) => vectors;
      return recordVectors(writer, blobs, corpus, { ...base, manifest, before, recorded, newest });
    },
    signal,
  );
}

/** Null where a model must be trained: none exists, the corpus has doubled, or a blob was lost. */
async function resume(
  { reader, take }: Work,
  { vectors }: CorpusRecord,
  before: VectorManifest | null,
  added: number,
): Promise<Base | null> {
  if (vectors === null || before === null) return null;
  const { model_hash: hash, trainedOn, count } = vectors;
  if (count + added >= trainedOn * RETRAIN_FACTOR) return null;
  const joined = joinedSegments(before.segments, added, SEGMENT_SECTIONS);
  const [bytes, ...rows] = await reader.blobs([hash, ...joined.map((segment) => segment.rows)]);
  const present = rows.filter((one) => one !== null);
  if (!bytes || present.length < joined.length) return null;
  const dimensions = await take('load', bytes);
  for (const one of present) await take('join', one);
  const segments = before.segments.slice(0, before.segments.length - joined.length);
  const model = { name: MODEL, hash, trainedOn, bytes: null };
  return { model, dimensions, manifest: { ...before, segments } };
}

async function train(work: Work, total: number): Promise<Base> {
  const { take, corpus } = work;
  const step = Math.ceil(total / MAX_TRAINED);
  let at = 0;
  for await (const { sections } of sectionPieces(work, -1)) {
    const sample = sections.filter(() => at++ % step === 0);
    await take('sample', sample);
  }
  const { dimensions, hash, bytes } = await take('train', corpus);
  return { model: { name: MODEL, hash, trainedOn: total, bytes }, dimensions, manifest: NO_VECTORS };
}

/** Adds the vectors of all sections behind those of the manifest. */
async function foldNew(work: Work, manifest: VectorManifest): Promise<VectorManifest> {
  const segments = [...manifest.segments];
  const add = async (sealed: readonly SealedRows[]) => {
    for (const { count, ...blob } of sealed) {
      await work.blobs.add(blob);
      segments.push({ rows: blob.hash, cells: null, count });
    }
  };
  let { through } = manifest;
  for await (const piece of sectionPieces(work, through)) {
    await add(await work.take('fold', piece.sections));
    through = piece.through;
  }
  await add(await work.take('finish'));
  return { ...manifest, segments, through };
}

/** Sections with their analysed words. `through`: position of the newest artefact of the page that they are of. */
async function* sectionPieces({ reader, corpus }: Work, after: number) {
  for await (const page of corpusSections(reader, corpus, after)) {
    const through = page.at(-1)?.seq ?? after;
    const found = page.flatMap(({ sections }) => sections.map(termsOf));
    for (let start = 0; start < found.length; start += SECTIONS_A_MESSAGE)
      yield { sections: found.slice(start, start + SECTIONS_A_MESSAGE), through };
  }
}

function termsOf(section: { addr: string; titleTerms: string; textTerms: string }): SectionTerms {
  return { addr: section.addr, terms: `${section.titleTerms} ${section.textTerms}` };
}
