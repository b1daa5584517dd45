/**
 * GET /v1/search: ranked sections without an answer (docs/spec/contract.md#ae-search; docs/spec/decisions.md#5-search).
 */
import { z } from 'zod';
import { DEFAULT_RESULTS, MAX_QUESTION_LENGTH, MAX_RESULTS } from './answers.ts';
import { envelope } from './envelope.ts';
import { KEY_REASONS } from './error.ts';
import type { OperationContract } from './operation.ts';
import { asOf, corpusName, hexDigest, queryInteger } from './scalars.ts';

export const engineSearchQuery = z.object({
  q: z.string().min(1).max(MAX_QUESTION_LENGTH),
  k: queryInteger.pipe(z.int().min(1).max(MAX_RESULTS)).default(DEFAULT_RESULTS),
  corpus: corpusName.optional(),
  as_of: asOf.optional(),
});
/** As a client writes it, before it becomes text in a URL. */
export interface EngineSearchQuery {
  readonly q: string;
  /** 1 to 50. */
  readonly k?: number;
  readonly corpus?: string;
  readonly as_of?: string;
}

const searchResult = z.object({
  addr: z.string().describe('Address of the section.'),
  artefact_id: z.string(),
  title: z.string(),
  snippet: z.string(),
  score: z.number(),
  lanes: z.record(z.string(), z.number()).describe('Score by lane: full text, vector, licence.'),
  domain: z.string(),
  hash: hexDigest,
  licence: z.string(),
  observed_at: z.string(),
});

export const engineSearchResponse = envelope
  .extend({ results: z.array(searchResult) })
  .meta({ id: 'EngineSearchResponseV1' });
export type EngineSearchResponse = z.infer<typeof engineSearchResponse>;

export const engineSearch = {
  id: 'engineSearch',
  method: 'GET',
  route: '/v1/search',
  tag: 'answers',
  summary: 'Search sections without an answer',
  capability: null,
  credential: 'key',
  query: engineSearchQuery,
  reply: { status: 200, description: 'Sections, best first', schema: engineSearchResponse },
  reasons: [...KEY_REASONS, 'invalid:query', 'invalid:corpus_unknown', 'limited:rate'],
} as const satisfies OperationContract;
