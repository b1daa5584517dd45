import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import type { AnnotationKind, AnnotationRecord } from '../../../../graph/annotation.ts';
import type { Annotation } from '../../../wire/annotations.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import type { GraphqlContext } from '../../context.ts';
import { kindsName, readKinds } from '../../filters/filter-values.ts';
import { seqConnection } from '../../lists/seq-connection.ts';
import { refusalError } from '../../refusal-error.ts';
import { holdsAt } from '../../views/view.ts';
import { AnnotationType, annotationPages } from './annotation-ref.ts';

const KINDS: EnumValues<Annotation['kind']> = {
  note: { description: 'It takes no side.' },
  correction: { description: 'It speaks against its target.' },
  context: { description: 'It speaks for its target, where its citation is found.' },
};

export const AnnotationKindType = builder.enumType('AnnotationKind', {
  description: 'What an annotation does to its target; only a correction and a context take a side.',
  values: inCapitals(KINDS),
});

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

interface AnnotationsArgs extends DefaultConnectionArguments {
  readonly kinds?: readonly AnnotationKind[] | null | undefined;
}

/** An annotation where it stands in its target's list. */
type Listed = AnnotationRecord & { readonly seq: number };

/**
 * A page of what was annotated on an address.
 * @param asOf as of which time; null: the present
 * @throws {GraphQLError} `invalid:query` for a page from the end of a past
 */
export function annotationsOn(
  target: string,
  asOf: string | null,
  { kinds: given, ...args }: AnnotationsArgs,
  context: GraphqlContext,
) {
  const kinds = readKinds(given);
  if (asOf !== null && (args.last ?? args.before ?? null) !== null) {
    throw refusalError({
      reason: 'invalid:query',
      message: 'the past is paged forwards: by first and after',
    });
  }
  const name = { target, asOf, kinds: kindsName(kinds) };
  return seqConnection(
    args,
    { field: 'annotations', arguments: name },
    false,
    async (page): Promise<Listed[]> => {
      const found = await annotationPages(context).load({ target, kinds, ...page });
      const held = found.filter(({ effective_at }) => holdsAt(asOf, effective_at));
      return held.map(({ record, seq }) => ({ ...record, seq }));
    },
  );
}
