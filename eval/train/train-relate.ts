/** `npm run train:relate`: writes the policy of the judge of pairs, and prints how corpora left out are judged. */
import { writeFileSync } from 'node:fs';
import { leaveGroupsOut } from './logistic.ts';
import { missingData, type RelateExample } from './relate-examples.ts';
import { BARE_L2, policyText, readTraining, TITLED_L2, trainRelatePolicy } from './relate-policy.ts';

const FILE = new URL('../../engine/reading/relate/relate-policy.json', import.meta.url);
const STEPS = [0.5, 0.6, 0.7, 0.8, 0.9];

const missing = missingData();
if (missing !== null) throw new Error(`the policy cannot be learned here: ${missing}`);
const training = await readTraining();
writeFileSync(FILE, policyText(trainRelatePolicy(training)));
if (process.argv.includes('--held-out')) {
  console.table(heldOut(training.titled, TITLED_L2));
  console.table(heldOut(training.bare, BARE_L2));
}

/** Precision and recall of each group, judged by what was learned from the others. */
function heldOut(examples: readonly RelateExample[], l2: number) {
  const probabilities = leaveGroupsOut(examples, ({ group }) => group, { l2 });
  const groups = Map.groupBy(examples.entries(), ([, { group }]) => group);
  return [...groups].flatMap(([group, rows]) => {
    const positives = rows.filter(([, { label }]) => label === 1).length;
    return STEPS.map((threshold) => {
      const said = rows.filter(([index]) => (probabilities[index] ?? 0) >= threshold);
      const right = said.filter(([, { label }]) => label === 1).length;
      return { group, threshold, said: said.length, right, positives };
    });
  });
}
