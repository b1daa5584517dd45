/** `npm run train:claims`: writes the claim policy, and prints how documents held out are judged. */
import { writeFileSync } from 'node:fs';
import { heldOutFigures, trainClaimPolicy } from './claim-policy.ts';
import { readRatedSentences } from './rated-sentences.ts';

const FILE = new URL('../../engine/reading/claims/claim-policy.json', import.meta.url);

const rated = readRatedSentences();
writeFileSync(FILE, `${JSON.stringify(trainClaimPolicy(rated), null, 2)}\n`);
console.table(
  heldOutFigures(rated).map(({ precision, recall, ...rest }) => ({
    ...rest,
    precision: precision.toFixed(3),
    recall: recall.toFixed(3),
  })),
);
