import type { AnswerMode } from '../../../../engine/answer/answer.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';

const MODES: EnumValues<AnswerMode> = {
  light: { description: 'A corpus observed up to 14 days ago; a contradicted answer is given, as FAIL.' },
  verified: { description: 'A corpus observed up to 7 days ago; a contradicted answer is a Contradiction.' },
  audit: { description: 'A corpus observed up to 24 hours ago; otherwise as verified.' },
};

export const AnswerModeType = builder.enumType('AnswerMode', {
  description: 'How much is asked of an answer.',
  values: inCapitals(MODES),
});
