/** Asks the engine's retrieval for every query and scores what it ranks. */

import { granted } from '../../bin/cli/failure.ts';
import type { Progress } from '../../bin/cli/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import { type Retrieval, retrieve } from '../../engine/retrieve/retrieve.ts';
import { mean, rounded, roundedAll, share } from '../statistics.ts';
import type { EvalDocument } from './corpus-file.ts';
import { EVAL_CORPUS } from './eval-store.ts';
import { type Latency, TimeMeter } from './meter.ts';
import type { EvalQuery } from './queries-file.ts';
import { rankSentencesFor } from './rank-sentences-for.ts';
import { type RankingScores, scoreRanking } from './ranking-metrics.ts';
import { rankByBm25 } from './sentence-baselines.ts';
import type { MeasuredLane } from './vector-lanes.ts';

/** Means over the queries. */
export interface LaneFigures {
  readonly lane: string;
  /** Whose vectors ranked; null where full text ranked alone. */
  readonly vectors: string | null;
  readonly queries: number;
  readonly metrics: RankingScores;
  readonly latency: Latency;
}

const LANG = 'en';
/** Most artefacts that retrieval keeps; what it ranks below them is looked at too. */
const K = 50;

/** @param queries each with a relevant document at least */
export async function measureLane(
  engine: Engine,
  lane: MeasuredLane,
  queries: readonly EvalQuery[],
  progress: Progress,
): Promise<LaneFigures> {
  const view = granted(await engine.resolveCorpus(EVAL_CORPUS, null));
  const meter = new TimeMeter();
  const scores: RankingScores[] = [];
  const ask = (q: string) => retrieve(engine.store, lane.vectors, { q, lang: LANG, k: K, view });
  // What is read from the disk once, such as the vectors, is no query's cost.
  const first = await ask(queries[0]?.text ?? '');
  for (const [index, { text, grades }] of queries.entries()) {
    const retrieval = await meter.measure(() => ask(text));
    scores.push(scoreRanking(documentsOf(retrieval), grades));
    progress.update(index + 1, queries.length);
  }
  progress.end();
  const metrics = {
    ndcg_at_10: mean(scores.map((one) => one.ndcg_at_10)),
    ndcg_at_10_exponential: mean(scores.map((one) => one.ndcg_at_10_exponential)),
    recall_at_100: mean(scores.map((one) => one.recall_at_100)),
    mrr: mean(scores.map((one) => one.mrr)),
  };
  return {
    lane: lane.name,
    vectors: first.vectors?.model ?? null,
    queries: queries.length,
    metrics: roundedAll(metrics),
    latency: meter.summary(),
  };
}

/** Ids of the documents, best first; what is no candidate at all (an older version, a mirror) is left out. */
function documentsOf({ sections }: Retrieval): string[] {
  const kept = sections.filter(({ dropped }) => dropped === null || dropped === 'beyond_k');
  return [...new Set(kept.map(({ artefact }) => artefact.record.doc_id))];
}

/** Over pairs of a claim and a document that has evidence for it. */
export interface SentenceFigures {
  readonly pairs: number;
  /** Share in which one of the first three sentences is evidence. */
  readonly hit_at_3: number;
  /** The same with BM25 alone. */
  readonly bm25_hit_at_3: number;
  /** Pairs in which some sentence would answer. */
  readonly answered: number;
}

const DEPTH = 3;

/** Null where no query names evidence in a document of the corpus that has sentences. */
export function measureSentences(
  queries: readonly EvalQuery[],
  corpus: ReadonlyMap<string, EvalDocument>,
): SentenceFigures | null {
  const hits = queries.flatMap(({ text, evidence }) =>
    evidence.flatMap(({ doc, sentences: gold }) => {
      const { title, sentences } = corpus.get(doc) ?? { title: '', sentences: null };
      if (sentences === null) return [];
      const isHit = (order: readonly number[]) => order.slice(0, DEPTH).some((index) => gold.includes(index));
      const ranking = rankSentencesFor(text, title, sentences);
      return [{ ranked: isHit(ranking.order), bm25: isHit(rankByBm25(text, sentences)), ...ranking }];
    }),
  );
  if (hits.length === 0) return null;
  const shareOf = (of: (hit: (typeof hits)[number]) => boolean) =>
    rounded(share(hits.filter(of).length, hits.length));
  return {
    pairs: hits.length,
    hit_at_3: shareOf(({ ranked }) => ranked),
    bm25_hit_at_3: shareOf(({ bm25 }) => bm25),
    answered: hits.filter(({ chosen }) => chosen > 0).length,
  };
}
