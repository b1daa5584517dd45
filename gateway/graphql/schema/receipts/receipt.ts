import type { Receipt } from '../../../../engine/receipt/receipt.ts';
import { builder } from '../../builder/builder.ts';
import { datedKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { proofsOf, receiptOf } from '../../views/receipt-content.ts';
import { listOfAnswer, ReceiptType } from '../answers/answer-ref.ts';
import { ArtefactConnectionType, ArtefactType } from '../artefacts/artefact-ref.ts';
import { ReceiptClassType } from '../calls/refusal.ts';
import { PolicyType, policiesOf } from '../corpora/policy.ts';
import { ClaimGraphType } from './receipt-graph.ts';
import { ReceiptProofsType } from './receipt-proofs.ts';

const CostType = builder.objectRef<Receipt['cost']>('ReceiptCost').implement({
  description: 'What the answer took, in counts that every machine agrees on.',
  fields: (t) => ({
    candidatesScored: t.int({ description: 'Sections.', resolve: (cost) => cost.candidates_scored }),
    sentencesScored: t.int({ description: 'Sentences.', resolve: (cost) => cost.sentences_scored }),
    nodesExplored: t.int({
      description: 'Of the search for the smallest set.',
      resolve: (cost) => cost.nodes_explored,
    }),
    bytesRead: t.int({ description: 'Of the texts of candidates.', resolve: (cost) => cost.bytes_read }),
  }),
});

const ModelType = builder.objectRef<Receipt['models'][number]>('ReceiptModel').implement({
  description: 'A model whose vectors ranked the candidates.',
  fields: (t) => ({
    model: t.exposeString('model', { description: 'Its name.' }),
    modelHash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256, 64 hex digits.',
      resolve: (one) => one.model_hash,
    }),
    vectorsHash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256, 64 hex digits.',
      resolve: (one) => one.vectors_hash,
    }),
  }),
});

ReceiptType.implement({
  description:
    'What an answer rests on, and what proves it; GET /v1/answers/{id}/receipt gives it as a file that anybody can verify.',
  fields: (t) => ({
    receiptId: t.id({ description: 'rc_…', resolve: ({ view }) => view.answer.receipt.receipt_id }),
    class: t.field({
      type: ReceiptClassType,
      description: 'An answer’s own receipt stands in the log.',
      resolve: () => 'verified' as const,
    }),
    hash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 of the receipt’s canonical CBOR, 64 hex digits.',
      resolve: ({ view }) => view.answer.receipt.hash,
    }),
    answerHash: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 of the answer’s canonical CBOR without its receipt, 64 hex digits.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.answer_hash,
    }),
    seed: t.field({
      type: 'Hash',
      description: 'BLAKE3-256 of the canonical request and the snapshot’s root, 64 hex digits.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.seed,
    }),
    viewSeq: t.field({
      type: 'LogPosition',
      description: 'S: the last position of the log that it was made from; -1 before the first.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.view.seq,
    }),
    viewUntil: t.field({
      type: 'DateTime',
      description: 'T: the last effective time that it was made from, RFC 3339 UTC with ms.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.view.until,
    }),
    claimGraph: t.field({
      type: ClaimGraphType,
      description: 'The claims, what states them and what contradicts them.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt,
    }),
    artefacts: t.connection(
      {
        type: ArtefactType,
        description: 'Whatever it names, as of the answer’s own time.',
        resolve: async ({ view }, args, context) => {
          const { artefacts, request } = (await receiptOf(view, context)).receipt;
          const keys = artefacts.map(({ artefact_id }) => datedKey(artefact_id, request.as_of));
          return arrayConnection(args, listOfAnswer('artefacts', view), keys);
        },
        complexity: pageComplexity,
      },
      ArtefactConnectionType,
    ),
    primaryArtefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that says most of it; null for an empty answer.',
      resolve: async ({ view }, _, context) => {
        const { primary_artifact_id, request } = (await receiptOf(view, context)).receipt;
        return primary_artifact_id && datedKey(primary_artifact_id, request.as_of);
      },
    }),
    cost: t.field({
      type: CostType,
      description: 'What making the answer took.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.cost,
    }),
    models: t.field({
      type: [ModelType],
      description: 'Whose vectors ranked the candidates; none where the corpus had no vectors.',
      resolve: async ({ view }, _, context) => [...(await receiptOf(view, context)).receipt.models],
    }),
    policies: t.field({
      type: [PolicyType],
      description: 'Versions that it was made under.',
      resolve: async ({ view }, _, context) =>
        policiesOf({ ...(await receiptOf(view, context)).receipt.policies }),
    }),
    textRanker: t.string({
      description: 'The store’s ranking of full text.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.engine.text_ranker,
    }),
    proofs: t.field({
      type: ReceiptProofsType,
      description: 'Where the log holds the answer and what it rests on.',
      resolve: ({ view }, _, context) => proofsOf(view, context),
    }),
  }),
});
