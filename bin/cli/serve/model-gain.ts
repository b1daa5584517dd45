/**
 * What a sentence model is worth, in figures that docs/quality.md has. The one place of the hint's figures: the order of found
 * documents (nDCG@10, SciFact). Whole answers gain nothing that could be measured, so the hint promises nothing of them.
 */
export const MODEL_GAIN = {
  measure: 'nDCG@10 on SciFact',
  /** By latent vectors. */
  without: 0.71,
  /** With MiniLM. */
  with: 0.752,
} as const;
