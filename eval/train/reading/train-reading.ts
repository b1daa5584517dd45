/**
 * `npm run train:reading`: learns `engine/reading/rank/reading-policy.json` from every corpus with golden questions, and
 * prints how it ranks and answers each of them when it was learned without it.
 */
import { writeFile } from 'node:fs/promises';
import { openEmbedder } from '../../../bin/cli/open-embedder.ts';
import { readSettings } from '../../../bin/cli/settings.ts';
import { FEATURES, FEATURES_WITH_VECTORS } from '../../../engine/reading/rank/features.ts';
import type { ReadingPolicy } from '../../../engine/reading/rank/reading-policy.ts';
import { OnnxEmbedder } from '../../../engine/retrieve/embed/onnx-embedder.ts';
import { findCorpora } from '../../corpora-of.ts';
import { EVAL_CORPUS, openEvalStore } from '../../measure/eval-store.ts';
import { collectSamples, type Sample } from './collect.ts';
import { COMPOSITION, crossRank, fitMode, type Mode } from './fit.ts';
import { outcomesOf, printOutcomes } from './outcomes.ts';
import { RULES_ONLY } from './rules-only.ts';

const POLICY_FILE = new URL('../../../engine/reading/rank/reading-policy.json', import.meta.url);
const LEXICAL: Mode = { features: FEATURES, viewsOf: ({ views }) => views };
const VECTORS: Mode = {
  features: FEATURES_WITH_VECTORS,
  viewsOf: ({ viewsWithVectors }) => viewsWithVectors ?? [],
};
/** Least confidence of an answer. */
const ANSWER = 0.5;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const embedder = openEmbedder({ ...settings.embedder, choice: 'minilm' });
  const { corpora, missing } = await findCorpora();
  for (const { name, reason } of missing) throw new RangeError(`${name} is not there: ${reason}`);
  const samples: Sample[] = [];
  for (const corpus of corpora) {
    await using store = await openEvalStore(settings, 'latent', { reading: RULES_ONLY });
    const { engine } = store;
    await engine.ingest(corpus.files, { corpus: EVAL_CORPUS, source: 'eval', onProgress: () => undefined });
    samples.push(...(await collectSamples(corpus, engine, embedder)));
    console.error(`${corpus.name}: ${samples.length} questions so far`);
  }
  const learned: [string, Awaited<ReturnType<typeof fitMode>>][] = [];
  for (const [name, mode] of [
    ['lexical', LEXICAL],
    ['vectors', VECTORS],
  ] as const) {
    const cross = crossRank(samples, mode);
    console.log(`\n${name}, each corpus with weights and confidence that were learned without it`);
    printOutcomes(outcomesOf(cross));
    learned.push([name, fitMode(samples, mode, cross)]);
  }
  const policy = {
    id: 'reading/1',
    compose: COMPOSITION,
    answer: ANSWER,
    ...Object.fromEntries(learned),
  } as ReadingPolicy;
  await writeFile(POLICY_FILE, `${JSON.stringify(policy, null, 2)}\n`);
  if (embedder instanceof OnnxEmbedder) await embedder[Symbol.asyncDispose]();
}

await main();
