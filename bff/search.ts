/** Search without an answer, by the engine (docs/spec/contract.md#ae-bff). */
import { z } from 'zod';
import { MAX_QUESTION_LENGTH, MAX_RESULTS } from '../gateway/wire/answers.ts';
import type { EngineSearchResponse } from '../gateway/wire/engine-search.ts';
import { asOf } from '../gateway/wire/scalars.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';

export const searchInput = z.object({
  q: z.string().min(1).max(MAX_QUESTION_LENGTH),
  k: z.coerce.number().pipe(z.int().min(1).max(MAX_RESULTS)).optional(),
  corpus: z.string().min(1).max(63).optional(),
  as_of: asOf.optional(),
});
export type SearchInput = z.infer<typeof searchInput>;

/** @throws {AdduceError} what the engine refuses @throws {BffRefusal} 429 past the limits */
export function search(
  bff: BffContext,
  visitor: Visitor,
  { q, k, corpus, as_of }: SearchInput,
): Promise<EngineSearchResponse> {
  const query = {
    q,
    ...(k === undefined ? {} : { k }),
    ...(corpus === undefined ? {} : { corpus }),
    ...(as_of === undefined ? {} : { as_of }),
  };
  return bff.limits.engine(visitor, 'search', () => bff.client.search(query, callFor(bff, visitor)));
}
