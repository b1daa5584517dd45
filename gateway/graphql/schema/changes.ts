import { ANY_EVIDENCE } from '../../../engine/explore/list-evidence.ts';
import { nextSlice } from '../../../engine/slices.ts';
import type { CorpusView } from '../../../engine/view.ts';
import type { ArtefactId } from '../../../graph/address.ts';
import type { EvidenceKind } from '../../../graph/evidence.ts';
import type { FindingsState } from '../../../graph/log/entry.ts';
import { ANY_ARTEFACT, ANY_CLAIM } from '../../../graph/store/filters.ts';
import type { Stretch } from '../../../graph/store/ranges.ts';
import type { ListKey } from '../../../graph/store/selection.ts';
import { builder } from '../builder/builder.ts';
import { claimKey, datedKey } from '../builder/dated-key.ts';
import { pageComplexity } from '../builder/page-size.ts';
import type { GraphqlContext } from '../context.ts';
import { kindsName, readKinds } from '../filters/filter-values.ts';
import { connectionType } from '../lists/connections.ts';
import { connectionOf, type ListPlace, readPlace } from '../lists/list-page.ts';
import { searchedConnection } from '../lists/seq-connection.ts';
import { refusalError } from '../refusal-error.ts';
import { checkCorpus, tenantOf } from '../session/session.ts';
import { reachesItem, reachName } from '../session/token-scope.ts';
import { common, FROM_LEARNED, spanOf, TO_LEARNED } from '../views/log-span.ts';
import { resolveView } from '../views/view.ts';
import { ArtefactConnectionType, ArtefactType } from './artefacts/artefact-ref.ts';
import { ClaimConnectionType, ClaimType } from './claims/claim-ref.ts';
import {
  FindingConnectionType,
  type FindingNode,
  FindingsStateType,
  FindingType,
  STATES_WANTED,
} from './findings/finding.ts';
import { EvidenceEventConnectionType, EvidenceEventType, EvidenceKindType } from './ledger/evidence-event.ts';

/** Verdict changes, or entries about artefacts, that are looked at for one page. */
const LOOKED_AT = 1_000;

interface ChangesNode {
  readonly view: CorpusView;
  /** Both exclusive. */
  readonly span: Stretch;
}

interface RetractionNode {
  readonly seq: number;
  readonly at: string;
  readonly artefact: ArtefactId;
  readonly isErased: boolean;
  readonly reason: string;
}

const RetractionType = builder.objectRef<RetractionNode>('Retraction').implement({
  description: 'An operator’s word that nothing may rest on an artefact any more.',
  fields: (t) => ({
    logSeq: t.field({ type: 'LogPosition', description: 'Position in the log.', resolve: ({ seq }) => seq }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was said, RFC 3339 UTC with ms.' }),
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'The one that it is said of.',
      resolve: ({ artefact }) => datedKey(artefact, null),
    }),
    isErased: t.exposeBoolean('isErased', { description: 'Whether its bytes and text were erased too.' }),
    reason: t.exposeString('reason', { description: 'The operator’s words.' }),
  }),
});

const RetractionConnectionType = connectionType(RetractionType, 'Retraction');

