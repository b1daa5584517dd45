import type { ArtefactId } from '../../../../graph/address.ts';
import type { ArtefactRecord } from '../../../../graph/artefact.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, type DatedKey, datedKey, readDatedKey } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { digestOf } from '../../digest.ts';
import { connectionType } from '../../lists/connections.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { reachesAddress } from '../../session/session.ts';
import { reachesCorpus, reachesItem, reachName } from '../../session/token-scope.ts';
import { holdsAt, readAsOf } from '../../views/view.ts';
import { ArtefactType, artefactStates, occurrencesIn } from '../artefacts/artefact-ref.ts';
import { ClaimConnectionType, ClaimType } from '../claims/claim-ref.ts';
import { SpanType } from '../claims/span.ts';
import { SearchResultType } from '../search/search-result.ts';
import {
  passingSections,
  readSectionFilter,
  SectionFilterType,
  sectionsComplexity,
} from './section-filter.ts';

type SectionKey = DatedKey<string>;

interface SectionNode {
  readonly artefact: ArtefactRecord;
  readonly isRedacted: boolean;
  /** Place in the artefact, from 0. */
  readonly place: number;
  readonly section: ArtefactRecord['sections'][number];
  readonly asOf: string | null;
}

const SectionType = builder.loadableNodeRef<
  SectionNode | null,
  SectionKey,
  SectionKey,
  SectionKey,
  SectionNode
>('Section', {
  id: { resolve: ({ section, asOf }) => datedKey(section.addr, asOf) },
  load: loadSections,
  loaderOptions,
});

const SectionConnectionType = connectionType(SectionType, 'Section');

SectionType.implement({
  description: 'A part of an artefact under one heading: what a search finds.',
  fields: (t) => ({
    addr: t.id({ description: 'wx://<corpus>/sec/…', resolve: ({ section }) => section.addr }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that it is a part of.',
      resolve: ({ artefact, asOf }) => datedKey(artefact.artefact_id, asOf),
    }),
    place: t.exposeInt('place', { description: 'Among the sections of the artefact, from 0.' }),
    heading: t.string({
      description: 'Empty where it has none, and where the artefact was redacted.',
      resolve: ({ section }) => section.heading,
    }),
    span: t.field({
      type: SpanType,
      description: 'In the extracted text of the artefact.',
      resolve: ({ section }) => section.span,
    }),
    claimCount: t.int({
      description: 'Claims that a sentence of it states; 0 where the artefact was redacted.',
      resolve: async (node, _, context) => (await claimsIn(node, context)).length,
    }),
    claims: t.connection(
      {
        type: ClaimType,
        description: 'These claims, in the order of the text; none where the artefact was redacted.',
        complexity: pageComplexity,
        resolve: async (node, args, context) => {
          const { section, asOf } = node;
          const name = { section: section.addr, asOf, reach: reachName(context.session) };
          const addrs = await claimsIn(node, context);
          return arrayConnection(
            args,
            { field: 'Section.claims', arguments: name },
            addrs.map((addr) => claimKey(addr, asOf)),
          );
        },
      },
      ClaimConnectionType,
    ),
  }),
});

/** Each once, where it is stated first. */
async function claimsIn({ artefact, isRedacted, section, asOf }: SectionNode, context: GraphqlContext) {
  if (isRedacted) return [];
  const { start, end } = section.span;
  const stated = await occurrencesIn(context).load(artefact.artefact_id);
  const inside = stated.filter(
    ({ claim, sentence, effective_at }) =>
      sentence.start >= start &&
      sentence.start < end &&
      holdsAt(asOf, effective_at) &&
      reachesAddress(context.session, claim),
  );
  const inOrder = inside.toSorted((a, b) => a.sentence.start - b.sentence.start || a.seq - b.seq);
  return [...new Set(inOrder.map(({ claim }) => claim))];
}

/** A section of a corpus out of the session's reach, and one that came later, is as if there were none. */
async function loadSections(
  keys: readonly SectionKey[],
  context: GraphqlContext,
): Promise<(SectionNode | null)[]> {
  const { engine, session } = context;
  const named = keys.map((key) => readDatedKey(key));
  const rows = await engine.store.records(
    'sectionPlaces',
    named.map(({ id }) => id),
  );
  return Promise.all(
    named.map(async ({ id, asOf }, index) => {
      const row = rows[index] ?? null;
      if (row === null || !reachesCorpus(session, row.corpus) || !reachesItem(session, id)) return null;
      if (!holdsAt(asOf, row.effective_at)) return null;
      return sectionOf(row.artefact, id, asOf, context);
    }),
  );
}

async function sectionOf(
  id: ArtefactId,
  addr: string,
  asOf: string | null,
  context: GraphqlContext,
): Promise<SectionNode | null> {
  const state = await artefactStates(context).load(id);
  if (state === null) return null;
  const { record: artefact, redacted } = state;
  const place = artefact.sections.findIndex((one) => one.addr === addr);
  const section = artefact.sections[place];
  if (section === undefined) return null;
  return { artefact, isRedacted: redacted !== undefined, place, section, asOf };
}

builder.objectFields(ArtefactType, (t) => ({
  sections: t.connection(
    {
      type: SectionType,
      description: 'Its parts, in the order of the text.',
      complexity: sectionsComplexity,
      args: { filter: t.arg({ type: SectionFilterType, description: 'By default all.' }) },
      resolve: async ({ state: { record }, asOf }, { filter: given, ...args }, { session }) => {
        const filter = readSectionFilter(given);
        const name = {
          ...{ artefact: record.artefact_id, asOf, reach: reachName(session) },
          filter: digestOf(filter),
        };
        const passing = await passingSections(record.sections, filter);
        const addrs = passing.map(({ addr }) => addr).filter((addr) => reachesAddress(session, addr));
        return arrayConnection(
          args,
          { field: 'Artefact.sections', arguments: name },
          addrs.map((addr) => datedKey(addr, asOf)),
        );
      },
    },
    SectionConnectionType,
  ),
  sectionCount: t.int({
    description: 'All its parts.',
    resolve: ({ state }) => state.record.sections.length,
  }),
}));

builder.objectField(SearchResultType, 'section', (t) =>
  t.field({
    type: SectionType,
    nullable: true,
    description: 'The section itself.',
    resolve: ({ addr }) => addr,
  }),
);

builder.queryField('section', (t) =>
  t.field({
    type: SectionType,
    nullable: true,
    description: 'A section by its address; null where there is none in sight.',
    args: {
      addr: t.arg.id({ required: true, description: 'wx://<corpus>/sec/…' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: (_, { addr, asOf }) => datedKey(addr, readAsOf(asOf ?? null)),
  }),
);
