/**
 * POST /v1/agent/handshake: what an agent needs to know before it works (docs/spec/contract.md#ap-handshake;
 * docs/spec/decisions.md#8-warm).
 */
import { randomBytes } from 'node:crypto';
import type { TokenGrant } from '../../engine/keys/keys.ts';
import { base32 } from '../../graph/base32.ts';
import { componentSchemas, prepareSchemas } from '../openapi/component-schemas.ts';
import { schemaDigests } from '../openapi/schema-digests.ts';
import type { GatewayOutcome } from '../refusal/refusals.ts';
import { handshake as CONTRACT, handshakeRequest, type SessionPlan } from '../wire/handshake.ts';
import type { OperationContract } from '../wire/operation.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseBody } from './parse-input.ts';
import { type Reply, refusalReply, reply } from './reply.ts';
import { TOKEN_TARGETS } from './token-targets.ts';

/** The server stores nothing of a session: its id is for the client's own records. Short, since it costs tokens. */
const SESSION_ID_BYTES = 5;
/**
 * How many sessions a warm plan is chosen from: the receipt's hash follows the session's id, and hashes differ in tokens.
 * The cheapest of 64 costs at most 100 with its corpus `things-that-changed` (10,000 plans, cl100k_base, o200k_base).
 */
const DRAWS = 64;

/** What does not change while the server runs. */
type Plan = Required<Pick<SessionPlan, 'capabilities' | 'schema_digests' | 'token_targets'>>;

/** @param others the operations beside this one, which the plan names too */
export function postHandshake(others: readonly OperationContract[]): AgentOperation {
  const contracts = [CONTRACT, ...others];
  // Made with the first handshake: all schemas are translated for it.
  let planned: Promise<Plan> | null = null;
  return {
    contract: CONTRACT,
    plane: 'agent',
    isRead: true,
    handle: async (call, token) => {
      planned ??= planOf(contracts);
      return open(call, token, await planned);
    },
  };
}

async function planOf(contracts: readonly OperationContract[]): Promise<Plan> {
  await prepareSchemas(contracts);
  return {
    capabilities: capabilitiesOf(contracts),
    schema_digests: { ...schemaDigests(componentSchemas(contracts)) },
    token_targets: { ...TOKEN_TARGETS },
  };
}

/** The agent plane's operations; `method` is GET or POST (docs/spec/contract.md#ap-session-plan). */
function capabilitiesOf(contracts: readonly OperationContract[]): Plan['capabilities'] {
  return contracts.flatMap(({ route, method, summary, tag, capability }) => {
    if (tag !== 'agent' || method === 'DELETE' || capability === null) return [];
    return [{ route, method, summary: `${summary} (${capability})` }];
  });
}

function open({ body }: Call, token: GatewayOutcome<TokenGrant | null>, plan: Plan): Reply {
  // A handshake needs no capability, so any valid token will do. An invalid one is refused.
  if (!token.ok) return refusalReply(token.refusal);
  if (!body.ok) return refusalReply(body.refusal);
  const request = parseBody(handshakeRequest, body.value === undefined ? {} : body.value);
  if (!request.ok) return refusalReply(request.refusal);
  const known = request.value.known_digests;
  const more = { receiptAs: 'plan_receipt' } as const;
  if (known === undefined) return reply(CONTRACT, { session_id: drawSession(), ...plan }, more);
  const unchanged = isSame(known, plan.schema_digests);
  if (!unchanged) return reply(CONTRACT, { session_id: drawSession(), unchanged, ...plan }, more);
  const draw = () => ({ session_id: drawSession(), unchanged });
  return reply(CONTRACT, draw(), { ...more, variants: Array.from({ length: DRAWS - 1 }, draw) });
}

function drawSession(): string {
  return `s_${base32(randomBytes(SESSION_ID_BYTES))}`;
}

/** As a whole: a digest that was added or taken away is a change too. */
function isSame(known: Plan['schema_digests'], present: Plan['schema_digests']): boolean {
  const names = Object.keys(present);
  return Object.keys(known).length === names.length && names.every((name) => known[name] === present[name]);
}
