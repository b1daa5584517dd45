/** Ranks the pool of an answer for its question: the sentences that answer, or passages that are near. */
import type { Embedder } from '../ports.ts';
import type { Candidate } from '../reading/rank/candidate.ts';
import { type NearCandidates, nearestOf } from '../reading/rank/near.ts';
import { type RankedSentence, type Reading, readSentences } from '../reading/rank/read.ts';
import { type ReadCandidate, readCandidates } from '../reading/rank/read-candidate.ts';
import type { ReadingPolicy } from '../reading/rank/reading-policy.ts';
import type { YesOrNo } from '../reading/rank/verdict.ts';
import { readAhead } from '../reading/rank/view.ts';
import { nextSlice } from '../slices.ts';
import type { UnavailableModel } from '../unavailable-model.ts';
import { readBesideWords } from './beside-words.ts';
import { type Contender, contenderOf } from './contender.ts';
import type { SentencePool, StatedSentence } from './read-sentences.ts';
import { similaritiesOf } from './similarities.ts';

export interface PoolRequest {
  readonly q: string;
  /** BCP 47. */
  readonly lang: string;
  readonly policy: ReadingPolicy;
  /** The model of question–sentence cosines, asked where words alone are not sure; null: there is none. */
  readonly embedder: Embedder | null;
  /** Ends a call to a model elsewhere, when this rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface PoolReading {
  /** What answers, best first; empty where nothing is sure enough. */
  readonly answering: readonly Contender[];
  readonly verdict: YesOrNo | null;
  /** That it answers, 0 to 1. */
  readonly confidence: number;
  /** As the table ranks them, best first. */
  readonly ranking: readonly StatedSentence[];
  /** How many of the first ranks are near enough to the best to replace it: they answer too. */
  readonly close: number;
  /** Nearest to the question, best first. */
  readonly passages: readonly RankedSentence[];
  /** The model that could not be asked: the answer was made without it; null: none failed. */
  readonly unavailable: UnavailableModel | null;
}

/** Sentences whose words are read in one event-loop slice, and those that are read closely. */
const SLICE = { words: 128, closely: 4 };

/** What the ranking reads of each sentence takes most of its time. */
export async function readClosely({ near }: NearCandidates): Promise<void> {
  for (const [index, one] of near.entries()) {
    if (index % SLICE.closely === 0) await nextSlice();
    readAhead(one);
  }
  await nextSlice();
}

async function readWords(candidates: readonly Candidate[]): Promise<ReadCandidate[]> {
  const read: ReadCandidate[] = [];
  for (let start = 0; start < candidates.length; start += SLICE.words) {
    if (start > 0) await nextSlice();
    read.push(...readCandidates(candidates.slice(start, start + SLICE.words)));
  }
  return read;
}

/** Least share beside the best. */
const CLOSE = 0.05;

export async function readAnswerPool(pool: SentencePool, request: PoolRequest): Promise<PoolReading> {
  const words = await readWords(pool.sentences.map(({ read }) => read));
  await nextSlice();
  const near = nearestOf(request.q, request.lang, words);
  await readClosely(near);
  const { reading, unavailable } = await readNear(near, request);
  const { ranking, answering, verdict, confidence, passages } = reading;
  const stated = new Map(pool.sentences.map((sentence) => [sentence.read.id, sentence]));
  return {
    answering: answering.flatMap(({ id, shown }) => {
      const sentence = stated.get(id);
      return sentence === undefined ? [] : [contenderOf(sentence, shown)];
    }),
    verdict,
    confidence,
    ranking: ranking.flatMap(({ id }) => stated.get(id) ?? []),
    close: ranking.filter(({ share }) => share >= CLOSE * (ranking[0]?.share ?? 0)).length,
    passages,
    unavailable,
  };
}

/** Words alone answer where they are sure: a model adds answers and takes none away (docs/adr/0068-…). */
async function readNear(
  near: NearCandidates,
  { q, embedder, policy, signal }: PoolRequest,
): Promise<{ reading: Reading; unavailable: UnavailableModel | null }> {
  const byWords = readSentences(near, null, policy);
  if (byWords.answering.length > 0) return { reading: byWords, unavailable: null };
  const asked = { q, embedder, ranking: byWords.ranking, signal };
  const { similarities, unavailable } = await similaritiesOf(near.near, asked);
  if (similarities === null) return { reading: byWords, unavailable };
  const byMeaning = readSentences(near, similarities, policy);
  return { reading: readBesideWords(byMeaning, byWords, policy.least.answer), unavailable };
}
