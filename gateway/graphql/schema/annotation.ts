import type { Annotation } from '../../wire/annotations.ts';
import { builder } from '../builder.ts';

const KINDS: readonly Annotation['kind'][] = ['note', 'correction', 'context'];

export const AnnotationKindType = builder.enumType('AnnotationKind', { values: KINDS });

const AnnotationCitationType = builder.objectRef<Annotation['citation']>('AnnotationCitation').implement({
  fields: (t) => ({
    ref: t.exposeString('ref', { description: 'An address or a URL; never fetched.' }),
    quote: t.string({ nullable: true, resolve: ({ quote }) => quote ?? null }),
  }),
});

export const AnnotationType = builder.objectRef<Annotation>('Annotation').implement({
  description: 'An additive, cited fact about an address.',
  fields: (t) => ({
    annotationId: t.id({ resolve: ({ id }) => id }),
    target: t.exposeString('target', { description: 'The address that it is about.' }),
    kind: t.expose('kind', { type: AnnotationKindType }),
    body: t.exposeString('body'),
    citation: t.expose('citation', { type: AnnotationCitationType }),
    actor: t.exposeString('actor', { description: 'The authenticated writer.' }),
    licence: t.exposeString('licence'),
    createdAt: t.string({ resolve: ({ created_at }) => created_at }),
  }),
});
