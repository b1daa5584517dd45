import type { AnswerId } from '../../../../graph/address.ts';
import { builder } from '../../builder/builder.ts';
import type { GraphqlContext } from '../../context.ts';
import { TopicSource } from '../../fan-out/topic.ts';
import { verdictTopic } from '../../fan-out/verdict-topic.ts';
import { tenantOf } from '../../session/session.ts';
import { AnswerType } from './answer-ref.ts';
import { checkAnswers } from './known-answers.ts';
import { TrustType, trustOf } from './trust.ts';

const VerdictType = builder.objectRef<AnswerId>('Verdict').implement({
  description: 'The verdict of an answer as it is when it is sent.',
  fields: (t) => ({
    answer: t.field({
      type: AnswerType,
      nullable: true,
      description: 'The answer that it is of. Null only beside an error.',
      resolve: (id) => id,
    }),
    trust: t.field({
      type: TrustType,
      nullable: true,
      description: 'The verdict, why, and until when time alone does not turn it. Null only beside an error.',
      resolve: async (id, _, context) => {
        const answer = await AnswerType.getDataloader(context).load(id);
        return answer && trustOf(answer);
      },
    }),
  }),
});

builder.subscriptionField('verdict', (t) =>
  t.field({
    type: VerdictType,
    access: 'tenant',
    description:
      'The verdict of an answer: at once as it is, then whenever a finding turns it, or time does as its freshness window ends, or its corpus is observed again. An unknown answer is refused. It begins anew with the present and takes no position.',
    args: { answer: t.arg.id({ required: true, description: 'ans_…' }) },
    subscribe: async (_, { answer }, context: GraphqlContext) => {
      const { engine, session, fanOut } = context;
      const tenant = tenantOf(session);
      await checkAnswers(context, tenant, [answer]);
      const topic = verdictTopic({ engine, tenant, onFault: fanOut.onFault });
      return new TopicSource<AnswerId>({ topic, keys: [answer], after: null });
    },
    resolve: (answer) => answer,
  }),
);
