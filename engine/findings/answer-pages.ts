/** Answers of which there may be any number, a page at a time; no page is empty. */
import type { BeliefReader, VerdictDay } from '../../graph/store/beliefs.ts';
import { type AnswersUsing, type RangeReader, readRange } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';

type AnswerPages = AsyncGenerator<readonly AnswerRecord[], void>;

/** Answers of one page. */
export const MAX_ANSWERS = 500;

/** Those of a corpus whose verdicts last until before a day, by that day; each once where none is given another day meanwhile. */
export async function* answersDue(
  reader: BeliefReader & RecordReader,
  corpus: string,
  before: number,
): AnswerPages {
  for (let after: VerdictDay | null = null; ; ) {
    const page: VerdictDay[] = await reader.beliefs('dueVerdicts', {
      corpus,
      before,
      after,
      limit: MAX_ANSWERS,
    });
    after = page.at(-1) ?? null;
    if (after === null) return;
    const answers = await reader.records(
      'answers',
      page.map(({ answer }) => answer),
    );
    yield answers.filter((answer) => answer !== null);
    if (page.length < MAX_ANSWERS) return;
  }
}

/** All that use any of these, by position. */
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
