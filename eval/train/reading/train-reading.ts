/**
 * `npm run train:reading`: learns `engine/reading/rank/reading-policy.json` from every corpus with golden questions, and
 * prints how it answers each of them when it was learned without it.
 */
import { writeFile } from 'node:fs/promises';
import { collectAll, learnPolicy, policyText } from './learn.ts';
import { printOutcomes } from './outcomes.ts';

const POLICY_FILE = new URL('../../../engine/reading/rank/reading-policy.json', import.meta.url);

const samples = await collectAll('minilm', (name) => process.stderr.write(`${name}\n`));
const { policy, heldOut } = learnPolicy(samples);
await writeFile(POLICY_FILE, policyText(policy));
printOutcomes('without vectors', heldOut.lexical);
printOutcomes('with MiniLM', heldOut.vectors);
