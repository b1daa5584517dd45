/**
 * GET /v1/search: ranked sections without an answer (docs/spec/contract.md#ae-search; docs/spec/decisions.md#5-search).
 */
import { engineSearch as CONTRACT, engineSearchQuery } from '../wire/engine-search.ts';
import type { Call, EngineOperation, Tenant } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { coverageOf } from './search-coverage.ts';

export const getSearch: EngineOperation = {
  contract: CONTRACT,
  plane: 'engine',
  handle: search,
};

async function search({ engine, query, signal }: Call, tenant: Tenant): Promise<Reply> {
  const parsed = parseQuery(engineSearchQuery, query);
  if (!parsed.ok) return refusalReply(parsed.refusal);
  const { q, k, corpus, as_of: asOf } = parsed.value;
  const view = await engine.resolveCorpus(corpus ?? null, asOf ?? null);
  if (!view.ok) return refusalReply(view.refusal);
  const more = { corpus: corpusOf(view.value) };
  if (tenant.foreign) return reply(CONTRACT, { results: [] }, more);
  const found = await engine.search({ q, k, view: view.value, signal });
  if (!found.ok) return refusalReply(found.refusal, more);
  const { results, coverage } = found.value;
  return reply(CONTRACT, { results }, { ...more, coverage: coverageOf(coverage) });
}
