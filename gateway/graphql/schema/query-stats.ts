import type { Stats } from '../../../engine/stats/stats.ts';
import { builder } from '../builder.ts';
import { statsOnce } from '../nodes/corpus.ts';
import { CountType, countsOf } from './count.ts';

const LogStatsType = builder.objectRef<Stats['log']>('LogStats').implement({
  description: 'The log as it is now; GET /v1/log/checkpoint gives its signed head.',
  fields: (t) => ({
    origin: t.exposeString('origin', { description: 'The name that its checkpoints are signed under.' }),
    size: t.exposeInt('size', { description: 'Entries.' }),
    root: t.exposeString('root', { description: 'Of its Merkle tree (RFC 6962), 64 hex digits.' }),
  }),
});

const PolicyType = builder
  .objectRef<{ readonly name: string; readonly version: string }>('Policy')
  .implement({
    description: 'A policy in force, whose change changes answers or beliefs.',
    fields: (t) => ({
      name: t.exposeString('name'),
      version: t.exposeString('version'),
    }),
  });

const StatsType = builder.objectRef<Stats>('Stats').implement({
  description: 'What there is, beside the corpora: see `corpora`.',
  fields: (t) => ({
    log: t.expose('log', { type: LogStatsType }),
    findings: t.field({
      type: [CountType],
      nullable: true,
      description: 'Answers of the caller’s organisation by their verdict; null for who belongs to none.',
      resolve: ({ findings }) => findings && countsOf(findings.answers),
    }),
    policies: t.field({
      type: [PolicyType],
      resolve: ({ policies }) => Object.entries(policies).map(([name, version]) => ({ name, version })),
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
