/** Groups of corpora with golden questions. */

/**
 * - `short`: c and d, short facts. `demo`: things that changed.
 * - `realistic`: i, j, k, documents of ordinary length.
 * - `first`: first questions on documents of the other groups.
 * - `older`: small worlds of earlier rounds.
 * - `real`: Markdown of public projects. `squad`: half of SQuAD 2.0. These two lie beside the repository.
 */
export const CORPUS_GROUPS = ['short', 'demo', 'realistic', 'first', 'older', 'real', 'squad'] as const;
export type CorpusGroup = (typeof CORPUS_GROUPS)[number];
