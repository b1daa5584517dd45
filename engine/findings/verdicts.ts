/** The verdicts of many answers, each as of its own view. */
import { type RecordReader, readRecord } from '../../graph/store/records.ts';
import type { AnswerRecord, CorpusRecord, View } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { viewOf } from '../view.ts';
import type { FindingFacts } from './evaluate.ts';
import { readFacts } from './read-facts.ts';

export interface FactsSources {
  readonly reader: GraphReader;
  readonly beliefs: Beliefs;
  /** Licences of the trust policy under which nothing supports an answer. */
  readonly refuses: (licence: string) => boolean;
}

/** Answers of one corpus that are looked at as of the same time. */
export interface AnswersInView {
  readonly corpus: CorpusRecord;
  readonly view: View;
  readonly answers: readonly AnswerRecord[];
}

/** Answers by corpus and view; those of a corpus that is not there are left out. */
export async function answersByView(
  reader: RecordReader,
  answers: readonly AnswerRecord[],
): Promise<AnswersInView[]> {
  const groups: AnswersInView[] = [];
  for (const [name, ofCorpus] of Map.groupBy(answers, ({ corpus }) => corpus)) {
    const corpus = await readRecord(reader, 'corpora', name);
    if (corpus === null) continue;
    for (const [asOf, group] of Map.groupBy(ofCorpus, ({ body }) => body.as_of)) {
      groups.push({ corpus, view: viewOf(corpus, asOf).view, answers: group });
    }
  }
  return groups;
}

export function readFactsOf(
  { reader, beliefs, refuses }: FactsSources,
  { answers, view }: AnswersInView,
): Promise<FindingFacts> {
  const bodies = answers.map(({ body }) => body);
  return readFacts(reader, beliefs, bodies, view, refuses);
}
