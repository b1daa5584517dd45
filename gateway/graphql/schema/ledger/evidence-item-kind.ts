import type { EvidenceItemKind } from '../../../../graph/evidence.ts';
import { builder } from '../../builder/builder.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';

const ITEM_KINDS: EnumValues<EvidenceItemKind> = {
  source: { description: 'A document that says so.' },
  receipt: { description: 'A receipt of a check; it weighs more than a source.' },
  reproduction: { description: 'Somebody found the same anew; it weighs the most, and ages slowest.' },
};

export const EvidenceItemKindType = builder.enumType('EvidenceItemKind', {
  description: 'What a piece of evidence is.',
  values: inCapitals(ITEM_KINDS),
});
