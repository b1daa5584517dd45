import type { CorpusVectorsRecord } from '../../../graph/store/rows.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { NewestOf } from '../newest-of.ts';
import { loadIndex } from '../vectors/load-index.ts';
import type { VectorIndex } from '../vectors/vector-index.ts';
import { SentenceSegment } from './sentence-segment.ts';

/** Corpora whose vectors stay in memory at once. */
const MAX_LOADED = 8;

/** The vectors of a sentence model in memory, for those who search them and those who add to them. */
export class SentenceIndexes {
  readonly #loaded = new NewestOf<VectorIndex<SentenceSegment>>(MAX_LOADED);

  /** Null where a blob is not there. */
  read(
    reader: GraphReader,
    corpus: string,
    record: CorpusVectorsRecord,
  ): Promise<VectorIndex<SentenceSegment> | null> {
    const open = (bytes: Uint8Array, cells: Uint16Array | null) => new SentenceSegment(bytes, cells);
    return this.#loaded.get(corpus, record.vectors_hash, (before) => loadIndex(reader, record, open, before));
  }
}