const ChangesType = builder.objectRef<ChangesNode>('Changes').implement({
  description:
    'What the server learned of a corpus in a stretch of time, in the order of the log. What is named is seen as it is now.',
  fields: (t) => ({
    after: t.field({
      type: 'LogPosition',
      description: 'Position before the first of it; -1: from the beginning.',
      resolve: ({ span }) => span.after,
    }),
    upTo: t.field({
      type: 'LogPosition',
      description: 'Position of the last of it.',
      resolve: ({ span, view }) => endOf(span, view),
    }),
    artefacts: t.connection(
      {
        type: ArtefactType,
        nullable: true,
        description: 'Artefacts that were read. Null only beside an error.',
        complexity: pageComplexity,
        resolve: async (changes, args, context) => {
          const place = await placeIn('Changes.artefacts', changes, args, context);
          const { corpus } = changes.view;
          const list = context.engine.explore.artefacts({ corpus, view: place.view, filter: ANY_ARTEFACT });
          return connectionOf(place, await list.page(place.page), (id) => datedKey(id, null));
        },
      },
      ArtefactConnectionType,
    ),
    claims: t.connection(
      {
        type: ClaimType,
        nullable: true,
        description: 'Claims that were stated for the first time. Null only beside an error.',
        complexity: pageComplexity,
        resolve: async (changes, args, context) => {
          const place = await placeIn('Changes.claims', changes, args, context);
          const list = await context.engine.explore.claims({
            ...{ corpus: changes.view.corpus, view: place.view, filter: ANY_CLAIM },
            ...{ belief: null, isAsOf: false, prefixes: context.session.grant?.prefixes ?? null },
          });
          const page = await list.page(place.page);
          return connectionOf({ ...place, view: page.view }, page, (addr) => claimKey(addr, null));
        },
      },
      ClaimConnectionType,
    ),
    evidence: t.connection(
      {
        type: EvidenceEventType,
        access: { capability: 'svc.evidence' },
        nullable: true,
        description:
          'Entries of ledgers: what was corroborated, disputed or proposed to be superseded. A token needs svc.evidence. Null only beside an error.',
        complexity: pageComplexity,
        args: { kinds: t.arg({ type: [EvidenceKindType], description: 'By default all.' }) },
        resolve: (changes, { kinds, ...args }, context) =>
          evidenceIn(changes, readKinds(kinds), args, context),
      },
      EvidenceEventConnectionType,
    ),
    retractions: t.connection(
      {
        type: RetractionType,
        nullable: true,
        description:
          'Artefacts that were withdrawn, or redacted; forwards only. A page may be short although more follow. Null only beside an error.',
        complexity: pageComplexity,
        resolve: retractionsIn,
      },
      RetractionConnectionType,
    ),
    turned: t.connection(
      {
        type: FindingType,
        access: 'tenant',
        nullable: true,
        description:
          'Verdicts of the caller’s organisation that changed, on answers from this corpus; forwards only. A page may be short although more follow. Null only beside an error.',
        complexity: pageComplexity,
        args: { states: t.arg({ type: [FindingsStateType], description: STATES_WANTED }) },
        resolve: (changes, { states, ...args }, context) =>
          turnedIn(changes, readKinds(states), args, context),
      },
      FindingConnectionType,
    ),
  }),
});

function endOf({ before }: Stretch, { view }: CorpusView): number {
  return before === null ? view.seq : Math.min(view.seq, before - 1);
}

function nameOf({ corpus }: CorpusView, { after, before }: Stretch) {
  return { corpus, after: String(after), before: String(before) };
}

