import type { StubResult } from '../../../wire/annotations.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { StubClosureType } from './stub.ts';

const REASONS: EnumValues<NonNullable<StubResult['reason']>> = {
  unknown_stub: { description: 'This service never named such a gap.' },
  close_failed: { description: 'It could not be closed.' },
  upstream_unavailable: { description: 'The store could not be reached; a retry is safe.' },
};

const StubReasonType = builder.enumType('CoverageGapReason', {
  description: 'Why a coverage gap was not closed.',
  values: inCapitals(REASONS),
});

export const StubResultType = builder.objectRef<StubResult>('CoverageGapResult').implement({
  description: 'What became of the coverage gap that an annotation was to close.',
  fields: (t) => ({
    stubId: t.id({ description: 'stub_…, as it was sent.', resolve: ({ stub_id }) => stub_id }),
    closed: t.exposeBoolean('closed', { description: 'Whether the gap is closed now.' }),
    alreadyClosed: t.boolean({
      description: 'Whether an earlier annotation closed it, which then stands.',
      resolve: ({ already_closed }) => already_closed ?? false,
    }),
    reason: t.field({
      type: StubReasonType,
      nullable: true,
      description: 'Why it is not closed; null where it is.',
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
