/** Answers of which there may be any number, a page at a time, by position; no page is empty. */
import type { AnswerRecord, AnswersUsingQuery, GraphReader } from '../../graph/store.ts';

type AnswerPages = AsyncGenerator<readonly AnswerRecord[], void>;

/** Answers of one page. */
export const MAX_ANSWERS = 500;

/** All of a corpus. */
export function answersIn(reader: Pick<GraphReader, 'answersIn'>, corpus: string): AnswerPages {
  return pages((after) => reader.answersIn(corpus, after, MAX_ANSWERS));
}

/** All that use any of these. */
export async function* answersUsing(
  reader: Pick<GraphReader, 'answersUsing'>,
  { claims, artefacts }: Pick<AnswersUsingQuery, 'claims' | 'artefacts'>,
): AnswerPages {
  if (claims.length + artefacts.length === 0) return;
  yield* pages((after) => reader.answersUsing({ claims, artefacts, after, limit: MAX_ANSWERS }));
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
