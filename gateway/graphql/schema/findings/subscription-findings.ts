import type { FindingRecord } from '../../../../graph/store/rows.ts';
import { builder } from '../../builder/builder.ts';
import { findingsTopic } from '../../fan-out/findings-topic.ts';
import { TopicSource } from '../../fan-out/topic.ts';
import { refusalError } from '../../refusal-error.ts';
import { tenantOf } from '../../session/session.ts';
import { checkAnswers } from '../answers/known-answers.ts';
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
      after: t.arg({
        type: 'LogPosition',
        description:
          'Position of the last finding that was received: too far behind, and the answer is `stale:resync`.',
      }),
      answerIds: t.arg.idList({
        description: 'By default all answers of the organisation; an unknown one is refused.',
      }),
    },
    subscribe: async (_, { after, answerIds }, context) => {
      const tenant = tenantOf(context.session);
      checkCount(answerIds ?? []);
      await checkAnswers(context, tenant, answerIds ?? []);
      const topic = findingsTopic(context.engine.store, tenant);
      return new TopicSource<FindingRecord>({ topic, keys: answerIds ?? null, after: after ?? null });
    },
    resolve: (finding) => finding,
  }),
);

/** @throws {GraphQLError} `invalid:query` */
function checkCount(ids: readonly string[]): void {
  if (ids.length <= MAX_ANSWERS) return;
  throw refusalError({ reason: 'invalid:query', message: `answerIds names at most ${MAX_ANSWERS}` });
}
