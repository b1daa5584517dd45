import type { AnswerSentence, Citation } from '../../../../engine/answer/answer.ts';
import { MAX_COUNTERFACTUALS } from '../../../../engine/answer/counterfactuals.ts';
import { MAX_PASSAGES } from '../../../../engine/reading/rank/read.ts';
import { seenBefore } from '../../../../engine/view.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { pageComplexity, upTo } from '../../builder/page-size.ts';
import { LIST_MULTIPLIER } from '../../cost/limits.ts';
import { kindsName, readKinds } from '../../filters/filter-values.ts';
import { seqConnection } from '../../lists/seq-connection.ts';
import { seenAt } from '../../views/seen-at.ts';
import { viewAt } from '../../views/view.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import {
  FindingConnectionType,
  type FindingNode,
  FindingsStateType,
  FindingType,
  findingPages,
  STATES_WANTED,
} from '../findings/finding.ts';
import { ClaimClusterType } from './answer-claim-group.ts';
import { AnswerModeType } from './answer-mode.ts';
import { AnswerType, EvidenceSetType, ReceiptType } from './answer-ref.ts';
import { PassageType } from './passage.ts';
import './trust.ts';

interface CitationNode {
  readonly citation: Citation;
  readonly asOf: string | null;
}

const CitationType = builder.objectRef<CitationNode>('Citation').implement({
  description: 'A verbatim quote: [start, end) in UTF-16 code units of the artefact’s extracted text.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that is quoted, as of the answer’s own time.',
      resolve: ({ citation, asOf }) => datedKey(citation.artefact_id, asOf),
    }),
    quote: t.string({ description: 'Its words.', resolve: ({ citation }) => citation.quote }),
    start: t.int({ description: 'The first code unit.', resolve: ({ citation }) => citation.start }),
    end: t.int({ description: 'The one behind the last.', resolve: ({ citation }) => citation.end }),
  }),
});

interface SentenceNode {
  readonly sentence: AnswerSentence;
  readonly asOf: string | null;
}

const SentenceType = builder.objectRef<SentenceNode>('Sentence').implement({
  description: 'A sentence of an answer, with what backs it.',
  fields: (t) => ({
    text: t.string({ description: 'Its words.', resolve: ({ sentence }) => sentence.text }),
    claims: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
      description: 'The claims that it states.',
      resolve: ({ sentence, asOf }) => sentence.claims.map((addr) => claimKey(addr, asOf)),
    }),
    citations: t.field({
      type: [CitationType],
      description: 'The quotes that back it.',
      resolve: ({ sentence, asOf }) => sentence.citations.map((citation) => ({ citation, asOf })),
    }),
  }),
});

AnswerType.implement({
  description:
    'An answer as it was given; only its trust may change, which alone is as of the time that is asked for. What it names is as of its own request.',
  fields: (t) => ({
    answerId: t.id({ description: 'ans_…', resolve: ({ answer }) => answer.answer_id }),
    q: t.string({ description: 'The question.', resolve: ({ answer }) => answer.request.q }),
    mode: t.field({
      type: AnswerModeType,
      description: 'How much was asked of it.',
      resolve: ({ answer }) => answer.request.mode,
    }),
    asOf: t.field({
      type: 'DateTime',
      description: 'The time that was asked for, RFC 3339 UTC with ms; null: the present.',
      nullable: true,
      resolve: ({ answer }) => answer.request.as_of,
    }),
    corpus: t.string({ description: 'Its name.', resolve: ({ answer }) => answer.corpus.name }),
    snapshot: t.string({
      description: '<size of the log>.<first 12 hex digits of its root>.',
      resolve: ({ answer }) => answer.corpus.snapshot,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was given, RFC 3339 UTC with ms.' }),
    summary: t.string({
      description: 'Empty where nothing supports an answer.',
      resolve: ({ answer }) => answer.summary,
    }),
    sentences: t.field({
      type: [SentenceType],
      description: 'The summary, sentence by sentence.',
      resolve: ({ answer }) => answer.sentences.map((sentence) => ({ sentence, asOf: answer.request.as_of })),
    }),
    confidence: t.float({
      nullable: true,
      description:
        'That the summary answers the question, 0 to 1, calibrated; null where it says nothing, and where a chooser decided.',
      resolve: ({ answer }) => answer.confidence ?? null,
    }),
    passages: t.field({
      type: [PassageType],
      description:
        'Of an answer that says nothing: the sentences nearest to the question, best first. Nothing vouches that they answer.',
      complexity: upTo(MAX_PASSAGES),
      resolve: ({ answer }) => seenAt(answer.passages ?? [], answer.request.as_of),
    }),
    claims: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
      description: 'The claims it rests on, with the belief in them at the answer’s own time.',
      resolve: ({ answer }) => answer.claims.map(({ addr }) => claimKey(addr, answer.request.as_of)),
    }),
    artefacts: t.field({
      type: [ArtefactType],
      nullable: { list: false, items: true },
      description: 'Those of its set and of its counterfactuals.',
      complexity: upTo(LIST_MULTIPLIER + MAX_COUNTERFACTUALS),
      resolve: ({ answer }) =>
        answer.artefacts.map(({ artefact_id }) => datedKey(artefact_id, answer.request.as_of)),
    }),
    evidenceSet: t.field({
      type: EvidenceSetType,
      description: 'The fewest artefacts that support it, and why these.',
      resolve: (view) => ({ view }),
    }),
    claimGroups: t.field({
      type: [ClaimClusterType],
      description: 'What covers its claims and what speaks against them, cluster by cluster.',
      resolve: ({ answer }) =>
        answer.claim_clusters.map((cluster) => ({ cluster, asOf: answer.request.as_of })),
    }),
    receipt: t.field({
      type: ReceiptType,
      description: 'What anybody can verify it by.',
      resolve: (view) => ({ view }),
    }),
  }),
});

builder.objectField(AnswerType, 'findings', (t) =>
  t.connection(
    {
      type: FindingType,
      description: 'Every verdict that it has had, oldest first; as of a time, those of until then.',
      complexity: pageComplexity,
      args: { states: t.arg({ type: [FindingsStateType], description: STATES_WANTED }) },
      resolve: async ({ answer, seenAt }, { states: given, ...args }, context) => {
        const view = await viewAt(seenAt, context);
        const states = readKinds(given);
        const name = { answer: answer.answer_id, asOf: seenAt, states: kindsName(states) };
        const list = { field: 'Answer.findings', arguments: name };
        return seqConnection(args, list, false, async ({ before, ...page }) => {
          const place = { answer: answer.answer_id, before: seenBefore(view, before), states, ...page };
          const found = await findingPages(context).load(place);
          return found.map((record): FindingNode => ({ ...record, seenAt }));
        });
      },
    },
    FindingConnectionType,
  ),
);
