import type { FindingRecord } from '../../../graph/store/rows.ts';
import { builder } from '../builder.ts';
import { findingsTopic } from '../fan-out/findings-topic.ts';
import { TopicSource } from '../fan-out/topic.ts';
import { refusalError } from '../refusal-error.ts';
import { tenantOf } from '../session.ts';
import { FindingType } from './finding.ts';

/** Answers that one subscription may name. */
const MAX_ANSWERS = 1_000;

builder.subscriptionField('findings', (t) =>
  t.field({
    type: FindingType,
    access: 'tenant',
    description:
      'Without `after` the latest verdict of each answer, then live ones; with it every later one, in order, then live.',
    args: {
      after: t.arg.int({
        description:
          'Position of the last finding that was received: too far behind, and the answer is `stale:resync`.',
      }),
      answerIds: t.arg.idList({ description: 'By default all answers of the organisation.' }),
    },
    subscribe: (_, { after, answerIds }, { engine, session }) =>
      new TopicSource<FindingRecord>({
        topic: findingsTopic(engine.store, tenantOf(session)),
        keys: checkAnswerIds(answerIds ?? null),
        after: after ?? null,
      }),
    resolve: (finding) => finding,
  }),
);

function checkAnswerIds(ids: readonly string[] | null): readonly string[] | null {
  if (ids === null || ids.length <= MAX_ANSWERS) return ids;
  throw refusalError({ reason: 'invalid:query', message: `answerIds names at most ${MAX_ANSWERS}` });
}
