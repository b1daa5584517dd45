/** POST /v1/search: pointers first (contract: agent plane; decisions §8). */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import { agentSearchQuery, agentSearchRequest, agentSearch as CONTRACT } from '../wire/agent-search.ts';
import { MAX_RESULTS } from '../wire/answers.ts';
import { allowedBudget, reaches, refuseCorpus } from './authorize.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseBody, parseQuery } from './parse-input.ts';
import { findPointers } from './pointers.ts';
import { type Checked, refuse } from './refusals.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { fitBudget } from './token-budget.ts';

export const postSearch: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: search,
};

const DEFAULT_TOP_K = 10;
export const SEARCH_BUDGET = 4_096;

async function search(call: Call, token: Checked<TokenGrant | null>): Promise<Reply> {
  if (!token.ok) return refusalReply(token.refusal);
  const { engine, body } = call;
  if (!body.ok) return refusalReply(body.refusal);
  const request = parseBody(agentSearchRequest, body.value);
  if (!request.ok) return refusalReply(request.refusal);
  const { q, top_k = DEFAULT_TOP_K, tier = 'pointer', token_budget } = request.value;
  const corpus = corpusNamed(call, request.value.corpus);
  if (!corpus.ok) return refusalReply(corpus.refusal);
  const view = await engine.resolveCorpus(corpus.value, null);
  if (!view.ok) return refusalReply(view.refusal);
  const more = { corpus: corpusOf(view.value) };
  const forbidden = refuseCorpus(token.value, view.value.corpus);
  if (forbidden !== null) return refusalReply(forbidden, more);
  const found = await findPointers(engine, { q, k: Math.min(top_k, MAX_RESULTS), view: view.value, tier });
  if (!found.ok) return refusalReply(found.refusal, more);
  const pointers = found.value.filter(({ addr }) => reaches(token.value, addr));
  const asked = allowedBudget(token_budget, SEARCH_BUDGET, token.value);
  const { kept, budget } = fitBudget(pointers, asked, ({ kind }) => kind);
  return reply(200, { pointers: kept }, { ...more, budget });
}

/** The corpus may stand in the query or in the body; where it stands in both it must be one. */
function corpusNamed({ query }: Call, inBody: string | undefined): Checked<string | null> {
  const parameters = parseQuery(agentSearchQuery, query);
  if (!parameters.ok) return parameters;
  const inQuery = parameters.value.corpus;
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    return refuse('invalid:query', 'the query and the body name two corpora');
  }
  return { ok: true, value: inQuery ?? inBody ?? null };
}
