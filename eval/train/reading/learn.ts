/** Learns a policy from golden corpora. */
import { openEmbedder } from '../../../bin/cli/open-embedder.ts';
import { readSettings } from '../../../bin/cli/settings.ts';
import { embeddedOf, spread } from '../../../engine/answer/similarities.ts';
import { FEATURES, FEATURES_WITH_VECTORS } from '../../../engine/reading/rank/features.ts';
import type { RankedView } from '../../../engine/reading/rank/ranking.ts';
import type { ReadingPolicy, WeightsByQuestion } from '../../../engine/reading/rank/reading-policy.ts';
import { type CandidateView, withSimilarities } from '../../../engine/reading/rank/view.ts';
import { OnnxEmbedder } from '../../../engine/retrieve/embed/onnx-embedder.ts';
import { findCorpora } from '../../corpora-of.ts';
import { EVAL_CORPUS, openEvalStore } from '../../measure/eval-store.ts';
import { collectSamples } from './collect.ts';
import { COMPOSITION, crossRank, fitMode, type Mode, type RankedSample } from './fit.ts';
import { type HeldOut, outcomesOf } from './outcomes.ts';
import type { Sample } from './sample.ts';
import { swappedQuestions } from './swapped.ts';

const LEAST = { answer: 0.5, covered: 0.35 };
const LEXICAL: Mode = { features: FEATURES, viewsOf: ({ views }) => views };

/** As the engine ranks with vectors: it makes those of the sentences that rank best without, by weights that had not seen the sample. */
function vectorsBeside(lexical: readonly RankedSample[]): Mode {
  const seen = new Map(lexical.map(({ sample, ranking }) => [sample, viewsSeen(sample, ranking)]));
  return { features: FEATURES_WITH_VECTORS, viewsOf: (sample) => seen.get(sample) ?? [] };
}

function viewsSeen({ views, similarities }: Sample, ranking: readonly RankedView[]): CandidateView[] {
  if (similarities === null) return [];
  const reads = views.map(({ read }) => read);
  const embedded = new Set(
    embeddedOf(
      reads,
      ranking.map(({ view }) => view.read.candidate),
    ),
  );
  const cosines = reads.flatMap((read, i) =>
    embedded.has(read) ? [[read, similarities[i] ?? 0] as const] : [],
  );
  return withSimilarities(views, spread(reads, new Map(cosines)));
}

/**
 * Samples of every corpus. Needs the corpora that the repository does not hold.
 * @param choice whose similarities the samples have
 * @throws {RangeError} where a corpus is missing
 */
export async function collectAll(
  choice: 'minilm' | 'latent',
  onCorpus: (name: string) => void = () => undefined,
): Promise<Sample[]> {
  const settings = readSettings(process.env);
  const embedder = openEmbedder({ ...settings.embedder, choice });
  const { corpora, missing } = await findCorpora();
  for (const { reason } of missing) throw new RangeError(reason);
  const samples: Sample[] = [];
  try {
    for (const corpus of corpora) {
      await using store = await openEvalStore(settings, 'latent');
      const { engine } = store;
      const ingest = { corpus: EVAL_CORPUS, source: 'eval', onProgress: () => undefined };
      await engine.ingest(corpus.files, ingest);
      samples.push(...(await collectSamples(corpus, engine, embedder)));
      onCorpus(corpus.name);
    }
  } finally {
    if (embedder instanceof OnnxEmbedder) await embedder[Symbol.asyncDispose]();
  }
  return [...samples, ...swappedQuestions(samples)];
}

export interface Learned {
  readonly policy: ReadingPolicy;
  /** What each corpus would get from a policy that was learned without it. */
  readonly heldOut: { readonly lexical: readonly HeldOut[]; readonly vectors: readonly HeldOut[] };
}

/** The weights without vectors. */
export function learnLexical(samples: readonly Sample[]): WeightsByQuestion {
  return fitMode(samples, LEXICAL);
}

/** @param samples with similarities */
export function learnPolicy(samples: readonly Sample[]): Learned {
  const lexical = crossRank(samples, LEXICAL);
  const withVectors = vectorsBeside(lexical);
  const vectors = crossRank(samples, withVectors);
  return {
    policy: {
      id: 'reading/4',
      compose: COMPOSITION,
      least: LEAST,
      lexical: fitMode(samples, LEXICAL, lexical),
      vectors: fitMode(samples, withVectors, vectors),
    },
    heldOut: { lexical: outcomesOf(lexical), vectors: outcomesOf(lexical, vectors) },
  };
}

/** As the file holds it. */
export function policyText(policy: ReadingPolicy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}
