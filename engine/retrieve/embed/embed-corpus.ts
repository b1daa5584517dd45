/** Embeds the sections of a corpus that have no vector yet, and records the vectors. */
import type { ArtefactRecord } from '../../../graph/artefact.ts';
import type { Span } from '../../../graph/claim.ts';
import type { LogWriter } from '../../../graph/log/writer.ts';
import type { BlobReader } from '../../../graph/store/blobs.ts';
import { readRecord } from '../../../graph/store/records.ts';
import type { CorpusRecord, CorpusVectorsRecord } from '../../../graph/store/rows.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import type { Embedder } from '../../ports.ts';
import { sentencesOf } from '../../reading/document/sentences.ts';
import { type ArtefactSections, corpusSections } from '../corpus-sections.ts';
import { readLayouts, readTexts } from '../read-texts.ts';
import { NO_VECTORS, readManifest, type VectorManifest } from '../vectors/manifest.ts';
import { lackCells, placeInCells } from '../vectors/place-in-cells.ts';
import { BlobQueue, recordVectors } from '../vectors/record-vectors.ts';
import type { TakeStep, VectorMaker } from '../vectors/vector-maker.ts';
import { EmbeddedSections, type SectionTexts } from './embedded-sections.ts';
import type { SentenceIndexes } from './sentence-indexes.ts';
import { wholeRowsOf } from './sentence-segment.ts';

export interface EmbedContext {
  readonly reader: GraphReader;
  readonly writer: LogWriter;
  readonly embedder: Embedder;
  readonly indexes: SentenceIndexes;
  readonly maker: VectorMaker;
}

export interface EmbedHooks {
  /** Sections that have a vector, of all. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends the work between two sections, and a call to a model elsewhere; what was embedded since the last record is lost. */
  readonly signal?: AbortSignal;
}

/** Texts after which the vectors are recorded: where the process ends, at most so many are embedded again. */
const RECORD_EVERY = 20_000;
/** Sentences of a section that get a vector of their own. */
const MAX_SENTENCES = 64;

/** The newest vectors of this model, null where there are none. */
export function sentenceVectorsOf(record: CorpusRecord, digest: string): CorpusVectorsRecord | null {
  return record.sentenceVectors?.[digest] ?? null;
}

/**
 * Whether every section has a vector, as far as the latent vectors tell: they cover all that an ingest has finished.
 * Until then the sentence vectors do not rank, since a section without one would lose against its neighbours.
 */
export function isEmbedded(record: CorpusRecord, digest: string): boolean {
  return record.vectors === null || sentenceVectorsOf(record, digest)?.count === record.vectors.count;
}

/** Writes nothing where every section has its vector. Rejects with `EmbedderUnavailable` and the signal's reason. */
export async function embedCorpus(
  context: EmbedContext,
  corpus: string,
  hooks: EmbedHooks = {},
): Promise<void> {
  let isDone = false;
  while (!isDone) isDone = await embedMore(context, corpus, hooks);
}

/** Embeds up to the next record. False where there may be more, also where another process has embedded meanwhile. */
async function embedMore(context: EmbedContext, corpus: string, hooks: EmbedHooks): Promise<boolean> {
  const { reader, writer, embedder, indexes } = context;
  const record = await readRecord(reader, 'corpora', corpus);
  if (record === null || isEmbedded(record, embedder.digest)) return true;
  const recorded = sentenceVectorsOf(record, embedder.digest);
  const known = recorded === null ? null : await indexes.read(reader, corpus, recorded);
  // Where a blob was lost, all is embedded again.
  const before = known === null ? null : await readManifest(reader, recorded);
  const base = before ?? NO_VECTORS;
  const blobs = new BlobQueue(writer);
  const sections = new EmbeddedSections(embedder, known, base.segments, blobs);
  const { through, isAll } = await embedPages(context, corpus, {
    sections,
    after: base.through,
    done: recorded !== null && before !== null ? recorded.count : 0,
    of: record.vectors?.count ?? 0,
    hooks,
  });
  if (sections.added === 0) return true;
  const segments = await sections.finish(reader);
  const manifest = await withCells(context, blobs, { ...base, segments, through }, hooks.signal);
  const isRecorded = await recordVectors(writer, blobs, corpus, {
    model: { name: embedder.name, hash: embedder.digest, trainedOn: 0, bytes: embedder.description },
    dimensions: sections.dimensions,
    manifest,
    before,
    recorded,
    newest: (newer) => sentenceVectorsOf(newer, embedder.digest),
  });
  return isRecorded && isAll;
}

interface Embedding {
  readonly sections: EmbeddedSections;
  readonly after: number;
  /** Sections that have a vector already. */
  readonly done: number;
  /** All sections. */
  readonly of: number;
  readonly hooks: EmbedHooks;
}

/** `through`: position of the newest artefact that is covered. */
async function embedPages(
  { reader }: EmbedContext,
  corpus: string,
  { sections, after, done, of, hooks }: Embedding,
): Promise<{ readonly through: number; readonly isAll: boolean }> {
  let through = after;
  for await (const page of corpusSections(reader, corpus, after)) {
    for (const section of await textsOf(reader, page)) {
      hooks.signal?.throwIfAborted();
      await sections.add(section, hooks.signal);
      hooks.onProgress?.(done + sections.added, of);
    }
    through = page.at(-1)?.seq ?? through;
    if (sections.texts >= RECORD_EVERY) return { through, isAll: false };
  }
  return { through, isAll: true };
}

async function withCells(
  { reader, maker }: EmbedContext,
  blobs: BlobQueue,
  manifest: VectorManifest,
  signal: AbortSignal | undefined,
): Promise<VectorManifest> {
  if (!lackCells(manifest)) return manifest;
  const place = (take: TakeStep) => placeInCells({ reader, blobs, take, rowsOf: wholeRowsOf }, manifest);
  return maker.run(false, place, signal);
}

/** The texts of a page's sections. */
async function textsOf(reader: BlobReader, page: readonly ArtefactSections[]): Promise<SectionTexts[]> {
  const records = page.map(({ record }) => record);
  const { texts } = await readTexts(reader, records);
  const layouts = await readLayouts(reader, records);
  return page.flatMap(({ record, sections }) => {
    const text = texts.get(record.artefact_id);
    const layout = layouts.get(record.artefact_id) ?? [];
    const sentences = text === undefined ? [] : sentencesOf(text, layout, record.lang);
    return sections.map(({ addr }) => ({ id: addr, texts: readSection(record, addr, text, sentences) }));
  });
}

/** Title, heading and words, as a reader sees them; then each sentence by itself. */
function readSection(
  record: ArtefactRecord,
  addr: string,
  text: string | undefined,
  stated: readonly Span[],
): string[] {
  const section = record.sections.find((one) => one.addr === addr);
  if (text === undefined || section === undefined) return [];
  const { heading, span } = section;
  const words = text.slice(span.start, span.end);
  const lines = [record.title, heading === record.title ? '' : heading, words];
  const sentences = stated
    .filter(({ start, end }) => span.start <= start && end <= span.end)
    .slice(0, MAX_SENTENCES);
  return [
    lines.filter((line) => line !== '').join('\n'),
    ...(sentences.length > 1 ? sentences.map(({ start, end }) => text.slice(start, end)) : []),
  ];
}
