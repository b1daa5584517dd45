import type { FindingReason, FindingsState } from '../../../graph/log/entry.ts';
import type { FindingRecord } from '../../../graph/store.ts';
import { builder } from '../builder.ts';

const STATES: readonly FindingsState[] = ['PASS', 'WARN', 'FAIL', 'UNKNOWN'];

export const FindingsStateType = builder.enumType('FindingsState', { values: STATES });

export const FindingReasonType = builder.objectRef<FindingReason>('FindingReason').implement({
  description: 'Why a verdict is what it is.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A word such as superseded_contradicting.' }),
    claim: t.exposeID('claim', { nullable: true, description: 'Address of the claim.' }),
    artefact: t.exposeID('artefact', { nullable: true }),
    event: t.exposeID('event', { nullable: true }),
  }),
});

export const FindingType = builder.objectRef<FindingRecord>('Finding').implement({
  description: 'A verdict of an answer that changed.',
  fields: (t) => ({
    seq: t.exposeInt('seq', { description: 'Position in the log: what a subscription resumes after.' }),
    answerId: t.id({ resolve: ({ body }) => body.answer_id }),
    from: t.field({ type: FindingsStateType, resolve: ({ body }) => body.from }),
    to: t.field({ type: FindingsStateType, resolve: ({ body }) => body.to }),
    at: t.exposeString('at'),
    reasons: t.field({ type: [FindingReasonType], resolve: ({ body }) => body.reasons }),
  }),
});