interface PageArgs {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** Behind every address and id. */
const LAST_ID = '\uffff';

/** A page of a list in the order of the log, within the stretch. As every list of the changes it begins a slice: one may ask for all. */
async function placeIn(
  field: string,
  { view, span }: ChangesNode,
  args: PageArgs,
  context: GraphqlContext,
): Promise<ListPlace<'seq'>> {
  await nextSlice();
  const list = { field, filter: nameOf(view, span), defaultOrder: 'seq' } as const;
  const place = await readPlace<'seq'>(list, { ...args, corpus: view.corpus }, context);
  const keyAt = (seq: number): ListKey => ({ value: seq, id: LAST_ID });
  const { after, before } = place.page;
  const end = span.before === null ? null : { value: span.before, id: '' };
  return { ...place, page: { ...place.page, after: after ?? keyAt(span.after), before: before ?? end } };
}

async function evidenceIn(
  { view, span }: ChangesNode,
  kinds: readonly EvidenceKind[] | undefined,
  args: PageArgs,
  { engine, session }: GraphqlContext,
) {
  const name = { ...nameOf(view, span), kinds: kindsName(kinds), reach: reachName(session) };
  const list = { field: 'Changes.evidence', arguments: name };
  await nextSlice();
  const found = await searchedConnection(args, list, false, (page) =>
    engine.explore.evidence({
      ...page,
      ...common(page, span),
      ...{ corpus: view.corpus, view: view.view, filter: { ...ANY_EVIDENCE, kind: kinds ?? null } },
      admits: ({ claim }) => reachesItem(session, claim),
    }),
  );
  const edges = found.edges.map(({ cursor, node }) => ({ cursor, node: { entry: node.entry, asOf: null } }));
  return { pageInfo: found.pageInfo, edges };
}

async function turnedIn(
  { view, span }: ChangesNode,
  states: readonly FindingsState[] | undefined,
  args: PageArgs,
  { engine, session }: GraphqlContext,
) {
  checkForwards(args);
  const tenant = tenantOf(session);
  await nextSlice();
  const name = { ...nameOf(view, span), states: kindsName(states), organisation: tenant };
  return searchedConnection(args, { field: 'Changes.turned', arguments: name }, false, async (page) => {
    const { after, before } = common(page, span);
    const list = { tenant, answers: null, after };
    const [found = []] = await engine.store.ranges('findings', { by: [list], limit: LOOKED_AT });
    return lookedThrough(found, before, page.limit, (one): FindingNode[] => {
      const isWanted = one.corpus === view.corpus && (states?.includes(one.body.to) ?? true);
      return isWanted ? [{ ...one, seenAt: null }] : [];
    });
  });
}

async function retractionsIn({ view, span }: ChangesNode, args: PageArgs, { engine }: GraphqlContext) {
  checkForwards(args);
  await nextSlice();
  const list = { field: 'Changes.retractions', arguments: nameOf(view, span) };
  return searchedConnection(args, list, false, async (page) => {
    const { after, before } = common(page, span);
    const entries = await engine.store.entries({
      after,
      limit: LOOKED_AT,
      types: ['artefact.withdrawn', 'artefact.redacted'],
    });
    const found = entries.map(({ entry }) => entry);
    return lookedThrough(found, before, page.limit, ({ seq, at, corpus, body }): RetractionNode[] => {
      if (corpus !== view.corpus) return [];
      if (body.type !== 'artefact.withdrawn' && body.type !== 'artefact.redacted') return [];
      const { artefact, reason } = body;
      return [{ seq, at, artefact, reason, isErased: body.type === 'artefact.redacted' }];
    });
  });
}

/** @throws {GraphQLError} `invalid:query`: their batches are read from the log's beginning */
function checkForwards({ last, before }: PageArgs): void {
  if (last == null && before == null) return;
  throw refusalError({ reason: 'invalid:query', message: 'this list is read forwards: first and after' });
}

/** Of a batch, what passes; where it was whole and did not fill the page, looking goes on behind it. */
function lookedThrough<T extends { readonly seq: number }, R>(
  batch: readonly T[],
  before: number | null,
  limit: number,
  pass: (one: T) => readonly R[],
) {
  const inside = batch.filter(({ seq }) => before === null || seq < before);
  const records = inside.flatMap(pass).slice(0, limit);
  const isCut = batch.length === LOOKED_AT && inside.length === batch.length && records.length < limit;
  return { records, stoppedAt: isCut ? (inside.at(-1)?.seq ?? null) : null };
}

builder.queryField('changes', (t) =>
  t.field({
    type: ChangesType,
    nullable: true,
    description:
      'What was added, disputed, superseded and retracted, and which verdicts changed, between two times. Null only beside an error.',
    args: {
      corpus: t.arg.string({ description: 'By default the first corpus.' }),
      from: t.arg({ type: 'DateTime', description: FROM_LEARNED }),
      to: t.arg({ type: 'DateTime', description: TO_LEARNED }),
    },
    resolve: async (_, { corpus, from, to }, context) => {
      const view = await resolveView(context.engine, corpus ?? null, null);
      checkCorpus(context.session, view.corpus);
      return { view, span: await spanOf({ from, to }, context) };
    },
  }),
);
