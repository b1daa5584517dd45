/** POST /v1/search: pointers first (docs/spec/contract.md#ap-search; docs/spec/decisions.md#8-budget). */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { agentSearchQuery, agentSearchRequest, agentSearch as CONTRACT } from '../wire/agent-search.ts';
import { MAX_RESULTS } from '../wire/answers.ts';
import type { Budget } from '../wire/envelope.ts';
import { allowedBudget, allowedGrant, reaches, refuseCorpus } from './authorize.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseBody, parseQuery } from './parse-input.ts';
import { pointerOf } from './pointers.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { SearchCostCache } from './search-cost-cache.ts';
import { coverageWithGap } from './search-coverage.ts';
import { fitBudget } from './token-budget.ts';

/** One per gateway: what was found and what it costs is cached in it. */
export function postSearch(): AgentOperation {
  const searches = new SearchCostCache();
  return {
    contract: CONTRACT,
    plane: 'agent',
    isRead: true,
    handle: (call, token) => search(call, token, searches),
  };
}

const DEFAULT_TOP_K = 10;
export const SEARCH_BUDGET = 4_096;

async function search(
  call: Call,
  token: GatewayOutcome<TokenGrant | null>,
  searches: SearchCostCache,
): Promise<Reply> {
  const grant = allowedGrant(token, CONTRACT.capability, call.config);
  if (!grant.ok) return refusalReply(grant.refusal);
  const { engine, body, config, signal } = call;
  if (!body.ok) return refusalReply(body.refusal);
  const request = parseBody(agentSearchRequest, body.value);
  if (!request.ok) return refusalReply(request.refusal);
  const { q, top_k = DEFAULT_TOP_K, tier = 'pointer', token_budget } = request.value;
  const corpus = corpusNamed(call, request.value.corpus);
  if (!corpus.ok) return refusalReply(corpus.refusal);
  const resolved = await engine.resolveCorpus(corpus.value, null);
  if (!resolved.ok) return refusalReply(resolved.refusal);
  const view = resolved.value;
  const more = { corpus: corpusOf(view) };
  const forbidden = refuseCorpus(grant.value, view.corpus);
  if (forbidden !== null) return refusalReply(forbidden, more);
  const admits = (addr: string) => reaches(grant.value, addr);
  const wanted = { q, k: Math.min(top_k, MAX_RESULTS), view, admits, signal };
  const found = await searches.find(engine, wanted, grant.value?.prefixes ?? null);
  const pointers = found.items.map((item) => pointerOf(item, tier));
  const asked = allowedBudget(token_budget, SEARCH_BUDGET, grant.value);
  const { kept, budget } = fitBudget(pointers, asked, ({ kind }) => kind);
  const dropped = withExcess(budget.dropped, top_k - MAX_RESULTS);
  const coverage = coverageWithGap(found, config.stubsLifecycle);
  return reply(CONTRACT, { pointers: kept }, { ...more, budget: { ...budget, dropped }, coverage });
}

/** What was asked for beyond the most that is given. */
function withExcess({ count, kinds }: Budget['dropped'], excess: number): Budget['dropped'] {
  return excess > 0 ? { count: count + excess, kinds: [...kinds, 'top_k'] } : { count, kinds };
}

/** The corpus may stand in the query or in the body; where it stands in both it must be one. */
function corpusNamed({ query }: Call, inBody: string | undefined): GatewayOutcome<string | null> {
  const parameters = parseQuery(agentSearchQuery, query);
  if (!parameters.ok) return parameters;
  const inQuery = parameters.value.corpus;
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    return refuse('invalid:query', 'the query and the body name two corpora');
  }
  return { ok: true, value: inQuery ?? inBody ?? null };
}
