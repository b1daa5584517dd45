/**
 * GET /v1/items/{addr}: the text behind a pointer (docs/spec/contract.md#ap-tiers;
 * docs/spec/decisions.md#2-path, #8-budget).
 */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import { READABLE_KINDS } from '../../engine/search/read-item.ts';
import { type Address, addressPathParam } from '../../graph/address.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { readItem as CONTRACT, itemQuery } from '../wire/items.ts';
import { allowedBudget, allowedGrant, refuseAddress, refuseCorpus } from './authorize.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { fitBudget } from './token-budget.ts';
import { wireItem } from './wire-item.ts';

export const getItem: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: read,
};

const ACCEPTED = READABLE_KINDS.map((kind) => `wx://<corpus>/${kind}/…`);

/** Any document fits that a corpus usually holds: some 2 MB of text. */
export const ITEM_BUDGET = 1_048_576;

async function read(call: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const target = itemParam(call);
  if (!target.ok) return refusalReply(target.refusal);
  const grant = allowedGrant(token, CONTRACT.capability, call.config);
  if (!grant.ok) return refusalReply(grant.refusal);
  const query = parseQuery(itemQuery, call.query);
  if (!query.ok) return refusalReply(query.refusal);
  const { addr, corpus } = target.value;
  const forbidden = grant.value && (refuseAddress(grant.value, addr) ?? refuseCorpus(grant.value, corpus));
  if (forbidden !== null) return refusalReply(forbidden);
  const view = await call.engine.resolveCorpus(corpus, null);
  if (!view.ok) return refusalReply(refuse('missing:item', 'there is nothing at this address').refusal);
  const more = { corpus: corpusOf(view.value) };
  const found = await call.engine.readItem({ addr, view: view.value });
  if (!found.ok) return refusalReply(found.refusal, more);
  const item = wireItem(found.value);
  const asked = allowedBudget(query.value.token_budget, ITEM_BUDGET, grant.value);
  const { kept, budget, nextPrice } = fitBudget([item], asked, ({ kind }) => kind);
  const [fitting = null] = kept;
  const est_tokens = nextPrice ?? budget.spent;
  return reply(CONTRACT, { item: fitting, est_tokens }, { ...more, budget });
}

/** `invalid:addr` unless it is the address of a kind that can be read. */
function itemParam({ params }: Pick<Call, 'params'>): GatewayOutcome<Address> {
  const parsed = addressPathParam(params.addr ?? '');
  if (parsed.ok && isReadable(parsed.kind)) return { ok: true, value: parsed };
  const part = parsed.ok ? 'kind' : parsed.reason;
  const message = `what can be read by its address is ${ACCEPTED.join(', ')}`;
  return refuse('invalid:addr', message, { details: { part, accepts: ACCEPTED } });
}

function isReadable(kind: string): boolean {
  return READABLE_KINDS.some((one) => one === kind);
}
