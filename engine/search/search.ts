/**
 * Search without an answer: ranked sections with their lanes (docs/spec/contract.md#ae-search;
 * docs/spec/decisions.md#5-search).
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { CorpusView } from '../view.ts';
import type { SearchCoverage } from './items.ts';

export interface SearchRequest {
  readonly q: string;
  /** 1 to 50. */
  readonly k: number;
  readonly view: CorpusView;
  /** The caller's: ends a call to a remote model; the search then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface SearchResult {
  /** Address of the section. */
  readonly addr: string;
  readonly artefact_id: ArtefactId;
  readonly title: string;
  readonly snippet: string;
  readonly score: number;
  readonly lanes: Readonly<Record<string, number>>;
  readonly domain: string;
  readonly hash: string;
  readonly licence: string;
  readonly observed_at: string;
}

export interface SearchResults {
  readonly results: readonly SearchResult[];
  readonly coverage: SearchCoverage;
  readonly view: CorpusView;
}
