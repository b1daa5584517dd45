import { builder } from '../builder.ts';
import { isAnswerId } from '../ids.ts';
import { upTo } from '../page.ts';
import { refusalError } from '../refusal-error.ts';
import { tenantOf } from '../session.ts';
import { holdsAt, readAsOf } from '../view.ts';
import { type FindingNode, FindingType } from './finding.ts';

const DEFAULT_FINDINGS = 100;
const MAX_FINDINGS = 1_000;
/** Before the log's first position. */
const BEFORE_ALL = -1;

builder.queryField('findings', (t) =>
  t.field({
    type: [FindingType],
    access: 'tenant',
    nullable: true,
    description:
      'The verdicts of an answer, oldest first; as of a time, those of until then. Null only beside an error.',
    args: {
      answerId: t.arg.id({ required: true, description: 'ans_…' }),
      after: t.arg.int({ description: 'Only with a later position.' }),
      asOf: t.arg.string({ description: 'A date or timestamp; by default the present.' }),
      first: t.arg.int({ defaultValue: DEFAULT_FINDINGS, description: `1 to ${MAX_FINDINGS}.` }),
    },
    complexity: ({ first }) => upTo(first ?? DEFAULT_FINDINGS),
    resolve: async (_, { answerId, after, first, asOf }, { engine, session }) => {
      const tenant = tenantOf(session);
      const limit = first ?? DEFAULT_FINDINGS;
      if (limit < 1 || limit > MAX_FINDINGS) {
        throw refusalError({ reason: 'invalid:query', message: `first is 1 to ${MAX_FINDINGS}` });
      }
      const seenAt = readAsOf(asOf ?? null);
      if (!isAnswerId(answerId)) return [];
      const found = await engine.findingsAfter(tenant, after ?? BEFORE_ALL, [answerId]);
      return found
        .filter(({ at }) => holdsAt(seenAt, at))
        .slice(0, limit)
        .map((record): FindingNode => ({ ...record, seenAt }));
    },
  }),
);
