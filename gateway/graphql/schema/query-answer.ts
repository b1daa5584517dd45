import { builder } from '../builder.ts';
import { datedKey } from '../claim-key.ts';
import { isAnswerId } from '../ids.ts';
import { AnswerType } from '../nodes/answer.ts';
import { tenantOf } from '../session.ts';
import { AS_OF_VERDICT, readAsOf } from '../view.ts';

builder.queryField('answer', (t) =>
  t.field({
    type: AnswerType,
    access: 'tenant',
    nullable: true,
    description:
      'An answer of the caller’s organisation; null for an unknown id and another’s, alike, and as of a time before it was given.',
    args: {
      id: t.arg.id({ required: true, description: 'ans_…' }),
      asOf: t.arg({ type: 'DateTime', description: AS_OF_VERDICT }),
    },
    resolve: (_, { id, asOf }, { session }) => {
      tenantOf(session);
      const seenAt = readAsOf(asOf ?? null);
      return isAnswerId(id) ? datedKey(id, seenAt) : null;
    },
  }),
);
