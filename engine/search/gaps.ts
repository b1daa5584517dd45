/** Coverage gaps: questions that a corpus, as a search sees it, does not answer (docs/spec/decisions.md#stubs). */
import type { RecordReader } from '../../graph/store/records.ts';
import { LruCache } from '../lru-cache.ts';
import type { Candidate } from '../reading/rank/candidate.ts';
import type { StubIds } from '../stubs/stub-ids.ts';
import type { CorpusView } from '../view.ts';
import { type CoverageQuestion, coversQuestion } from './covers-question.ts';
import type { Gap } from './items.ts';

/** Questions cached: an agent asks the same again for the next tier. */
const MAX_CACHED = 4_096;

export class Gaps {
  readonly #reader: RecordReader;
  readonly #stubs: StubIds;
  /** Whether a question is covered, by corpus, snapshot and T: these decide what is found. */
  readonly #covered = new LruCache<string, boolean>(MAX_CACHED);

  constructor(reader: RecordReader, stubs: StubIds) {
    this.#reader = reader;
    this.#stubs = stubs;
  }

  /**
   * The gap that a question leaves, null where it is covered.
   * @param found sentences that retrieval found for it in this view, the same for everybody who asks
   */
  async of(
    { corpus, root, view }: CorpusView,
    asked: CoverageQuestion,
    found: readonly Candidate[],
  ): Promise<Gap | null> {
    const key = [corpus, root, view.until, asked.q].join('\n');
    const isCovered = this.#covered.get(key) ?? coversQuestion(asked, found);
    this.#covered.set(key, isCovered);
    if (isCovered) return null;
    const stub = this.#stubs.idOf(corpus, asked.q);
    const [closure = null] = await this.#reader.records('closures', [stub]);
    return { stub, closure };
  }
}
