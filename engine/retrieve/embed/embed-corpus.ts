/** Embeds the sections of a corpus that have no vector yet, and records the vectors. */
import type { ArtefactRecord } from '../../../graph/artefact.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import type { Span } from '../../../graph/claim.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import type { LogWriter } from '../../../graph/log/writer.ts';
import type { CorpusRecord, CorpusVectorsRecord, GraphReader } from '../../../graph/store.ts';
import { type Embedder, EmbedderUnavailable } from '../../ports.ts';
import { sentencesOf } from '../../reading/document/sentences.ts';
import { type ArtefactSections, corpusSections } from '../corpus-sections.ts';
import { readLayouts, readTexts } from '../read-texts.ts';
import {
  decodeSentenceVectors,
  encodeSentenceVectors,
  quantised,
  type SentenceVectors,
} from './sentence-blob.ts';

export interface EmbedContext {
  readonly reader: GraphReader;
  readonly writer: LogWriter;
  readonly embedder: Embedder;
}

export interface EmbedHooks {
  /** Sections that have a vector, of all. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends the work between two sections, and a call to a model elsewhere; what was embedded since the last record is lost. */
  readonly signal?: AbortSignal;
}

/** Texts after which the vectors are recorded: so much is embedded again at most where the process ends. */
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
  const { reader, embedder } = context;
  const record = await reader.corpus(corpus);
  if (record === null || isEmbedded(record, embedder.digest)) return;
  const rows = new Rows(await readKnown(reader, sentenceVectorsOf(record, embedder.digest)));
  const total = record.vectors?.count ?? 0;
  let recorded = 0;
  for await (const page of corpusSections(reader, corpus)) {
    for (const section of await textsOf(reader, rows, page)) {
      hooks.signal?.throwIfAborted();
      await rows.add(section, embedder, hooks.signal);
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
  readonly #rows = new Map<string, { readonly content: string; readonly rows: Int8Array | null }>();
  readonly #byContent = new Map<string, Int8Array>();

  constructor(known: SentenceVectors | null) {
    if (known === null) return;
    const { ids, contents, counts, dimensions, rows } = known;
    this.#dimensions = dimensions;
    let start = 0;
    for (const [index, id] of ids.entries()) {
      const end = start + (counts[index] ?? 0) * dimensions;
      this.#set(id, contents[index] ?? '', rows.subarray(start, end));
      start = end;
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  async add({ id, texts }: SectionTexts, embedder: Embedder, signal: AbortSignal | undefined): Promise<void> {
    const [whole] = texts;
    if (whole === undefined) {
      this.#rows.set(id, { content: '', rows: null });
      return;
    }
    const content = blake3Hex(new TextEncoder().encode(whole));
    this.#set(id, content, this.#byContent.get(content) ?? (await this.#embed(texts, embedder, signal)));
  }

  vectors(): SentenceVectors {
    const sorted = [...this.#rows].sort(([a], [b]) => byCodeUnit(a, b));
    const nothing = new Int8Array(this.#dimensions);
    const parts = sorted.map(([, { rows }]) => rows ?? nothing);
    const rows = new Int8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      rows.set(part, at);
      at += part.length;
    }
    return {
      ids: sorted.map(([id]) => id),
      contents: sorted.map(([, { content }]) => content),
      counts: parts.map((part) => Math.max(1, part.length / this.#dimensions)),
      dimensions: this.#dimensions,
      rows,
    };
  }

  async #embed(
    texts: readonly string[],
    embedder: Embedder,
    signal: AbortSignal | undefined,
  ): Promise<Int8Array> {
    const vectors = await embedder.embed(texts, 'passage', signal);
    this.embedded += texts.length;
    const [first] = vectors;
    if (this.#dimensions === 0) this.#dimensions = first?.length ?? 0;
    const rows = new Int8Array(texts.length * this.#dimensions);
    for (const [row, vector] of vectors.entries()) {
      if (vector.length !== this.#dimensions) {
        throw new EmbedderUnavailable(
          `vectors of ${vector.length} dimensions do not go with ${this.#dimensions}`,
        );
      }
      rows.set(quantised(vector), row * this.#dimensions);
    }
    return rows;
  }

  #set(id: string, content: string, rows: Int8Array): void {
    this.#rows.set(id, { content, rows });
    this.#byContent.set(content, rows);
  }
}

interface SectionTexts {
  readonly id: string;
  /** The whole text, then its sentences where it has several; nothing where it was redacted. */
  readonly texts: readonly string[];
}

/** The texts of a page's sections that have no vector yet. */
async function textsOf(
  reader: GraphReader,
  rows: Rows,
  page: readonly ArtefactSections[],
): Promise<SectionTexts[]> {
  const missing = page
    .map(({ record, sections }) => ({ record, sections: sections.filter(({ addr }) => !rows.has(addr)) }))
    .filter(({ sections }) => sections.length > 0);
  const records = missing.map(({ record }) => record);
  const { texts } = await readTexts(reader, records);
  const layouts = await readLayouts(reader, records);
  return missing.flatMap(({ record, sections }) => {
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
