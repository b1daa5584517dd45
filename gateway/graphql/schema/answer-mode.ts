import type { AnswerMode } from '../../../engine/answer/answer.ts';
import { builder } from '../builder.ts';

const MODES: readonly AnswerMode[] = ['light', 'verified', 'audit'];

export const AnswerModeType = builder.enumType('AnswerMode', {
  description: 'How much is asked of an answer.',
  values: MODES,
});
