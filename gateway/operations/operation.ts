/** What one operation of the REST surface is: a line of the route table and the function behind it. */
import type { Engine } from '../../engine/engine.ts';
import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { HttpConnection } from '../http/connection.ts';
import type { GatewayOutcome } from '../refusal/refusals.ts';
import type { OperationContract } from '../wire/operation.ts';
import type { GatewayConfig } from './gateway-config.ts';
import type { Reply } from './reply.ts';

/** A request matched to its operation. */
export interface Call {
  readonly engine: Engine;
  readonly config: GatewayConfig;
  readonly connection: HttpConnection;
  readonly headers: Headers;
  /** The URL at which readers reach this server, without a slash at its end. */
  readonly origin: string;
  /** Path parameters as they stand in the path, undecoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body as it was read, before any schema: undefined for an empty one, refused where it cannot be read. */
  readonly body: GatewayOutcome<unknown>;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}

/** Whose answers a call of the engine plane reads and writes (docs/spec/decisions.md#7-tenants). */
export interface Tenant {
  readonly name: string;
  /** `x-tenant` names another organisation than the key: nothing of either is shown. */
  readonly foreign: boolean;
}

interface Described {
  readonly contract: OperationContract;
  /** Writes nothing, though its method is not GET. */
  readonly isRead?: true;
}

/** Agent plane: the operation itself decides when a lacking or bad token matters (docs/spec/decisions.md#6-order). */
export interface AgentOperation extends Described {
  readonly plane: 'agent';
  readonly handle: (call: Call, token: GatewayOutcome<TokenGrant | null>) => Promise<Reply>;
}

/** Engine plane: called only with a tenant. */
export interface EngineOperation extends Described {
  readonly plane: 'engine';
  readonly handle: (call: Call, tenant: Tenant) => Promise<Reply>;
}

/** For everybody, whatever key they hold. */
export interface PublicOperation extends Described {
  readonly plane: 'public';
  readonly handle: (call: Call) => Promise<Reply>;
}

export type RestOperation = AgentOperation | EngineOperation | PublicOperation;
