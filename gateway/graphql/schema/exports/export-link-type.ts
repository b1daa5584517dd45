import { builder } from '../../builder/builder.ts';
import type { EnumValues } from '../../builder/enum-values.ts';
import { inCapitals } from '../../builder/enum-values.ts';
import type { GraphqlContext } from '../../context.ts';
import type { ExportFormat } from '../../export/export-formats.ts';
import { type Exported, type ExportLink, linkTo } from '../../export/export-link.ts';
import { EXPORT_REQUESTS } from '../../export/serve-export.ts';
import { refusalError } from '../../refusal-error.ts';
import { ArtefactConnectionType } from '../artefacts/artefact-ref.ts';
import { ClaimConnectionType } from '../claims/claim-ref.ts';
import { ClusterConnectionType } from '../clusters/cluster-ref.ts';
import { EvidenceEventConnectionType } from '../ledger/evidence-event.ts';
import { ActorConnectionType } from '../tallies/actor.ts';
import { EntityConnectionType } from '../tallies/entity.ts';
import { PublisherConnectionType } from '../tallies/publisher.ts';
import { NeighbourhoodType } from '../walks/query-neighbourhood.ts';

const FORMATS: EnumValues<ExportFormat> = {
  ndjson: { description: 'A JSON object a line, with its type.' },
  csv: { description: 'A table for spreadsheets, RFC 4180; of a neighbourhood its edges.' },
  graphml: {
    description: 'For programs that draw graphs; of claims with the edges between those of the list.',
  },
};

const ExportFormatType = builder.enumType('ExportFormat', {
  description: 'What an exported file looks like.',
  values: inCapitals(FORMATS),
});

const ExportLinkType = builder.objectRef<ExportLink>('ExportLink').implement({
  description: `Opens one file, whole and of one state. It needs no key: treat it as a secret. It ends with the credential that it was asked for with. A GET of it is worth ${EXPORT_REQUESTS} requests of the caller’s rate.`,
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: 'What to GET; below this server’s own address where its public one is not known.',
      args: {
        format: t.arg({ type: ExportFormatType, defaultValue: 'ndjson', description: 'Of the file.' }),
      },
      resolve: ({ path }, { format }, { config }) => {
        const origin = config.publicUrl?.()?.replace(/\/+$/, '') ?? '';
        return `${origin}${path}?format=${format ?? 'ndjson'}`;
      },
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From then on it opens nothing; a file that was begun goes on.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    logSeq: t.field({
      type: 'LogPosition',
      description: 'The last position of the log that the file sees.',
      resolve: ({ logSeq }) => logSeq,
    }),
  }),
});

/** What a resolver adds to a list that can be exported; it is called where a link is asked for. */
export interface Exportable {
  readonly exported?: (observedUpTo: number) => Promise<Exported>;
}

const WORDS = 'A link to all of it as one file, in the state that is shown here';

async function linkOf(
  { exported }: Exportable,
  { engine, session }: GraphqlContext,
): Promise<ExportLink | null> {
  if (exported === undefined) return null;
  const { size } = await engine.store.head();
  const sources = { texts: engine.keys.texts, now: engine.clock.now() };
  const link = linkTo(await exported(size - 1), session, sources);
  if (!link.ok) throw refusalError(link.refusal);
  return link.value;
}

const EXPORTED = [
  ...[ClaimConnectionType, ClusterConnectionType, ArtefactConnectionType, EvidenceEventConnectionType],
  ...[PublisherConnectionType, EntityConnectionType, ActorConnectionType],
];

for (const type of EXPORTED) {
  builder.objectField(type, 'export', (t) =>
    t.field({
      type: ExportLinkType,
      nullable: true,
      description: `${WORDS}, by the list’s filter and order: all pages, whichever is shown. Null where the list is none of a corpus, and beside an error.`,
      resolve: (list, _, context) => linkOf(list as Exportable, context),
    }),
  );
}

builder.objectField(NeighbourhoodType, 'export', (t) =>
  t.field({
    type: ExportLinkType,
    nullable: true,
    description: `${WORDS}. Null only beside an error.`,
    resolve: (found, _, context) => linkOf(found, context),
  }),
);
