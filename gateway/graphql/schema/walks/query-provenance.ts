import { MAX_ANSWERS } from '../../../../engine/provenance/answers-on.ts';
import { MAX_CLAIMS } from '../../../../engine/provenance/claims-of.ts';
import { MAX_MIRRORS } from '../../../../engine/provenance/mirrors-of.ts';
import type {
  ArtefactBrief,
  Provenance,
  ProvenanceClaim,
  RestingAnswer,
} from '../../../../engine/provenance/provenance.ts';
import { MAX_VERSIONS } from '../../../../engine/provenance/read-provenance.ts';
import { builder } from '../../builder/builder.ts';
import { type ArtefactKey, datedKey } from '../../builder/dated-key.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { isArtefactId } from '../../builder/ids.ts';
import { upTo } from '../../builder/page-size.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { checkCorpus, FOREIGN_TENANT, reachesAddress } from '../../session/session.ts';
import { type SeenAt, seenAt } from '../../views/seen-at.ts';
import { readAsOf, viewAt } from '../../views/view.ts';
import { AnswerType } from '../answers/answer-ref.ts';
import { ArtefactType, artefactStates } from '../artefacts/artefact-ref.ts';
import { ClaimType } from '../claims/claim-ref.ts';
import { SpanType } from '../claims/span.ts';
import { FindingsStateType } from '../findings/finding.ts';
import { EvidenceEventType } from '../ledger/evidence-event.ts';
import { StanceType } from './graph-edge.ts';

/** A fixed number of reads, of which one is of the artefact's bytes. */
const PROVENANCE_COMPLEXITY = 200;

const BYTES: EnumValues<Provenance['bytes']> = {
  stored: { description: 'They are.' },
  redacted: { description: 'An operator had them erased.' },
  changed: { description: 'They no longer match their hash.' },
  missing: { description: 'They are not there.' },
};

const BytesStateType = builder.enumType('BytesState', {
  description: 'Whether the stored bytes of an artefact are those that the log names.',
  values: inCapitals(BYTES),
});

const ProvenanceClaimType = builder.objectRef<SeenAt<ProvenanceClaim>>('ProvenanceClaim').implement({
  description: 'What an artefact says of a claim.',
  fields: (t) => ({
    claim: t.field({
      type: ClaimType,
      nullable: true,
      description: 'The one that it speaks of.',
      resolve: ({ item, asOf }) => datedKey(item.claim, asOf),
    }),
    stance: t.field({
      type: StanceType,
      description: 'How it stands to the claim; SUPERSEDES: it speaks for a successor.',
      resolve: ({ item }) => item.stance,
    }),
    spans: t.field({
      type: [SpanType],
      description: 'Its sentences that say so; none where another wording agrees.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ item }, args) => [...firstOf(item.spans, args)],
    }),
    spanCount: t.int({ description: 'All such sentences.', resolve: ({ item }) => item.spans.length }),
    events: t.field({
      type: [EvidenceEventType],
      nullable: { list: true, items: true },
      description:
        'Events that cite it on the claim, oldest first. A token needs svc.evidence. Null only beside an error.',
      access: { capability: 'svc.evidence' },
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ item, asOf }, args) => firstOf(item.events, args).map((event) => datedKey(event, asOf)),
    }),
    eventCount: t.int({ description: 'All such events.', resolve: ({ item }) => item.events.length }),
  }),
});

const RestingAnswerType = builder.objectRef<SeenAt<RestingAnswer>>('RestingAnswer').implement({
  description: 'An answer that rests on an artefact.',
  fields: (t) => ({
    answer: t.field({
      type: AnswerType,
      nullable: true,
      access: 'tenant',
      description: 'With its verdict as of the time that is asked for.',
      resolve: ({ item, asOf }) => datedKey(item.answerId, asOf),
    }),
    setId: t.id({
      description: 'es_…: the set that holds the artefact.',
      resolve: ({ item }) => item.setId,
    }),
    findingsState: t.field({
      type: FindingsStateType,
      description: 'Its verdict then, in the log.',
      resolve: ({ item }) => item.findingsState,
    }),
  }),
});

