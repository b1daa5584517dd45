/** Answers of which there may be any number, a page at a time, by position; no page is empty. */
import { type AnswersUsing, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';

type AnswerPages = AsyncGenerator<readonly AnswerRecord[], void>;

/** Answers of one page. */
export const MAX_ANSWERS = 500;

/** All of a corpus. */
export function answersIn(reader: RangeReader, corpus: string): AnswerPages {
  return pages((after) => readRange(reader, 'answersOfCorpus', { corpus, after }, { limit: MAX_ANSWERS }));
}

/** All that use any of these. */
export async function* answersUsing(
  reader: RangeReader,
  { claims, artefacts }: Pick<AnswersUsing, 'claims' | 'artefacts'>,
): AnswerPages {
  if (claims.length + artefacts.length === 0) return;
  yield* pages((after) =>
    readRange(reader, 'answersUsing', { claims, artefacts, after }, { limit: MAX_ANSWERS }),
  );
}

async function* pages(read: (after: number) => Promise<AnswerRecord[]>): AnswerPages {
  for (let after = -1; ; ) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < MAX_ANSWERS) return;
    after = last.seq;
  }
}
