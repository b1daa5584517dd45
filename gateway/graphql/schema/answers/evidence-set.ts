import type { ReceiptCandidate } from '../../../../engine/receipt/receipt.ts';
import type { SelectionRecord } from '../../../../engine/receipt/selection-record.ts';
import { type ArtefactId, isClaimAddr } from '../../../../graph/address.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { receiptOf } from '../../views/receipt-content.ts';
import { type SeenAt, seenAt } from '../../views/seen-at.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { LaneType } from '../search/search-result.ts';
import { EvidenceSetType, listOfAnswer, type OfAnswer } from './answer-ref.ts';

type Result = SelectionRecord['result'];

/** What a selection covers that is no claim: that a sentence is quoted from where it stands. */
const QUOTE = /^quote:(\d+)$/;

const OPTIMALITIES: EnumValues<Result['optimality']> = {
  proved: { description: 'No cheaper set exists.' },
  bounded: { description: 'None is cheaper than the bound.' },
};

const OptimalityType = builder.enumType('Optimality', {
  description: 'What is known of the cost of a set.',
  values: inCapitals(OPTIMALITIES),
});

const DROP_REASONS: EnumValues<Result['dropped'][number]['reason']> = {
  not_independent: { description: 'It repeats another.' },
  no_cover: { description: 'It supports no claim well enough.' },
  dominated: { description: 'Its publisher has one that covers as much and costs less.' },
  not_needed: { description: 'The set covers everything without it.' },
};

const DropReasonType = builder.enumType('DropReason', {
  description: 'Why an artefact that supports an answer is not in its set.',
  values: inCapitals(DROP_REASONS),
});

const TakenType = builder.objectRef<SeenAt<Result['taken'][number]>>('TakenArtefact').implement({
  description: 'An artefact of the set, and what it is there for.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'As of the answer’s own time.',
      resolve: chosenArtefact,
    }),
    claims: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
      description: 'Those that it covers.',
      resolve: ({ item, asOf }) => item.claims.filter(isClaimAddr).map((addr) => claimKey(addr, asOf)),
    }),
    sentences: t.intList({
      description: 'Sentences of the answer that quote it, counted from 0.',
      resolve: ({ item }) => item.claims.map(sentenceOf).filter((index) => index !== null),
    }),
  }),
});

const DroppedType = builder.objectRef<SeenAt<Result['dropped'][number]>>('DroppedArtefact').implement({
  description: 'An artefact that supports the answer and is not in the set.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'As of the answer’s own time.',
      resolve: chosenArtefact,
    }),
    reason: t.field({
      type: DropReasonType,
      description: 'Why it is not.',
      resolve: ({ item }) => item.reason,
    }),
  }),
});

const DroppedArtefactConnectionType = connectionType(DroppedType, 'DroppedArtefact');

const UncoveredType = builder.objectRef<SeenAt<Result['uncovered'][number]>>('UncoveredClaim').implement({
  description: 'A claim, or a sentence, that asks for more publishers than support it.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'Null where it is a sentence.',
      resolve: ({ item, asOf }) => (isClaimAddr(item.claim) ? claimKey(item.claim, asOf) : null),
    }),
    sentence: t.int({
      nullable: true,
      description: 'The sentence of the answer whose quote it is, counted from 0; null where it is a claim.',
      resolve: ({ item }) => sentenceOf(item.claim),
    }),
    demand: t.int({ description: 'Publishers wanted.', resolve: ({ item }) => item.demand }),
    available: t.int({ description: 'Publishers that support it.', resolve: ({ item }) => item.available }),
  }),
});

