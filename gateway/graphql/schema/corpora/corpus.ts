import { lanesOf } from '../../../../engine/retrieve/retrieve.ts';
import type { CorpusStats } from '../../../../engine/stats/stats.ts';
import { viewOf } from '../../../../engine/view.ts';
import { EVIDENCE_KINDS } from '../../../../graph/evidence.ts';
import { MAX_COUNTED } from '../../../../graph/store/lists.ts';
import { builder } from '../../builder/builder.ts';
import { capitals } from '../../builder/enum-values.ts';
import { upTo } from '../../builder/page-size.ts';
import {
  countsOf,
  firstGroups,
  GroupCountType,
  groupArgs,
  groupComplexity,
  largestFirst,
} from '../../lists/group-count.ts';
import { kindCounts } from '../ledger/evidence-event.ts';
import { CorpusType, type PastStats, statsOnce } from './corpus-ref.ts';

const CorpusCountsType = builder
  .objectRef<Pick<CorpusStats, 'counts' | 'beliefs'>>('CorpusCounts')
  .implement({
    description:
      'How much there is in a corpus, at a snapshot that may be earlier than the present one; as of a time, of what had taken effect by then.',
    fields: (t) => ({
      snapshot: t.string({
        description: 'What it was counted at.',
        resolve: ({ counts }) => counts.snapshot,
      }),
      artefacts: t.int({
        description: 'Every version of every document, withdrawn ones too.',
        resolve: ({ counts }) => counts.artefacts,
      }),
      documents: t.int({
        description: 'Each with all its versions counted once.',
        resolve: ({ counts }) => counts.documents,
      }),
      sections: t.int({ description: 'Of every version.', resolve: ({ counts }) => counts.sections }),
      claims: t.int({
        description: `Every one, whatever is believed of it; as of a time, those that an artefact had stated by then, of more than ${MAX_COUNTED} that number.`,
        resolve: ({ counts }) => counts.claims,
      }),
      events: t.int({
        description: `Entries of the claims’ ledgers; as of a time, of more than ${MAX_COUNTED} that number.`,
        resolve: ({ counts }) => counts.events,
      }),
      eventKinds: t.field({
        type: [GroupCountType],
        description: 'The same by kind, by name; a kind that none is of is left out.',
        complexity: upTo(EVIDENCE_KINDS.length),
        resolve: ({ counts }) => kindCounts((kind) => counts.eventKinds[kind] ?? 0),
      }),
      annotations: t.int({
        description: 'On any address of the corpus.',
        resolve: ({ counts }) => counts.annotations,
      }),
      closedCoverageGaps: t.int({
        description: 'Coverage gaps that an annotation closed.',
        resolve: ({ counts }) => counts.closedStubs,
      }),
      licences: t.field({
        type: [GroupCountType],
        description: 'Artefacts by licence, largest first.',
        args: groupArgs(),
        complexity: groupComplexity,
        resolve: ({ counts }, args) => firstGroups(largestFirst(countsOf(counts.licences)), args),
      }),
      licenceCount: t.int({
        description: 'All licences.',
        resolve: ({ counts }) => Object.keys(counts.licences).length,
      }),
      beliefs: t.field({
        type: [GroupCountType],
        nullable: true,
        description:
          'Claims by the state of their belief; null until a large corpus has been counted once, and as of a time: see the filter of `claims`.',
        resolve: ({ beliefs }) =>
          beliefs && countsOf(beliefs.claims).map(({ key, count }) => ({ key: capitals(key), count })),
      }),
      oldestObservation: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'RFC 3339 UTC with ms.',
        resolve: ({ counts }) => counts.oldestEffectiveAt,
      }),
      newestObservation: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'RFC 3339 UTC with ms.',
        resolve: ({ counts }) => counts.newestEffectiveAt,
      }),
    }),
  });

CorpusType.implement({
  description: 'A body of documents with a snapshot of its own.',
  fields: (t) => ({
    name: t.string({
      description: 'What `corpus` arguments name it by.',
      resolve: ({ record }) => record.name,
    }),
    snapshot: t.string({
      description:
        '<size of the log>.<first 12 hex digits of its root>, at the newest knowledge: what a read is made from, as of whatever time.',
      resolve: ({ record, asOf }) => viewOf(record, asOf).snapshot,
    }),
    newest: t.field({
      type: 'DateTime',
      description:
        'Latest effective time of what is known, RFC 3339 UTC with ms; as of a time, of an artefact or a look at its sources by then.',
      resolve: ({ record, past }) => (past === null ? record.newestEffectiveAt : newestOf(past)),
    }),
    observedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When a source was last read to its end, RFC 3339 UTC with ms; as of a time, within 400 days before.',
      resolve: ({ record, past }) => (past ?? record).observedAt,
    }),
    lanes: t.stringList({
      description: 'Ways in which it is searched now.',
      resolve: ({ record }) => [...lanesOf(record)],
    }),
    counts: t.field({
      type: CorpusCountsType,
      nullable: true,
      description: 'Null for a corpus that came into being this very moment.',
      resolve: ({ record, past }, _, context) => past ?? statsOf(record.name, context),
    }),
  }),
});

async function statsOf(name: string, context: Parameters<typeof statsOnce>[0]): Promise<CorpusStats | null> {
  const { corpora } = await statsOnce(context);
  return corpora.find(({ record }) => record.name === name) ?? null;
}

/** Whatever held an artefact has at least that time. */
function newestOf({ counts, observedAt }: PastStats): string {
  const [artefact, observed] = [counts.newestEffectiveAt ?? '', observedAt ?? ''];
  return artefact > observed ? artefact : observed;
}
