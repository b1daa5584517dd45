import type { Stats } from '../../../engine/stats/stats.ts';
import { builder } from '../builder.ts';
import { statsOnce } from '../nodes/corpus.ts';
import { countsOf, GroupCountType } from './group-count.ts';
import { PolicyType, policiesOf } from './policy.ts';

const LogStatsType = builder.objectRef<Stats['log']>('LogStats').implement({
  description: 'The log as it is now; GET /v1/log/checkpoint gives its signed head.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'The name that its checkpoints are signed under.' }),
    size: t.exposeInt('size', { description: 'Entries.' }),
    root: t.exposeString('root', { description: 'Of its Merkle tree (RFC 6962), 64 hex digits.' }),
  }),
});

const StatsType = builder.objectRef<Stats>('Stats').implement({
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
      description: 'Versions in force.',
      resolve: ({ policies }) => policiesOf(policies),
    }),
  }),
});

builder.queryField('stats', (t) =>
  t.field({
    type: StatsType,
    description: 'Counts and versions; cheap to ask again.',
    resolve: (_, __, context) => statsOnce(context),
  }),
);
