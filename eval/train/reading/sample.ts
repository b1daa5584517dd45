import type { CandidateView } from '../../../engine/reading/rank/view.ts';
import type { GoldenCorpus } from '../../corpora-of.ts';
import type { GoldenQuestion } from '../../golden-file.ts';

/** One question with everything that is learned from it. */
export interface Sample {
  readonly corpus: string;
  readonly group: GoldenCorpus['group'];
  readonly golden: GoldenQuestion;
  /** Without vectors, best match first. */
  readonly views: readonly CandidateView[];
  /** The similarity of each; null where there was no model. */
  readonly similarities: readonly number[] | null;
  /** How right each candidate is: 1 the evidence itself, 0.5 its value elsewhere in an accepted document. */
  readonly labels: readonly number[];
  /** All of a question, or a part that the confidence alone is learned from: a few candidates, or another question with them. */
  readonly part: 'whole' | 'few' | 'swapped';
  /** The document's own id of each artefact. */
  readonly documentOf: ReadonlyMap<string, string>;
}
