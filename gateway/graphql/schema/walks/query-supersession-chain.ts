import {
  type ChainLink,
  type ChainMember,
  MAX_CHAIN,
  MAX_LINKS,
  MAX_PROPOSALS,
  type SupersessionChain,
} from '../../../../engine/explore/supersession-chain.ts';
import { isClaimAddr } from '../../../../graph/address.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { upTo } from '../../builder/page-size.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { type SeenAt, seenAt } from '../../views/seen-at.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { EvidenceEventType } from '../ledger/evidence-event.ts';
import { readGraph } from './seen-graph.ts';

const MemberType = builder.objectRef<SeenAt<ChainMember>>('ChainMember').implement({
  description: 'A claim of the chain.',
  fields: (t) => ({
    addr: t.field({
      type: 'ClaimAddress',
      description: 'wx://<corpus>/claim/c1…',
      resolve: ({ item }) => item.claim,
    }),
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The claim at that address.',
      resolve: ({ item, asOf }) => claimKey(item.claim, asOf),
    }),
    distance: t.int({
      description: 'Proposals between it and the claim asked for.',
      resolve: ({ item }) => item.distance,
    }),
  }),
});

const LinkType = builder.objectRef<SeenAt<ChainLink>>('ChainLink').implement({
  description: 'That one claim was proposed as the successor of another.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that would be replaced.',
      resolve: ({ item, asOf }) => claimKey(item.claim, asOf),
    }),
    successor: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that would replace it.',
      resolve: ({ item, asOf }) => claimKey(item.successor, asOf),
    }),
    isAccepted: t.boolean({
      description: 'Whether it is accepted; any other is only proposed, or was accepted once.',
      resolve: ({ item }) => item.isAccepted,
    }),
    proposals: t.field({
      type: [EvidenceEventType],
      access: { capability: 'svc.evidence' },
      nullable: { list: true, items: true },
      description:
        'Who proposed it and when, in the order of the log. A token needs svc.evidence. Null only beside an error.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ item, asOf }, args) => firstOf(item.proposals, args).map((entry) => ({ entry, asOf })),
    }),
    proposalCount: t.int({
      description: 'All such proposals.',
      resolve: ({ item }) => item.proposals.length,
    }),
  }),
});

const ChainType = builder.objectRef<SeenAt<SupersessionChain>>('SupersessionChain').implement({
  description: 'What a claim replaced and what replaced it, as far as anybody proposed it.',
  fields: (t) => ({
    predecessors: t.field({
      type: [MemberType],
      description: 'The nearest first. A claim that returned is also among the successors.',
      complexity: upTo(MAX_CHAIN),
      resolve: ({ item, asOf }) => seenAt(item.predecessors, asOf),
    }),
    successors: t.field({
      type: [MemberType],
      description: 'The nearest first.',
      complexity: upTo(MAX_CHAIN),
      resolve: ({ item, asOf }) => seenAt(item.successors, asOf),
    }),
    accepted: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
      description: 'Accepted successors from the claim on, each that of the one before.',
      complexity: upTo(MAX_CHAIN),
      resolve: ({ item, asOf }) => item.accepted.map((addr) => claimKey(addr, asOf)),
    }),
    links: t.field({
      type: [LinkType],
      description: 'By the position of the first proposal.',
      complexity: upTo(MAX_LINKS),
      resolve: ({ item, asOf }) => seenAt(item.links, asOf),
    }),
    isCyclic: t.boolean({
      description: 'Whether the links lead back to a claim.',
      resolve: ({ item }) => item.isCyclic,
    }),
    isBounded: t.boolean({
      description: `Whether something is missing: ${MAX_CHAIN} claims are followed on each side, ${MAX_PROPOSALS} proposals of each, and ${MAX_LINKS} links are shown.`,
      resolve: ({ item }) => item.isBounded,
    }),
  }),
});

builder.queryField('supersessionChain', (t) =>
  t.field({
    type: ChainType,
    nullable: true,
    description: 'Null where there is no such claim in sight.',
    args: {
      addr: t.arg.id({ required: true, description: 'The full address, or the bare c1… id.' }),
      corpus: t.arg.string({ description: 'Where a bare id is looked for; by default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    complexity: { field: 50, multiplier: 1 },
    resolve: async (_, { addr, ...args }, context) => {
      const graph = await readGraph([addr], args, context);
      const [claim] = graph?.nodes ?? [];
      if (graph === null || claim === undefined || !isClaimAddr(claim)) return null;
      const { view, reach } = graph;
      const request = { claim, view: view.view, prefixes: reach.prefixes };
      const item = await context.engine.explore.supersessionChain(request);
      return item && { item, asOf: view.asOf };
    },
  }),
);
