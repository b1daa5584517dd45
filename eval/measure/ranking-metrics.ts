/** How good a ranking is. Pure; a ranking lists ids, best first, each once. */

/** Grade of each judged document: 0 is not relevant, more is better. */
export type Grades = ReadonlyMap<string, number>;

/** What a ranking is measured by, each 0 to 1. */
export interface RankingScores {
  /** The gain of a document is its grade. */
  readonly ndcg_at_10: number;
  /** The gain is 2^grade - 1; the same where there is one grade. */
  readonly ndcg_at_10_exponential: number;
  readonly recall_at_100: number;
  /** 1 / rank of the first relevant document, 0 where there is none. */
  readonly mrr: number;
}

/** What a document of this grade is worth; 0 for grade 0. */
export type Gain = (grade: number) => number;

export const LINEAR_GAIN: Gain = (grade) => grade;
export const EXPONENTIAL_GAIN: Gain = (grade) => 2 ** grade - 1;

const NDCG_DEPTH = 10;
const RECALL_DEPTH = 100;

/** The scores of one ranking against grades of which at least one is above 0. */
export function scoreRanking(ranking: readonly string[], grades: Grades): RankingScores {
  return {
    ndcg_at_10: ndcg(ranking, grades, NDCG_DEPTH, LINEAR_GAIN),
    ndcg_at_10_exponential: ndcg(ranking, grades, NDCG_DEPTH, EXPONENTIAL_GAIN),
    recall_at_100: recall(ranking, grades, RECALL_DEPTH),
    mrr: reciprocalRank(ranking, grades),
  };
}

/** DCG / ideal DCG, where DCG = Σ gain(grade) / log2(rank + 1) over the first `depth` ranks. */
export function ndcg(ranking: readonly string[], grades: Grades, depth: number, gain: Gain): number {
  const gains = ranking.map((id) => gain(grades.get(id) ?? 0));
  const ideal = [...grades.values()].map(gain).sort((a, b) => b - a);
  const best = discounted(ideal, depth);
  return best === 0 ? 0 : discounted(gains, depth) / best;
}

/** Share of the relevant documents that stand in the first `depth` ranks. */
export function recall(ranking: readonly string[], grades: Grades, depth: number): number {
  const relevant = [...grades].flatMap(([id, grade]) => (grade > 0 ? [id] : []));
  const found = new Set(ranking.slice(0, depth));
  return relevant.length === 0 ? 0 : relevant.filter((id) => found.has(id)).length / relevant.length;
}

export function reciprocalRank(ranking: readonly string[], grades: Grades): number {
  const first = ranking.findIndex((id) => (grades.get(id) ?? 0) > 0);
  return first === -1 ? 0 : 1 / (first + 1);
}

function discounted(gains: readonly number[], depth: number): number {
  return gains.slice(0, depth).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
