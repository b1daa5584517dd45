import { builder } from '../builder.ts';
import { isAnswerId } from '../ids.ts';
import { tenantOf } from '../session.ts';
import { AnswerType } from './answer.ts';

builder.queryField('answer', (t) =>
  t.field({
    type: AnswerType,
    nullable: true,
    description: 'An answer of the caller’s organisation; null for an unknown id and another’s, alike.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { engine, session }) => {
      const tenant = tenantOf(session);
      return isAnswerId(id) ? engine.answer(id, tenant) : null;
    },
  }),
);
