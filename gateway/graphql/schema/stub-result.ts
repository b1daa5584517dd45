import type { StubResult } from '../../wire/annotations.ts';
import { builder } from '../builder.ts';
import { StubClosureType } from './stub.ts';

export const StubResultType = builder.objectRef<StubResult>('StubResult').implement({
  description: 'What became of the coverage gap that an annotation was to close.',
  fields: (t) => ({
    stubId: t.id({ description: 'stub_…, as it was sent.', resolve: ({ stub_id }) => stub_id }),
    closed: t.exposeBoolean('closed', { description: 'Whether the gap is closed now.' }),
    alreadyClosed: t.boolean({
      description: 'Whether an earlier annotation closed it, which then stands.',
      resolve: ({ already_closed }) => already_closed ?? false,
    }),
    reason: t.string({
      nullable: true,
      description: 'Where it is not closed: unknown_stub, close_failed or upstream_unavailable.',
      resolve: ({ reason }) => reason ?? null,
    }),
    closure: t.field({
      type: StubClosureType,
      nullable: true,
      description: 'What closed it; null where it is not closed.',
      resolve: ({ closure }) => closure ?? null,
    }),
  }),
});
