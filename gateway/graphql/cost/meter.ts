/**
 * One caller's operations, counted by what they cost against the rate that all its calls share
 * (docs/spec/decisions.md#6-reasons).
 */

import type { HttpConnection } from '../../http/connection.ts';
import { callerAt, type RateLimit } from '../../operations/rate-limit.ts';
import type { GatewayRefusal } from '../../refusal/refusals.ts';
import { rateError } from '../refusal-error.ts';
import type { Session } from '../session/session.ts';
import { type Cost, requestsOf } from './cost.ts';

export class Meter {
  readonly #rate: RateLimit;
  readonly #caller: string | null;
  #headers: Readonly<Record<string, string>> = {};
  #charged: Promise<void> | null = null;

  /** @param session null where there is none: a wrong credential counts for its address */
  constructor(rate: RateLimit, session: Session | null, connection: HttpConnection) {
    this.#rate = rate;
    this.#caller = principalOf(session) ?? callerAt(connection.remoteAddress);
  }

  /** `RateLimit` and `RateLimit-Policy` as of the last count. */
  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  /** Counts a request, before anything is read of it; null where it is within the rate. */
  async admit(): Promise<GatewayRefusal | null> {
    const { refusal, headers } = await this.#rate.count(this.#caller);
    this.#headers = headers;
    return refusal;
  }

  /**
   * Counts what the operation costs beyond the request that it came with: once, whichever ways it is tried.
   * @throws {GraphQLError} `limited:rate`
   */
  charge(cost: Cost | null): Promise<void> {
    this.#charged ??= this.#charge(cost);
    return this.#charged;
  }

  /** Counts what it came to beyond that, once it has run: the caller's next operations are refused where nothing is left. */
  async settle({ used, ...cost }: Cost): Promise<void> {
    if (used === undefined) return;
    await this.#count(requestsOf({ ...cost, used }) - requestsOf(cost));
  }

  async #charge(cost: Cost | null): Promise<void> {
    const refusal = await this.#count(requestsOf(cost) - 1);
    if (refusal !== null) throw rateError(refusal);
  }

  async #count(more: number): Promise<GatewayRefusal | null> {
    if (more === 0) return null;
    const { refusal, headers } = await this.#rate.count(this.#caller, more);
    this.#headers = headers;
    return refusal;
  }
}

/** As REST counts: tokens narrowed from one count together. */
export function principalOf(session: Session | null): string | null {
  if (session === null) return null;
  const [first] = session.credentialIds;
  if (first === undefined) return null;
  return session.grant === null ? `key ${first}` : `token ${first}`;
}
