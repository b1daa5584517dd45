/** A segment of sentence vectors in memory: whole texts are searched, sentences are compared for a few of them. */
import type { CorpusVectors } from '../vectors/vector-blob.ts';
import { IndexedSegment } from '../vectors/vector-index.ts';
import { decodeSentenceVectors, type SentenceVectors } from './sentence-blob.ts';

/**
 * What the best sentence counts beside the whole text. Part of the fusion policies of sentence models: another share is
 * another policy. Measured with MiniLM, λ = 2 (nDCG@10 on SciFact train, Cranfield 1–112): 0 gives .742 and .567,
 * 0.35 .752 and .567, 0.5 .753 and .560.
 */
const SENTENCE_SHARE = 0.35;

export class SentenceSegment extends IndexedSegment {
  readonly #byContent: ReadonlyMap<string, Int8Array>;

  /** @throws {SentenceVectorsError} when the bytes are of another format */
  constructor(bytes: Uint8Array, cells: Uint16Array | null) {
    const vectors = decodeSentenceVectors(bytes);
    const sections = rowsBySection(vectors);
    const { dimensions, contents } = vectors;
    super(wholeRows(vectors, sections), cells, (query, row, cosine) =>
      withBestSentence(query, sections[row], cosine),
    );
    this.#byContent = new Map(
      contents.map((content, row) => [content, sections[row] ?? new Int8Array(dimensions)]),
    );
  }

  /** The rows of a section whose text has this hash. */
  rowsOf(content: string): Int8Array | undefined {
    return this.#byContent.get(content);
  }
}

/** The whole texts of a segment's blob, each of length 1. */
export function wholeRowsOf(bytes: Uint8Array): CorpusVectors {
  const vectors = decodeSentenceVectors(bytes);
  return wholeRows(vectors, rowsBySection(vectors));
}

function rowsBySection({ counts, dimensions, rows }: SentenceVectors): Int8Array[] {
  let start = 0;
  return counts.map((count) => {
    const own = rows.subarray(start, start + count * dimensions);
    start += own.length;
    return own;
  });
}

function wholeRows({ ids, dimensions }: SentenceVectors, sections: readonly Int8Array[]): CorpusVectors {
  const vectors = new Float32Array(ids.length * dimensions);
  for (const [index, section] of sections.entries()) {
    const direction = section.subarray(0, dimensions);
    const length = lengthOf(direction);
    if (length === 0) continue;
    vectors.set(
      Float32Array.from(direction, (value) => value / length),
      index * dimensions,
    );
  }
  return { ids, dimensions, vectors };
}

/**
 * A section's cosine, and with it that of its best sentence: a long text has many subjects, and a single sentence of
 * it may be the answer.
 * @param section its rows: the whole text, then the sentences
 * @param cosine of the whole text
 */
function withBestSentence(query: Float32Array, section: Int8Array | undefined, cosine: number): number {
  if (section === undefined || section.length === query.length) return cosine;
  let best = -1;
  for (let start = query.length; start < section.length; start += query.length)
    best = Math.max(best, cosineOf(query, section, start));
  return (1 - SENTENCE_SHARE) * cosine + SENTENCE_SHARE * best;
}

function cosineOf(query: Float32Array, rows: Int8Array, start: number): number {
  let sum = 0;
  let square = 0;
  for (let axis = 0; axis < query.length; axis += 1) {
    const value = rows[start + axis] ?? 0;
    sum += value * (query[axis] ?? 0);
    square += value * value;
  }
  return square === 0 ? 0 : sum / Math.sqrt(square);
}

function lengthOf(direction: Int8Array): number {
  let square = 0;
  for (const value of direction) square += value * value;
  return Math.sqrt(square);
}
