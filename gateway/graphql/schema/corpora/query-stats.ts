import type { ServiceStats, Stats } from '../../../../engine/stats/stats.ts';
import { builder } from '../../builder/builder.ts';
import { countsOf, GroupCountType } from '../../lists/group-count.ts';
import { readAsOf, viewAt } from '../../views/view.ts';
import { statsOnce } from './corpus-ref.ts';
import { PolicyType, policiesOf } from './policy.ts';

/** Every verdict of the organisation is looked at: it is worth so many fields. */
const COUNTING_COMPLEXITY = 200;

const LogStatsType = builder.objectRef<Stats['log']>('LogStats').implement({
  description: 'The log as it is, or was then; GET /v1/log/checkpoint gives its signed head of now.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'The name that its checkpoints are signed under.' }),
    size: t.expose('size', { type: 'LogPosition', description: 'Entries.' }),
    root: t.expose('root', { type: 'Hash', description: 'Of its Merkle tree (RFC 6962), 64 hex digits.' }),
  }),
});

const StatsType = builder.objectRef<ServiceStats>('Stats').implement({
  description: 'What there is, beside the corpora: see `corpora`.',
  fields: (t) => ({
    log: t.expose('log', { type: LogStatsType, description: 'How long it is, and its root.' }),
    findings: t.field({
      type: [GroupCountType],
      nullable: true,
      description: 'Answers of the caller’s organisation by their verdict; null for who belongs to none.',
      resolve: ({ findings }) => findings && countsOf(findings.answers),
    }),
    policies: t.field({
      type: [PolicyType],
      description: 'Versions in force now, whatever asOf says: the log does not hold them.',
      resolve: ({ policies }) => policiesOf(policies),
    }),
  }),
});

builder.queryField('stats', (t) =>
  t.field({
    type: StatsType,
    description: 'Counts and versions. As of now cheap to ask again; as of a time counted anew.',
    args: {
      asOf: t.arg({
        type: 'DateTime',
        description: 'A date or timestamp: the log as it stood then; by default the present.',
      }),
    },
    complexity: ({ asOf }) => (typeof asOf === 'string' ? COUNTING_COMPLEXITY : 1),
    resolve: async (_, { asOf }, context) => {
      const view = await viewAt(readAsOf(asOf ?? null), context);
      return view === null ? statsOnce(context) : context.engine.statsAt(context.session.tenant, view);
    },
  }),
);
