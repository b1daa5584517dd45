/**
 * GET /v1/claims/{addr}/ledger: a claim's evidence and what recomputes its belief (docs/spec/contract.md#ap-ledger;
 * docs/spec/decisions.md#3-response).
 */

import type { TokenGrant } from '../../engine/keys/keys.ts';
import { contextOf, type LedgerPage } from '../../engine/ledger/read-ledger.ts';
import type { ClaimAddr, EventId } from '../../graph/address.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { readLedger as CONTRACT, ledgerQuery } from '../wire/ledger.ts';
import { allowedBudget, refuseClaim, requireCapability } from './authorize.ts';
import { claimParam, claimTarget } from './claim-target.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { priceOfEntry } from './price-of-entry.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { type Fitted, fitBudget } from './token-budget.ts';

export const getLedger: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: read,
};

/** A page of some 2,000 entries: without a budget of its own a reader gets nearly every ledger whole. */
export const LEDGER_BUDGET = 1_048_576;
/** Less than any entry costs, since each has three hashes: bounds how many are read for a budget. */
const MIN_ENTRY_TOKENS = 256;
/** Entries of one page, however much they may cost: some 3 MB. */
export const MAX_LEDGER_PAGE = LEDGER_BUDGET / MIN_ENTRY_TOKENS;

async function read(call: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const param = claimParam(call);
  if (!param.ok) return refusalReply(param.refusal);
  const grant = requireCapability(token, 'svc.evidence', call.config);
  if (!grant.ok) return refusalReply(grant.refusal);
  const query = parseQuery(ledgerQuery, call.query);
  if (!query.ok) return refusalReply(query.refusal);
  const { after = null, as_of: asOf = null, token_budget } = query.value;
  if (after !== null && !isEventId(after)) return refusalReply(NO_EVENT.refusal);
  const target = await claimTarget(call, param.value, asOf);
  if (!target.ok) return refusalReply(target.refusal);
  const forbidden = refuseClaim(grant.value, target.value);
  if (forbidden !== null) return refusalReply(forbidden);
  const asked = allowedBudget(token_budget, LEDGER_BUDGET, grant.value);
  const limit = Math.min(Math.floor(asked / MIN_ENTRY_TOKENS) + 1, MAX_LEDGER_PAGE);
  const page = await call.engine.readLedger({ ...target.value, after, limit });
  const more = { corpus: corpusOf(target.value.view) };
  if (!page.ok) return refusalReply(page.refusal, more);
  const { claim } = page.value;
  const alias = claim === target.value.claim ? {} : { canonical: claim };
  return { ...pageReply(page.value, asked, call.query, grant.value, alias), ...more };
}

const NO_EVENT = refuse('invalid:query', 'after: not the id of an event');

function isEventId(text: string): text is EventId {
  return /^e1[a-z2-7]{26}$/.test(text);
}

function pageReply(
  page: LedgerPage,
  asked: number,
  query: URLSearchParams,
  grant: TokenGrant,
  alias: { readonly canonical?: ClaimAddr },
): Reply {
  const { entries, left, belief, asOf } = page;
  const fitted = fitBudget(entries, asked, ({ kind }) => kind, priceOfEntry);
  const { kept, budget } = fitted;
  const { count, kinds } = budget.dropped;
  const dropped = { count: count + left.count, kinds: [...new Set([...kinds, ...left.kinds])] };
  const { observed, successors } = contextOf(kept, belief.context);
  const members = {
    ledger: kept,
    ...alias,
    ...(belief.fold !== null && { belief: belief.fold.belief }),
    as_of: asOf,
    observed,
    successors,
    ...(dropped.count > 0 && { next: nextPage(query, goingOn(entries, fitted, grant)) }),
  };
  return reply(CONTRACT, members, { budget: { ...budget, dropped } });
}

/**
 * Begins after the last entry that fits. Where not even the first fits, `next` asks with the budget that it needs, or
 * skips it where the token allows no such budget: a reader that follows `next` reaches the end, and sees by `seq`
 * what was left out.
 */
function goingOn(
  [first]: readonly LedgerEntry[],
  { kept, nextPrice }: Fitted<LedgerEntry>,
  { budget }: TokenGrant,
): Readonly<Record<string, string>> {
  const last = kept.at(-1);
  if (last !== undefined) return { after: last.event_id };
  if (nextPrice !== null && nextPrice <= (budget ?? nextPrice)) return { token_budget: String(nextPrice) };
  return first === undefined ? {} : { after: first.event_id };
}

/** Relative to the ledger's own path, with the request's other parameters; unknown parameters are left out. */
function nextPage(query: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const rest = [...query].filter(([name]) => name in ledgerQuery.shape && !(name in change));
  return `?${new URLSearchParams([...Object.entries(change), ...rest])}`;
}
