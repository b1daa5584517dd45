import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { isAnswerId } from '../../builder/ids.ts';
import { tenantOf } from '../../session/session.ts';
import { AS_OF_VERDICT, readAsOf } from '../../views/view.ts';
import { AnswerType } from './answer-ref.ts';

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
