import type {
  CheckedClaim,
  ClaimCluster,
  Counterfactual,
  CoverageItem,
  DiscoveryLane,
  OppositeSearched,
} from '../../../../engine/answer/answer.ts';
import type { OppositeKind } from '../../../../engine/answer/opposite-queries.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { type SeenAt, seenAt } from '../../views/seen-at.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { ClaimType } from '../claims/claim-ref.ts';

type CounterfactualReason = 'rival_value' | 'superseded_value' | 'disputes' | 'opposite_stance';

const REASONS: EnumValues<CounterfactualReason> = {
  rival_value: { description: 'It states another value.' },
  superseded_value: { description: 'It states a value that the answer’s has replaced.' },
  disputes: { description: 'A dispute in the claim’s ledger cites it.' },
  opposite_stance: { description: 'A judge holds that it says the opposite.' },
};

const CounterfactualReasonType = builder.enumType('CounterfactualReason', {
  description: 'How an artefact speaks against a claim.',
  values: inCapitals(REASONS),
});

const COUNTERFACTUAL_KINDS: EnumValues<NonNullable<Counterfactual['kind']>> = {
  disputed: { description: 'It says otherwise of the same time.' },
  superseded: { description: 'The answer has replaced it.' },
};

const CounterfactualKindType = builder.enumType('CounterfactualKind', {
  description: 'Whether what speaks against an answer stands, or was replaced.',
  values: inCapitals(COUNTERFACTUAL_KINDS),
});

const ACTIONS: EnumValues<Counterfactual['action']> = {
  disclosed: { description: 'It is shown without a warning.' },
  flagged: { description: 'It is shown as a warning.' },
};

const CounterfactualActionType = builder.enumType('CounterfactualAction', {
  description: 'How an answer shows what speaks against it.',
  values: inCapitals(ACTIONS),
});

const SEARCHES: EnumValues<OppositeKind> = {
  other_value: { description: 'Another value of the same.' },
  negation: { description: 'A sentence that denies it.' },
  succession: { description: 'What came after it.' },
  antonym: { description: 'A word of the opposite sense.' },
};

const OppositeSearchKindType = builder.enumType('OppositeSearchKind', {
  description: 'What a search for what disagrees looks for.',
  values: inCapitals(SEARCHES),
});

const LANES: EnumValues<DiscoveryLane> = {
  graph: { description: 'A contradiction that the claim graph has.' },
  ranking: { description: 'Among the sentences that were ranked for the question.' },
  ledger: { description: 'In the claim’s ledger.' },
  opposite_search: { description: 'By a search for what would disagree.' },
  stance: { description: 'By a judge of two texts.' },
};

const DiscoveryLaneType = builder.enumType('DiscoveryLane', {
  description: 'How something that speaks against a claim was found.',
  values: inCapitals(LANES),
});

const CoverageType = builder.objectRef<SeenAt<CoverageItem>>('Coverage').implement({
  description: 'An artefact that covers a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that is covered.',
      resolve: ({ item, asOf }) => claimKey(item.claim_id, asOf),
    }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that covers it.',
      resolve: ({ item, asOf }) => datedKey(item.artefact_id, asOf),
    }),
    domain: t.string({ description: 'Of the artefact’s URL.', resolve: ({ item }) => item.domain }),
    score: t.float({
      description:
        '0 to 1: 1 where the artefact states the claim itself, less where it says the same otherwise.',
      resolve: ({ item }) => item.score,
    }),
    licence: t.string({ description: 'Of the artefact.', resolve: ({ item }) => item.licence }),
    observedAt: t.field({
      type: 'DateTime',
      description: 'When the artefact was observed, RFC 3339 UTC with ms.',
      resolve: ({ item }) => item.observed_at,
    }),
  }),
});

