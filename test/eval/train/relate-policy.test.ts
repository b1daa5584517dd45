import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingData } from '../../../eval/train/relate-examples.ts';
import { policyText, readTraining, trainRelatePolicy } from '../../../eval/train/relate-policy.ts';
import { skipBecause } from '../../setup/skip-because.ts';

const missing = missingData();
const FILE = new URL('../../../engine/reading/relate/relate-policy.json', import.meta.url);

skipBecause(missing);

test('training again gives the policy of the repository, byte for byte', async () => {
  expect(policyText(trainRelatePolicy(await readTraining()))).toBe(readFileSync(FILE, 'utf8'));
}, 300_000);
