/** What every resolver gets: made once per request, or once per operation on a socket. */
import type { Engine } from '../../engine/engine.ts';
import type { HttpConnection } from '../http/connection.ts';
import type { RestOperation } from '../operations/operation.ts';
import type { RateLimit } from '../operations/rate-limit.ts';
import type { GraphqlConfig } from './config.ts';
import type { Meter } from './cost/meter.ts';
import type { FanOut } from './fan-out/fan-out.ts';
import type { Session } from './session/session.ts';
import type { SessionWatch } from './session/session-watch.ts';

export interface GraphqlContext extends SharedContext {
  readonly session: Session;
  readonly connection: HttpConnection;
  readonly meter: Meter;
  /** Of a request that asked for it: whatever is not a query is refused. */
  readonly onlyQueries?: boolean;
  /** Of the log, where it was read for this query: its reads of the present need not read it again. */
  readonly logSize?: number | undefined;
  /** Of the request, as it was sent. */
  readonly params?: { readonly extensions?: Readonly<Record<string, unknown>> | undefined };
  /** Aborts at the deadline of a request or of a socket's operation, and when the caller goes away. */
  readonly signal?: AbortSignal;
}

/** What every operation of a gateway shares. */
export interface SharedContext {
  readonly engine: Engine;
  readonly config: GraphqlConfig;
  /** The operations of REST by their ids: mutations are calls of them. */
  readonly operations: ReadonlyMap<string, RestOperation>;
  readonly fanOut: FanOut;
  readonly sessions: SessionWatch;
  readonly rate: RateLimit;
}
