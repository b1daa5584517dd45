/** Embeds the sections of a corpus that have no vector yet, and records the vectors. */
import type { ArtefactRecord } from '../../../graph/artefact.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { LogWriter } from '../../../graph/log/writer.ts';
import type { CorpusRecord, CorpusVectorsRecord, GraphReader, IndexedSection } from '../../../graph/store.ts';
import { type Embedder, EmbedderUnavailable } from '../../ports.ts';
import { type ArtefactSections, corpusSections } from '../corpus-sections.ts';
import { readTexts } from '../read-texts.ts';
import { decodeSentenceVectors, encodeSentenceVectors, type SentenceVectors } from './sentence-blob.ts';

export interface EmbedContext {
  readonly reader: GraphReader;
  readonly writer: LogWriter;
  readonly embedder: Embedder;
}

export interface EmbedHooks {
  /** Sections that have a vector, of all. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends the work between two texts; what was embedded since the last record is lost. */
  readonly signal?: AbortSignal;
}

/** Texts after which the vectors are recorded: so much is embedded again at most where the process ends. */
const RECORD_EVERY = 2_000;

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
  const { reader, embedder } = context;
  const record = await reader.corpus(corpus);
  if (record === null || isEmbedded(record, embedder.digest)) return;
  const rows = new Rows(await readKnown(reader, sentenceVectorsOf(record, embedder.digest)));
  const total = record.vectors?.count ?? 0;
  let recorded = 0;
  for await (const page of corpusSections(reader, corpus)) {
    for (const { id, text } of await textsOf(reader, rows, page)) {
      hooks.signal?.throwIfAborted();
      await rows.add(id, text, embedder);
      hooks.onProgress?.(rows.size, total);
      if (rows.embedded - recorded < RECORD_EVERY) continue;
      recorded = rows.embedded;
      await writeVectors(context, corpus, rows.vectors());
    }
  }
  await writeVectors(context, corpus, rows.vectors());
}

async function readKnown(
  reader: GraphReader,
  record: CorpusVectorsRecord | null,
): Promise<SentenceVectors | null> {
  const [bytes] = record === null ? [] : await reader.blobs([record.vectors_hash]);
  return bytes ? decodeSentenceVectors(bytes) : null;
}

/** Vectors by section, and by what was embedded. */
class Rows {
  /** Texts that were given to the model. */
  embedded = 0;
  #dimensions = 0;
  readonly #rows = new Map<string, { readonly content: string; readonly vector: Float32Array | null }>();
  readonly #byContent = new Map<string, Float32Array>();

  constructor(known: SentenceVectors | null) {
    for (const [row, id] of known?.ids.entries() ?? []) {
      const { contents, vectors, dimensions } = known as SentenceVectors;
      const content = contents[row] ?? '';
      this.#set(id, content, vectors.subarray(row * dimensions, (row + 1) * dimensions));
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** @param text null: it was redacted, and is like nothing */
  async add(id: string, text: string | null, embedder: Embedder): Promise<void> {
    if (text === null) {
      this.#rows.set(id, { content: '', vector: null });
      return;
    }
    const content = blake3Hex(new TextEncoder().encode(text));
    const known = this.#byContent.get(content);
    this.#set(id, content, known ?? (await this.#embed(text, embedder)));
  }

  vectors(): SentenceVectors {
    const sorted = [...this.#rows].sort(([a], [b]) => byCodeUnit(a, b));
    const vectors = new Float32Array(sorted.length * this.#dimensions);
    for (const [row, [, { vector }]] of sorted.entries()) {
      if (vector !== null) vectors.set(vector, row * this.#dimensions);
    }
    return {
      ids: sorted.map(([id]) => id),
      contents: sorted.map(([, { content }]) => content),
      dimensions: this.#dimensions,
      vectors,
    };
  }

  async #embed(text: string, embedder: Embedder): Promise<Float32Array> {
    const [vector] = await embedder.embed([text], 'passage');
    if (vector === undefined) throw new RangeError('the embedder gave no vector');
    this.embedded += 1;
    return vector;
  }

  #set(id: string, content: string, vector: Float32Array): void {
    if (this.#dimensions > 0 && vector.length !== this.#dimensions) {
      throw new EmbedderUnavailable(
        `vectors of ${vector.length} dimensions do not go with ${this.#dimensions}`,
      );
    }
    this.#dimensions = vector.length;
    this.#rows.set(id, { content, vector });
    this.#byContent.set(content, vector);
  }
}

interface SectionText {
  readonly id: string;
  /** Null where it was redacted. */
  readonly text: string | null;
}

/** The texts of a page's sections that have no vector yet: title, heading and words, as a reader sees them. */
async function textsOf(
  reader: GraphReader,
  rows: Rows,
  page: readonly ArtefactSections[],
): Promise<SectionText[]> {
  const missing = page
    .map(({ record, sections }) => ({ record, sections: sections.filter(({ addr }) => !rows.has(addr)) }))
    .filter(({ sections }) => sections.length > 0);
  const { texts } = await readTexts(
    reader,
    missing.map(({ record }) => record),
  );
  return missing.flatMap(({ record, sections }) =>
    sections.map((section) => ({
      id: section.addr,
      text: textOf(record, section, texts.get(record.artefact_id)),
    })),
  );
}

function textOf(record: ArtefactRecord, { addr }: IndexedSection, text: string | undefined): string | null {
  const section = record.sections.find((one) => one.addr === addr);
  if (text === undefined || section === undefined) return null;
  const { heading, span } = section;
  const lines = [record.title, heading === record.title ? '' : heading, text.slice(span.start, span.end)];
  return lines.filter((line) => line !== '').join('\n');
}

/** Another process may have embedded the corpus too: fewer vectors never replace more. */
async function writeVectors(
  { writer, embedder }: EmbedContext,
  corpus: string,
  vectors: SentenceVectors,
): Promise<void> {
  const bytes = encodeSentenceVectors(vectors);
  const body = {
    type: 'vectors.finished',
    model: embedder.name,
    dimensions: vectors.dimensions,
    model_hash: embedder.digest,
    vectors_hash: blake3Hex(bytes),
    count: vectors.ids.length,
    trained_on: 0,
  } as const;
  await writer.append(async (state) => {
    const record = await state.corpus(corpus);
    const before = record && sentenceVectorsOf(record, embedder.digest);
    if (before && before.count >= body.count) return { entries: [], result: () => undefined };
    return {
      entries: [{ corpus, tenant: null, effectiveAt: null, body }],
      blobs: [embedder.description, bytes],
      result: () => undefined,
    };
  });
}
