import { builder } from '../builder.ts';
import { isAnswerId } from '../ids.ts';
import { AnswerType } from '../nodes/answer.ts';
import { tenantOf } from '../session.ts';

builder.queryField('answer', (t) =>
  t.field({
    type: AnswerType,
    access: 'tenant',
    nullable: true,
    description: 'An answer of the caller’s organisation; null for an unknown id and another’s, alike.',
    args: { id: t.arg.id({ required: true, description: 'ans_…' }) },
    resolve: (_, { id }, { session }) => {
      tenantOf(session);
      return isAnswerId(id) ? id : null;
    },
  }),
);
