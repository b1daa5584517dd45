import type { ClaimCluster, Counterfactual, CoverageItem } from '../../../engine/answer/answer.ts';
import { builder } from '../builder.ts';
import { claimKey } from '../claim-key.ts';
import { ArtefactType, ClaimType } from '../loaders.ts';

interface SeenAt<T> {
  readonly item: T;
  readonly asOf: string | null;
}

const CoverageType = builder.objectRef<SeenAt<CoverageItem>>('Coverage').implement({
  description: 'An artefact that covers a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      resolve: ({ item, asOf }) => claimKey(item.claim_id, asOf),
    }),
    artefact: t.field({ type: ArtefactType, nullable: true, resolve: ({ item }) => item.artefact_id }),
    domain: t.string({ resolve: ({ item }) => item.domain }),
    score: t.float({ resolve: ({ item }) => item.score }),
    licence: t.string({ resolve: ({ item }) => item.licence }),
    observedAt: t.string({ resolve: ({ item }) => item.observed_at }),
  }),
});

const CounterfactualType = builder.objectRef<SeenAt<Counterfactual>>('Counterfactual').implement({
  description: 'What speaks against a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      resolve: ({ item, asOf }) => claimKey(item.claim_id, asOf),
    }),
    artefact: t.field({ type: ArtefactType, nullable: true, resolve: ({ item }) => item.artefact_id }),
    reason: t.string({ resolve: ({ item }) => item.reason }),
    action: t.string({ description: 'disclosed or flagged.', resolve: ({ item }) => item.action }),
    score: t.float({ resolve: ({ item }) => item.score }),
    rival: t.field({
      type: ClaimType,
      nullable: true,
      resolve: ({ item, asOf }) => (item.rival === null ? null : claimKey(item.rival, asOf)),
    }),
    quote: t.string({ resolve: ({ item }) => item.quote }),
    start: t.int({ resolve: ({ item }) => item.start }),
    end: t.int({ resolve: ({ item }) => item.end }),
  }),
});

interface ClaimClusterNode {
  readonly cluster: ClaimCluster;
  readonly asOf: string | null;
}

export const ClaimClusterType = builder.objectRef<ClaimClusterNode>('ClaimCluster').implement({
  description: 'Claims of the answer that say the same, what covers them and what speaks against them.',
  fields: (t) => ({
    claimClusterId: t.id({ resolve: ({ cluster }) => cluster.claim_cluster_id }),
    coverage: t.field({
      type: [CoverageType],
      resolve: ({ cluster, asOf }) => cluster.coverage.map((item) => ({ item, asOf })),
    }),
    counterfactuals: t.field({
      type: [CounterfactualType],
      resolve: ({ cluster, asOf }) => cluster.counterfactuals.map((item) => ({ item, asOf })),
    }),
  }),
});