const ProvenanceType = builder.objectRef<Provenance>('Provenance').implement({
  description:
    'Where an artefact is from, what it says and what rests on it. Lists are cut; `more…` is how many were left out.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that was asked for.',
      resolve: ({ record, view }) => datedKey(record.artefact_id, view.asOf),
    }),
    bytes: t.expose('bytes', {
      type: BytesStateType,
      description: 'Whether what is stored is what the log names.',
    }),
    freshness: t.float({
      description: '0 to 1, six decimals: halves every `halfLifeDays` since it was last observed.',
      resolve: ({ freshness }) => freshness.score,
    }),
    halfLifeDays: t.float({ description: 'Days.', resolve: ({ freshness }) => freshness.halfLifeDays }),
    lastObservedAt: t.field({
      type: 'DateTime',
      description: 'RFC 3339 UTC with ms.',
      resolve: ({ freshness }) => freshness.lastObservedAt,
    }),
    observations: t.stringList({
      description: 'When these very bytes were seen, newest first; one a day.',
      resolve: ({ observations }) => [...observations.items],
    }),
    moreObservations: t.int({
      description: 'Earlier ones that are not listed.',
      resolve: ({ observations }) => observations.more,
    }),
    versions: t.field({
      type: [ArtefactType],
      nullable: { list: false, items: true },
      description: 'Every version of the document, oldest first.',
      complexity: upTo(MAX_VERSIONS),
      resolve: ({ versions, view }) => keysOf(versions.items, view.asOf),
    }),
    moreVersions: t.int({
      description: 'Later ones that are not listed.',
      resolve: ({ versions }) => versions.more,
    }),
    original: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The artefact that this one repeats.',
      resolve: ({ original, view }) => original && datedKey(original.artefactId, view.asOf),
    }),
    mirrors: t.field({
      type: [ArtefactType],
      nullable: { list: false, items: true },
      description: 'Artefacts that repeat this one.',
      complexity: upTo(MAX_MIRRORS),
      resolve: ({ mirrors, view }) => keysOf(mirrors.items, view.asOf),
    }),
    moreMirrors: t.int({ description: 'Those that are not listed.', resolve: ({ mirrors }) => mirrors.more }),
    claims: t.field({
      type: [ProvenanceClaimType],
      description: 'What it speaks of.',
      complexity: upTo(MAX_CLAIMS),
      resolve: ({ claims, view }, _, { session }) =>
        seenAt(
          claims.items.filter(({ claim }) => reachesAddress(session, claim)),
          view.asOf,
        ),
    }),
    moreClaims: t.int({ description: 'Those that are not listed.', resolve: ({ claims }) => claims.more }),
    answers: t.field({
      type: [RestingAnswerType],
      description: 'Of the caller’s organisation, newest first.',
      complexity: upTo(MAX_ANSWERS),
      resolve: ({ answers, view }) => seenAt(answers.items, view.asOf),
    }),
    moreAnswers: t.int({
      description: 'Earlier ones that are not listed.',
      resolve: ({ answers }) => answers.more,
    }),
  }),
});

builder.objectFields(ProvenanceType, (t) => ({
  logSeq: t.field({
    type: 'LogPosition',
    description: 'Position of its entry in the log.',
    resolve: ({ log }) => log.seq,
  }),
  treeSize: t.field({
    type: 'LogPosition',
    description: 'Of the tree that the proof is for.',
    resolve: ({ log }) => log.tree_size,
  }),
  root: t.field({
    type: 'Hash',
    description: 'At that size, 64 hex digits.',
    resolve: ({ log }) => log.root,
  }),
  inclusion: t.field({
    type: ['Hash'],
    description: 'Hashes from the leaf’s sibling to the root, hex (RFC 9162 §2.1.3).',
    resolve: ({ log }) => [...log.inclusion],
  }),
  entry: t.string({
    nullable: true,
    description: 'The entry’s bytes, base64; null where its words are withheld.',
    resolve: ({ log }) => log.entry ?? null,
  }),
  leaf: t.field({
    type: 'Hash',
    nullable: true,
    description: 'SHA-256(0x00 || bytes) in hex, in place of the entry.',
    resolve: ({ log }) => log.leaf ?? null,
  }),
  checkpoint: t.string({
    description: 'Signed note of that tree (C2SP tlog-checkpoint).',
    resolve: ({ log }) => log.checkpoint,
  }),
}));

function keysOf(artefacts: readonly ArtefactBrief[], asOf: string | null): ArtefactKey[] {
  return artefacts.map(({ artefactId }) => datedKey(artefactId, asOf));
}

builder.queryField('provenance', (t) =>
  t.field({
    type: ProvenanceType,
    nullable: true,
    description:
      'Of an artefact: what had taken effect by then, and answers that had been given by then; null for an unknown one, and as of a time before it took effect. Bytes, the proof and a redaction are as they are now.',
    complexity: { field: PROVENANCE_COMPLEXITY, multiplier: 1 },
    args: {
      artefact: t.arg.id({ required: true, description: 'a1…' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: async (_, { artefact, asOf }, context) => {
      const time = readAsOf(asOf ?? null);
      if (!isArtefactId(artefact)) return null;
      const { engine, session } = context;
      const state = await artefactStates(context).load(artefact);
      if (state === null) return null;
      checkCorpus(session, state.record.corpus);
      const view = await viewAt(time, context);
      return engine.provenance(artefact, session.tenant ?? FOREIGN_TENANT, view);
    },
  }),
);
