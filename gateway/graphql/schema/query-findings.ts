import { builder } from '../builder.ts';
import { readKinds } from '../filter-values.ts';
import { isAnswerId } from '../ids.ts';
import { upTo } from '../page.ts';
import { refusalError } from '../refusal-error.ts';
import { tenantOf } from '../session.ts';
import { holdsAt, readAsOf } from '../view.ts';
import { type FindingNode, FindingsStateType, FindingType, STATES_WANTED } from './finding.ts';

const DEFAULT_FINDINGS = 100;
const MAX_FINDINGS = 1_000;
/** Before the log's first position. */
const BEFORE_ALL = -1;

builder.queryField('findings', (t) =>
  t.field({
    type: [FindingType],
    access: 'tenant',
    nullable: { list: true, items: true },
    description:
      'The verdicts of an answer, oldest first; as of a time, those of until then. Null only beside an error.',
    args: {
      answerId: t.arg.id({ required: true, description: 'ans_…' }),
      after: t.arg({ type: 'LogPosition', description: 'Only with a later position.' }),
      states: t.arg({ type: [FindingsStateType], description: STATES_WANTED }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      first: t.arg.int({ defaultValue: DEFAULT_FINDINGS, description: `1 to ${MAX_FINDINGS}.` }),
    },
    complexity: ({ first }) => upTo(first ?? DEFAULT_FINDINGS),
    resolve: async (_, { answerId, after, first, asOf, states }, { engine, session }) => {
      const tenant = tenantOf(session);
      const limit = first ?? DEFAULT_FINDINGS;
      if (limit < 1 || limit > MAX_FINDINGS) {
        throw refusalError({ reason: 'invalid:query', message: `first is 1 to ${MAX_FINDINGS}` });
      }
      const seenAt = readAsOf(asOf ?? null);
      if (!isAnswerId(answerId)) return [];
      const place = { answer: answerId, after: after ?? BEFORE_ALL, before: null };
      const cut = { limit, newestFirst: false, states: readKinds(states) };
      const [found = []] = await engine.store.ranges('findingsOf', { tenant, by: [place], ...cut });
      return found
        .filter(({ at }) => holdsAt(seenAt, at))
        .map((record): FindingNode => ({ ...record, seenAt }));
    },
  }),
);
