import type { StubResult } from '../../wire/annotations.ts';
import { builder } from '../builder.ts';

type Closure = NonNullable<StubResult['closure']>;

const StubClosureType = builder.objectRef<Closure>('StubClosure').implement({
  description: 'The end of a coverage gap: the first annotation that closed it.',
  fields: (t) => ({
    closureId: t.id({ resolve: ({ id }) => id }),
    actor: t.exposeString('actor'),
    closedAt: t.string({ description: 'RFC 3339 UTC with ms.', resolve: ({ closed_at }) => closed_at }),
    annotationId: t.id({ resolve: ({ annotation_id }) => annotation_id }),
    annotationTarget: t.string({
      nullable: true,
      resolve: ({ annotation_target }) => annotation_target ?? null,
    }),
  }),
});

export const StubResultType = builder.objectRef<StubResult>('StubResult').implement({
  description: 'What became of the coverage gap that an annotation was to close.',
  fields: (t) => ({
    stubId: t.id({ resolve: ({ stub_id }) => stub_id }),
    closed: t.exposeBoolean('closed'),
    alreadyClosed: t.boolean({ resolve: ({ already_closed }) => already_closed ?? false }),
    reason: t.string({
      nullable: true,
      description: 'Where it is not closed: unknown_stub, close_failed or upstream_unavailable.',
      resolve: ({ reason }) => reason ?? null,
    }),
    closure: t.field({
      type: StubClosureType,
      nullable: true,
      resolve: ({ closure }) => closure ?? null,
    }),
  }),
});
