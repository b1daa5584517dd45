import type { AnswerView, Trust } from '../../../../engine/answer/answer.ts';
import { builder } from '../../builder/builder.ts';
import { FindingReasonType, FindingsStateType } from '../findings/finding.ts';
import { AnswerType } from './answer-ref.ts';

interface TrustNode extends Trust {
  readonly freshUntil: string | null;
}

export const TrustType = builder.objectRef<TrustNode>('Trust').implement({
  description: 'The verdict as of the time that is asked for, and as of now where none is.',
  fields: (t) => ({
    findingsState: t.field({
      type: FindingsStateType,
      description: 'The verdict.',
      resolve: ({ findings_state }) => findings_state,
    }),
    reasons: t.field({
      type: [FindingReasonType],
      description: 'Why; none for PASS.',
      resolve: ({ reasons }) => reasons,
    }),
    seq: t.expose('seq', {
      type: 'LogPosition',
      description: 'Position of its transition, -1 before the first.',
    }),
    at: t.expose('at', {
      type: 'DateTime',
      nullable: true,
      description: 'When it changed, RFC 3339 UTC with ms; null before the first.',
    }),
    freshUntil: t.expose('freshUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the freshness window ends: from then on a PASS is a WARN by time alone, unless the corpus is observed again. Null where no window applies.',
    }),
  }),
});

export function trustOf({ trust, freshUntil }: AnswerView): TrustNode {
  return { ...trust, freshUntil: freshUntil ?? null };
}

builder.objectField(AnswerType, 'trust', (t) =>
  t.field({ type: TrustType, description: 'What is to be made of it.', resolve: trustOf }),
);
