import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import type { Receipt } from '../../../../engine/receipt/receipt.ts';
import type { BeliefState } from '../../../../graph/evidence.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { connectionType } from '../../lists/connections.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { type SeenAt, seenAt } from '../../views/seen-at.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { BeliefStateType } from '../beliefs/belief-explanation.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { SpanType } from '../claims/span.ts';

type Graph = Receipt['claim_graph'];

const GraphClaimType = builder.objectRef<SeenAt<Graph['claims'][number]>>('ReceiptClaim').implement({
  description: 'A claim with the belief in it when the answer was made.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'As of the answer’s own time.',
      resolve: ({ item, asOf }) => claimKey(item.addr, asOf),
    }),
    contentHash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 of what it says, 64 hex digits: its address is made of it.',
      resolve: ({ item }) => item.content_hash,
    }),
    cluster: t.id({
      description: 'Claims of one cluster say the same.',
      resolve: ({ item }) => item.claim_cluster_id,
    }),
    ledgerHead: t.field({
      type: 'Hash',
      nullable: true,
      description: 'BLAKE3 chain head of its ledger, 64 hex digits; null for an empty ledger.',
      resolve: ({ item }) => item.ledger_head,
    }),
    state: t.field({
      type: BeliefStateType,
      nullable: true,
      description: 'Of the belief; null for an empty ledger.',
      // As the fold gave it.
      resolve: ({ item }) => (item.belief?.state as BeliefState | undefined) ?? null,
    }),
    effectiveConfidence: t.float({
      nullable: true,
      description: '0 to 1, four decimals; null for an empty ledger.',
      resolve: ({ item }) => item.belief?.effective_confidence ?? null,
    }),
  }),
});

const ReceiptClaimConnectionType = connectionType(GraphClaimType, 'ReceiptClaim');

const StatementType = builder.objectRef<SeenAt<Graph['edges'][number]>>('ReceiptStatement').implement({
  description: 'That an artefact states a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that is stated.',
      resolve: ({ item, asOf }) => claimKey(item.claim, asOf),
    }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that states it.',
      resolve: ({ item, asOf }) => datedKey(item.artefact_id, asOf),
    }),
    span: t.field({
      type: SpanType,
      description: 'Where.',
      resolve: ({ item: { start, end } }) => ({ start, end }),
    }),
    spanHash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 of the words in UTF-8, 64 hex digits.',
      resolve: ({ item }) => item.span_hash,
    }),
  }),
});

const ReceiptStatementConnectionType = connectionType(StatementType, 'ReceiptStatement');

const ContradictionType = builder
  .objectRef<SeenAt<Graph['contradictions'][number]>>('ReceiptContradiction')
  .implement({
    description: 'Two claims that cannot both hold.',
    fields: (t) => ({
      claim: t.field({
        type: ClaimType,
        nullable: true,
        description: 'One of the answer.',
        resolve: ({ item, asOf }) => claimKey(item.claim, asOf),
      }),
      rival: t.field({
        type: ClaimType,
        nullable: true,
        description: 'What contradicts it.',
        resolve: ({ item, asOf }) => claimKey(item.rival, asOf),
      }),
    }),
  });

const ReceiptContradictionConnectionType = connectionType(ContradictionType, 'ReceiptContradiction');

interface GraphNode {
  readonly claim_graph: Graph;
  readonly request: Receipt['request'];
  readonly answer_id: Receipt['answer_id'];
}

/** The page that is asked for of one of the graph's lists. */
function pageOf<Part extends keyof Graph>(part: Part) {
  return ({ claim_graph, request, answer_id }: GraphNode, args: DefaultConnectionArguments) => {
    const list = {
      field: `claimGraph.${part === 'edges' ? 'statements' : part}`,
      arguments: { answer: answer_id },
    };
    return arrayConnection(args, list, seenAt<Graph[Part][number]>(claim_graph[part], request.as_of));
  };
}

export const ClaimGraphType = builder.objectRef<GraphNode>('ClaimGraph').implement({
  description: 'The claims of an answer as they stood when it was made.',
  fields: (t) => ({
    claims: t.connection(
      {
        type: GraphClaimType,
        complexity: pageComplexity,
        description: 'With the belief in each.',
        resolve: pageOf('claims'),
      },
      ReceiptClaimConnectionType,
    ),
    statements: t.connection(
      {
        type: StatementType,
        complexity: pageComplexity,
        description: 'What states each.',
        resolve: pageOf('edges'),
      },
      ReceiptStatementConnectionType,
    ),
    contradictions: t.connection(
      {
        type: ContradictionType,
        complexity: pageComplexity,
        description: 'What speaks against each.',
        resolve: pageOf('contradictions'),
      },
      ReceiptContradictionConnectionType,
    ),
  }),
});
