import type { AnnotationId } from '../../../../graph/address.ts';
import type { StubResult } from '../../../wire/annotations.ts';
import { builder } from '../../builder/builder.ts';
import { reachesItem } from '../../session/token-scope.ts';
import { AnnotationType } from '../annotations/annotation-ref.ts';
import { StubType } from './stub-ref.ts';

type Closure = NonNullable<StubResult['closure']>;

export const StubClosureType = builder.objectRef<Closure>('CoverageGapClosure').implement({
  description: 'The end of a coverage gap: the first annotation that closed it.',
  fields: (t) => ({
    closureId: t.id({ description: 'k1…', resolve: ({ id }) => id }),
    actor: t.exposeString('actor', { description: 'The authenticated writer who closed it.' }),
    closedAt: t.field({
      type: 'DateTime',
      description: 'RFC 3339 UTC with ms.',
      resolve: ({ closed_at }) => closed_at,
    }),
    annotationId: t.id({ description: 'n1…', resolve: ({ annotation_id }) => annotation_id }),
    annotationTarget: t.string({
      nullable: true,
      description: 'The address that the annotation is about.',
      resolve: ({ annotation_target }) => annotation_target ?? null,
    }),
    annotation: t.field({
      type: AnnotationType,
      nullable: true,
      access: { capability: 'wiki.annotations' },
      description: 'The annotation that closed it. Null only beside an error.',
      // The store gives closings with ids that it derived.
      resolve: ({ annotation_id }) => annotation_id as AnnotationId,
    }),
  }),
});

StubType.implement({
  description:
    'A coverage gap: a question that a corpus did not cover when it was asked, by the id that a search names it with. Its id is derived from the question and stored nowhere, and opening it stores nothing: only its closing is in the log.',
  fields: (t) => ({
    stubId: t.id({ description: 'stub_…, what `annotate` closes.', resolve: ({ stubId }) => stubId }),
    corpus: t.exposeString('corpus', { description: 'The name of the corpus that has the gap.' }),
    isClosed: t.boolean({
      description: 'Whether an annotation has closed it, for good; until then it is open.',
      resolve: ({ closure }) => closure !== null,
    }),
    closure: t.field({
      type: StubClosureType,
      nullable: true,
      access: { capability: 'wiki.annotations' },
      description:
        'What closed it; null while it is open, and where a token may not read what the annotation is about. A token needs wiki.annotations.',
      resolve: ({ closure }, _, { session }) =>
        closure !== null && reachesItem(session, closure.annotation_target) ? closure : null,
    }),
  }),
});
