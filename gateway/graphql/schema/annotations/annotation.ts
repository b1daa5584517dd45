import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import { corpusAnnotations, filteredAnnotations } from '../../../../engine/annotate/filtered-annotations.ts';
import type { AnnotationRecord } from '../../../../graph/annotation.ts';
import type { StoredAnnotation } from '../../../../graph/store/rows.ts';
import type { Annotation } from '../../../wire/annotations.ts';
import { builder } from '../../builder/builder.ts';
import type { GraphqlContext } from '../../context.ts';
import { digestOf } from '../../digest.ts';
import { searchedConnection } from '../../lists/seq-connection.ts';
import { checkCorpus } from '../../session/session.ts';
import { reachesItem, reachName } from '../../session/token-scope.ts';
import { common, spanOf } from '../../views/log-span.ts';
import { readAsOf, resolveView, viewAt } from '../../views/view.ts';
import { AnnotationKindType, type GivenAnnotationFilter, readAnnotationFilter } from './annotation-filter.ts';
import { AnnotationType, annotationPages } from './annotation-ref.ts';

const AnnotationCitationType = builder.objectRef<Annotation['citation']>('AnnotationCitation').implement({
  description: 'What an annotation rests on.',
  fields: (t) => ({
    ref: t.exposeString('ref', { description: 'An address or a URL; never fetched.' }),
    quote: t.string({
      nullable: true,
      description: 'Its words, where they were sent.',
      resolve: ({ quote }) => quote ?? null,
    }),
  }),
});

AnnotationType.implement({
  description: 'An additive, cited fact about an address.',
  fields: (t) => ({
    annotationId: t.id({ description: 'n1…', resolve: ({ id }) => id }),
    target: t.exposeString('target', { description: 'The address that it is about.' }),
    kind: t.expose('kind', { type: AnnotationKindType, description: 'What it does to its target.' }),
    body: t.exposeString('body', { description: 'A stranger’s words.' }),
    citation: t.expose('citation', { type: AnnotationCitationType, description: 'What it rests on.' }),
    actor: t.exposeString('actor', { description: 'The authenticated writer.' }),
    licence: t.exposeString('licence', { description: 'An SPDX id.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'RFC 3339 UTC with ms.',
      resolve: ({ created_at }) => created_at,
    }),
  }),
});

export interface AnnotationsArgs extends DefaultConnectionArguments {
  readonly filter?: GivenAnnotationFilter | null | undefined;
}

/** An annotation where it stands in its target's list. */
type Listed = AnnotationRecord & { readonly seq: number };

/**
 * A page of what was annotated on an address.
 * @param asOf as of which time; null: the present
 * @throws {GraphQLError} `invalid:query`
 */
export async function annotationsOn(
  target: string,
  asOf: string | null,
  { filter: given, ...args }: AnnotationsArgs,
  context: GraphqlContext,
) {
  const filter = readAnnotationFilter(given);
  const view = await viewAt(readAsOf(asOf), context);
  const span = await spanOf(filter.createdAt ?? {}, context);
  const name = { target, asOf, filter: digestOf(filter) };
  return searchedConnection(args, { field: 'annotations', arguments: name }, false, async (page) => {
    const { records, stoppedAt } = await filteredAnnotations({
      ...{ ...page, ...common(page, span), filter, view },
      read: (some) => annotationPages(context).load({ target, ...some }),
    });
    return { records: records.map(listedAs), stoppedAt };
  });
}

/** Which annotations a list of a corpus is of. */
interface CorpusRead {
  /** Its name; null: the first one. */
  readonly corpus: string | null;
  /** A date or timestamp; null: the present. */
  readonly asOf: string | null;
}

/**
 * A page of what was annotated in a corpus, on whatever address that the session reaches.
 * @throws {GraphQLError} `invalid:query`, `invalid:corpus_unknown`, `denied:corpus_forbidden`
 */
export async function annotationsIn(
  read: CorpusRead,
  { filter: given, ...args }: AnnotationsArgs,
  context: GraphqlContext,
) {
  const { engine, session } = context;
  const filter = readAnnotationFilter(given);
  const { corpus, asOf } = await resolveView(engine, read.corpus, read.asOf);
  checkCorpus(session, corpus);
  const view = await viewAt(asOf, context);
  const span = await spanOf(filter.createdAt ?? {}, context);
  const name = { corpus, asOf, filter: digestOf(filter), reach: reachName(session) };
  return searchedConnection(args, { field: 'annotations', arguments: name }, false, async (page) => {
    const { records, stoppedAt } = await corpusAnnotations(engine.store, {
      ...{ ...page, ...common(page, span), corpus, filter, view },
      admits: ({ record }) => reachesItem(session, record.target),
    });
    return { records: records.map(listedAs), stoppedAt };
  });
}

function listedAs({ record, seq }: StoredAnnotation): Listed {
  return { ...record, seq };
}
