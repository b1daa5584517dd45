/**
 * Full text and near-copies (a role of the store port). Terms come analysed by `graph/terms.ts`; the adapter only matches and ranks.
 *
 * - **Order.** The best first, as each method says; ties are settled, so that a store always gives the same.
 * - **Absence.** A corpus that is not there has no hits.
 * - **Cost.** Full text ranks at most some ten thousand sections (the adapter says how many): common terms of a query count
 *   for nothing where rare ones match enough. `sectionsSharing` and `nearFingerprints` cost as much as the
 *   bounds of their queries, whatever the corpus holds.
 */
import type { ArtefactId } from '../address.ts';
import type { IndexedSection, StoredFingerprint, View } from './rows.ts';

/** Matched by terms and ranked by BM25, title weighted ×5. */
export interface TextQuery {
  readonly corpus: string;
  /** At most 64 distinct terms. */
  readonly terms: readonly string[];
  /** `all`: every term must occur (in title or text); `any`: at least one. */
  readonly match: 'all' | 'any';
  /** At most 200. */
  readonly limit: number;
  readonly view: View;
}

/** A hit; higher scores are better; ties are ordered by `addr`. */
export interface TextHit {
  readonly addr: string;
  readonly artefact: ArtefactId;
  readonly score: number;
}

export type NearFingerprint = Pick<StoredFingerprint, 'artefact' | 'sketch'>;

export interface FingerprintQuery {
  readonly bands: readonly number[];
  /** Whose own fingerprints are left out. */
  readonly publisher: string;
  /** Fingerprints of each band that are looked at: the earliest. */
  readonly ofEach: number;
  readonly limit: number;
}

/** Which sections have rare terms in common with each of some texts. */
export interface SharingQuery {
  readonly corpus: string;
  /** The terms of each text, analysed, as in `TextQuery`. */
  readonly texts: readonly (readonly string[])[];
  /** A term that more sections contain says nothing. */
  readonly common: number;
  /** Sections of each text. */
  readonly limit: number;
}
export type SharedSection = Pick<IndexedSection, 'addr' | 'artefact'>;

export interface SharedTerms {
  /** Of each text, in the order of the texts. */
  readonly sections: readonly (readonly SharedSection[])[];
  /** Those of the terms that were too common. */
  readonly common: readonly string[];
}

export interface TextReader {
  searchText(query: TextQuery): Promise<TextHit[]>;
  /** Sections that contain the most of a text's terms in title or text, but for common ones; then the earliest. */
  sectionsSharing(query: SharingQuery): Promise<SharedTerms>;
  /** Fingerprints that share the most of these bands; then the earliest. */
  nearFingerprints(query: FingerprintQuery): Promise<NearFingerprint[]>;
}
