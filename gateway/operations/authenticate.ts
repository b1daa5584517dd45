/**
 * Who calls: the capability token of the agent plane, the organisation's key of the engine plane
 * (docs/spec/decisions.md#7-tokens, #7-engine-keys).
 */
import type { Engine } from '../../engine/engine.ts';
import { CAPABILITY_COSTS, isCapability } from '../../engine/keys/capabilities.ts';
import type { TokenGrant } from '../../engine/keys/keys.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { narrowedTenant, organisationOfAll } from '../wire/tenant-scope.ts';
import type { GatewayConfig } from './gateway-config.ts';
import type { AgentOperation, Call, RestOperation, Tenant } from './operation.ts';
import { type Reply, refusalReply } from './reply.ts';

/** Tenant of a caller without a key in open mode. */
export const LOCAL_TENANT = 'local';

/** A caller, before its operation runs. */
export interface Admission {
  /** Whose calls are counted together; null for a caller known by its address only. */
  readonly principal: string | null;
  /** `rcx.token_id` of the envelope. */
  readonly tokenId: string | null;
  /** Of the organisation's key, null without one. */
  readonly keyId: string | null;
  readonly run: (call: Call) => Promise<Reply>;
}

/**
 * Reads the credential that the operation's plane understands. `run` refuses a bad one, at its place in the order of
 * checks.
 */
export async function admit(
  operation: RestOperation,
  { engine, config }: { readonly engine: Engine; readonly config: GatewayConfig },
  headers: Headers,
): Promise<Admission> {
  const credential = bearerOf(headers);
  switch (operation.plane) {
    case 'agent':
      return admitAgent(operation, engine, credential);
    case 'engine':
      return admitOrganisation(
        operation,
        await readTenant(engine, config, credential, headers.get('x-tenant')),
      );
    case 'public':
      return { ...UNKNOWN, run: (call) => operation.handle(call) };
  }
}

/** Tokens narrowed from one token share its limit: its holder could make any number of them. */
async function admitAgent(
  operation: AgentOperation,
  engine: Engine,
  credential: string | null,
): Promise<Admission> {
  const token = credential === null ? NO_TOKEN : await engine.keys.verifyToken(credential);
  const grant = token.ok ? token.value : null;
  return {
    principal: grant && `token ${grant.chain[0]}`,
    tokenId: grant?.tokenId ?? null,
    keyId: null,
    run: (call) => runAsAgent(operation, call, token),
  };
}

/** The operation's reply, with what the call cost. */
export async function runAsAgent(
  operation: AgentOperation,
  call: Call,
  token: GatewayOutcome<TokenGrant | null>,
): Promise<Reply> {
  const done = await operation.handle(call, token);
  return withSpend(done, operation.contract.capability, token.ok ? token.value : null);
}

/** Says what the call cost, where it succeeded and the token holds the capability that it was for. */
function withSpend(done: Reply, capability: string | null, grant: TokenGrant | null): Reply {
  if (capability === null || !isCapability(capability)) return done;
  if (done.status >= FIRST_ERROR_STATUS || !grant?.capabilities.has(capability)) return done;
  return { ...done, spend: { capability, cost: CAPABILITY_COSTS[capability], unit: 'call' } };
}

const FIRST_ERROR_STATUS = 400;
const UNKNOWN = { principal: null, tokenId: null, keyId: null };
const NO_TOKEN = { ok: true, value: null } as const;

function admitOrganisation(
  operation: Extract<RestOperation, { plane: 'engine' }>,
  caller: GatewayOutcome<EngineCaller>,
): Admission {
  if (!caller.ok) {
    const { refusal } = caller;
    return { ...UNKNOWN, run: async () => refusalReply(refusal) };
  }
  const { keyId, tenant } = caller.value;
  const run = (call: Call) => operation.handle(call, tenant);
  return { principal: keyId && `key ${keyId}`, tokenId: null, keyId, run };
}

/** A caller of the engine plane; `keyId` is null in open mode without a key. */
export interface EngineCaller {
  readonly keyId: string | null;
  readonly tenant: Tenant;
}

/**
 * The tenant of an engine key, or of none in open mode. A wrong key is refused in open mode too: a caller that sends
 * one expects its tenant. `xTenant` can only narrow what the key allows; open mode ignores it without a key, and
 * where it names another organisation.
 */
async function readTenant(
  engine: Engine,
  { engineAuth }: Pick<GatewayConfig, 'engineAuth'>,
  credential: string | null,
  xTenant: string | null,
): Promise<GatewayOutcome<EngineCaller>> {
  if (credential === null) {
    if (engineAuth === 'required') return refuse('denied:key_missing', 'this operation needs an API key');
    return { ok: true, value: { keyId: null, tenant: { name: LOCAL_TENANT, foreign: false } } };
  }
  const verified = await engine.keys.verifyKey(credential);
  if (!verified.ok) return verified;
  const { keyId, org } = verified.value;
  const name = narrowedTenant(org, xTenant);
  // No answer belongs to all sub-tenants at once.
  const foreign = name === null ? engineAuth === 'required' : organisationOfAll(name) !== null;
  return { ok: true, value: { keyId, tenant: { name: name ?? org, foreign } } };
}

/**
 * The tenant whose answers a caller may read where nobody is refused: the organisation of an engine key, `local` in
 * open mode; null for any other caller, and for a key that `x-tenant` contradicts.
 */
export async function knownTenant(
  engine: Engine,
  config: GatewayConfig,
  headers: Headers,
): Promise<string | null> {
  const caller = await readTenant(engine, config, bearerOf(headers), headers.get('x-tenant'));
  if (!caller.ok) return config.engineAuth === 'open' ? LOCAL_TENANT : null;
  return caller.value.tenant.foreign ? null : caller.value.tenant.name;
}

/** The credential of `Authorization: Bearer`: null without the header, the empty string for any other scheme. */
function bearerOf(headers: Headers): string | null {
  const header = headers.get('authorization');
  if (header === null) return null;
  return /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? '';
}