const CandidateType = builder.objectRef<SeenAt<ReceiptCandidate>>('Candidate').implement({
  description: 'A section that retrieval scored.',
  fields: (t) => ({
    addr: t.id({ description: 'Address of the section.', resolve: ({ item }) => item.addr }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that the section is of.',
      resolve: ({ item, asOf }) => datedKey(item.artefact_id, asOf),
    }),
    score: t.float({
      description: 'Of all lanes together, six decimals.',
      resolve: ({ item }) => item.score,
    }),
    rank: t.int({ description: 'From 1, the best.', resolve: ({ item }) => item.rank }),
    lanes: t.field({
      type: [LaneType],
      description: 'Those that found it, and the signals that order equals.',
      resolve: ({ item }) => lanesOf(item.lanes),
    }),
    dropped: t.string({
      nullable: true,
      description: 'Why it was not used; null where it was.',
      resolve: ({ item }) => item.dropped,
    }),
  }),
});

const CandidateConnectionType = connectionType(CandidateType, 'Candidate');

EvidenceSetType.implement({
  description: 'The fewest independent artefacts that cover the answer, and why these.',
  fields: (t) => ({
    setId: t.id({ description: 'es_…', resolve: ({ view }) => view.answer.evidence_set.set_id }),
    artefacts: t.field({
      type: [ArtefactType],
      nullable: { list: false, items: true },
      description: 'As of the answer’s own time.',
      resolve: ({ view: { answer } }) =>
        answer.evidence_set.artefact_ids.map((id) => datedKey(id, answer.request.as_of)),
    }),
    optimality: t.field({
      type: OptimalityType,
      description: 'Whether a cheaper set may exist.',
      resolve: ({ view }) => view.answer.evidence_set.optimality,
    }),
    cost: t.int({
      description: '1,000 for each artefact, and their penalties.',
      resolve: async ({ view }, _, context) => (await receiptOf(view, context)).receipt.selection.result.cost,
    }),
    bound: t.float({
      description: 'No set is cheaper.',
      resolve: async ({ view }, _, context) =>
        (await receiptOf(view, context)).receipt.selection.result.bound,
    }),
    taken: t.field({
      type: [TakenType],
      description: 'The artefacts of the set, with what each covers.',
      resolve: (answer, _, context) => selected(answer, context, 'taken'),
    }),
    dropped: t.connection(
      {
        type: DroppedType,
        complexity: pageComplexity,
        description: 'What supports the answer and was left out.',
        resolve: async (answer, args, context) =>
          arrayConnection(
            args,
            listOfAnswer('dropped', answer.view),
            await selected(answer, context, 'dropped'),
          ),
      },
      DroppedArtefactConnectionType,
    ),
    uncovered: t.field({
      type: [UncoveredType],
      description: 'What nothing, or too little, supports.',
      resolve: (answer, _, context) => selected(answer, context, 'uncovered'),
    }),
    candidates: t.connection(
      {
        type: CandidateType,
        complexity: pageComplexity,
        description: 'Whatever retrieval scored, best first, used or dropped.',
        resolve: async ({ view }, args, context) => {
          const { receipt } = await receiptOf(view, context);
          const candidates = seenAt(receipt.candidates, receipt.request.as_of);
          return arrayConnection(args, listOfAnswer('candidates', view), candidates);
        },
      },
      CandidateConnectionType,
    ),
  }),
});

/** A part of what was selected, as the receipt has it. */
async function selected<Part extends 'taken' | 'dropped' | 'uncovered'>(
  { view }: OfAnswer,
  context: GraphqlContext,
  part: Part,
): Promise<SeenAt<Result[Part][number]>[]> {
  const { selection, request } = (await receiptOf(view, context)).receipt;
  return seenAt<Result[Part][number]>(selection.result[part], request.as_of);
}

function lanesOf({ text, vector, licence, freshness }: ReceiptCandidate['lanes']) {
  const found = Object.entries({ text, vector }).flatMap(([name, lane]) =>
    lane === null ? [] : [{ name, score: lane.score }],
  );
  return [...found, { name: 'licence', score: licence }, { name: 'freshness', score: freshness }];
}

function chosenArtefact({ item, asOf }: SeenAt<{ readonly id: string }>) {
  // A selection is of artefacts by their ids.
  return datedKey(item.id as ArtefactId, asOf);
}

/** Null for a claim. */
function sentenceOf(id: string): number | null {
  const [, index = null] = QUOTE.exec(id) ?? [];
  return index === null ? null : Number(index);
}