const CounterfactualType = builder.objectRef<SeenAt<Counterfactual>>('Counterfactual').implement({
  description: 'What speaks against a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that is spoken against.',
      resolve: ({ item, asOf }) => claimKey(item.claim_id, asOf),
    }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that speaks against it.',
      resolve: ({ item, asOf }) => datedKey(item.artefact_id, asOf),
    }),
    reason: t.field({
      type: CounterfactualReasonType,
      description: 'How it speaks against the claim.',
      // Answers hold these words alone.
      resolve: ({ item }) => item.reason as CounterfactualReason,
    }),
    kind: t.field({
      type: CounterfactualKindType,
      nullable: true,
      description: 'Whether it still stands against the answer. Null in older answers.',
      resolve: ({ item }) => item.kind ?? null,
    }),
    action: t.field({
      type: CounterfactualActionType,
      description: 'How the answer shows it.',
      resolve: ({ item }) => item.action,
    }),
    score: t.float({
      description: '0 to 1: 1 where the two are stated to contradict each other.',
      resolve: ({ item }) => item.score,
    }),
    rival: t.field({
      type: ClaimType,
      nullable: true,
      description: 'What the artefact states instead; null where that is no claim.',
      resolve: ({ item, asOf }) => (item.rival === null ? null : claimKey(item.rival, asOf)),
    }),
    quote: t.string({
      description: 'The artefact’s words; empty where its licence is refused.',
      resolve: ({ item }) => item.quote,
    }),
    start: t.int({
      description: 'Where they begin, in UTF-16 code units of its extracted text.',
      resolve: ({ item }) => item.start,
    }),
    end: t.int({ description: 'Where they end, exclusive.', resolve: ({ item }) => item.end }),
  }),
});

interface ClaimClusterNode {
  readonly cluster: ClaimCluster;
  readonly asOf: string | null;
}

const OppositeSearchType = builder.objectRef<OppositeSearched>('OppositeSearch').implement({
  description: 'A full-text search for what would disagree with a claim.',
  fields: (t) => ({
    kind: t.field({
      type: OppositeSearchKindType,
      description: 'What it looked for.',
      // Answers hold these words alone.
      resolve: ({ kind }) => kind as OppositeKind,
    }),
    terms: t.stringList({ description: 'The words that it looked for.', resolve: ({ terms }) => [...terms] }),
    sections: t.exposeInt('sections', { description: 'Sections that it found.' }),
  }),
});

const CheckedClaimType = builder.objectRef<SeenAt<CheckedClaim>>('CheckedClaim').implement({
  description: 'What was looked at on the other side of a claim, and what came of it.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that was checked.',
      resolve: ({ item, asOf }) => claimKey(item.claim_id, asOf),
    }),
    searches: t.field({
      type: [OppositeSearchType],
      description: 'What was looked for beside what the answer found.',
      resolve: ({ item }) => [...item.searches],
    }),
    sentencesRead: t.int({
      description: 'Sentences that were compared with the claim.',
      resolve: ({ item }) => item.sentences_read,
    }),
    clear: t.field({
      type: [ArtefactType],
      nullable: { list: false, items: true },
      description: 'Artefacts of these sentences in which nothing disagrees.',
      resolve: ({ item, asOf }) => item.clear.map((id) => datedKey(id, asOf)),
    }),
    foundBy: t.field({
      type: [DiscoveryLaneType],
      description: 'How each counterfactual of the claim was found.',
      resolve: ({ item }) => [...item.found_by],
    }),
  }),
});

export const ClaimClusterType = builder.objectRef<ClaimClusterNode>('AnswerClaimGroup').implement({
  description: 'Claims of the answer that say the same, what covers them and what speaks against them.',
  fields: (t) => ({
    clusterId: t.id({
      description: 'cl_…: claims with it say the same.',
      resolve: ({ cluster }) => cluster.claim_cluster_id,
    }),
    coverage: t.field({
      type: [CoverageType],
      description: 'What supports its claims.',
      resolve: ({ cluster, asOf }) => seenAt(cluster.coverage, asOf),
    }),
    counterfactuals: t.field({
      type: [CounterfactualType],
      description: 'What speaks against them.',
      resolve: ({ cluster, asOf }) => seenAt(cluster.counterfactuals, asOf),
    }),
    checked: t.field({
      type: [CheckedClaimType],
      description: 'Empty where it was not recorded.',
      resolve: ({ cluster, asOf }) => seenAt(cluster.checked ?? [], asOf),
    }),
  }),
});
