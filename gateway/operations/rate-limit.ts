/**
 * How often one caller may call (docs/spec/decisions.md#6-reasons: `limited:rate`), in memory, per process; and what
 * its responses say of it: the fields `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10,
 * structured fields (RFC 9651).
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../http/caller-address.ts';
import { type GatewayRefusal, refuse } from '../refusal/refusals.ts';

export interface RatePolicy {
  /** Names the policy in both fields: lower-case letters. */
  readonly name: string;
  /** Calls per `seconds`; null: no limit. */
  readonly points: number | null;
  readonly seconds: number;
  /** What is counted, in words. */
  readonly what: string;
  /** A caller that is not counted: its own callers are, elsewhere. */
  readonly exempt?: string | null;
}

/** One call that was counted. */
export interface RateCount {
  /** Null while the caller is within the limit. */
  readonly refusal: GatewayRefusal | null;
  /** The policy, and what the caller has left of it until when. */
  readonly headers: Readonly<Record<string, string>>;
}

const MS_PER_SECOND = 1_000;
/**
 * Callers that one limit counts, about 600 bytes each. Past it the caller is dropped whose window ends first:
 * somebody with so many addresses gains little by one more limit.
 */
export const MAX_CALLERS = 100_000;
const NOT_COUNTED: RateCount = { refusal: null, headers: {} };

export class RateLimit {
  readonly #policy: RatePolicy;
  readonly #limiter: RateLimiterMemory | null;
  /** Callers that the limiter may still count, in the order in which their windows began. */
  readonly #callers = new Set<string>();
  /** Continues where it stopped: a new iterator would pass all dropped callers each time. */
  readonly #oldest = this.#callers.values();

  constructor(policy: RatePolicy) {
    const { points, seconds } = policy;
    this.#policy = policy;
    this.#limiter = points === null ? null : new RateLimiterMemory({ points, duration: seconds });
  }

  /** Counts a call, or work that is worth several; a caller that is null is not counted, and gets no limit. */
  async count(caller: string | null, calls = 1): Promise<RateCount> {
    if (this.#limiter === null || caller === null || caller === this.#policy.exempt) return NOT_COUNTED;
    try {
      const { remainingPoints, msBeforeNext, isFirstInDuration } = await this.#limiter.consume(caller, calls);
      if (isFirstInDuration) await this.#remember(this.#limiter, caller);
      return { refusal: null, headers: this.#fields(remainingPoints, msBeforeNext) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterMs = Math.max(1, error.msBeforeNext);
      const { refusal } = refuse('limited:rate', `too many ${this.#policy.what}`, { retryAfterMs });
      return { refusal, headers: this.#fields(0, retryAfterMs) };
    }
  }

  async #remember(limiter: RateLimiterMemory, caller: string): Promise<void> {
    this.#callers.delete(caller);
    this.#callers.add(caller);
    if (this.#callers.size <= MAX_CALLERS) return;
    const { value: first = caller } = this.#oldest.next();
    this.#callers.delete(first);
    await limiter.delete(first);
  }

  /** `t` is rounded up as `Retry-After` is, which must not be earlier. */
  #fields(left: number, ms: number): RateCount['headers'] {
    const { name, points, seconds } = this.#policy;
    return {
      'ratelimit-policy': `"${name}";q=${points};w=${seconds}`,
      ratelimit: `"${name}";r=${left};t=${Math.ceil(ms / MS_PER_SECOND)}`,
    };
  }
}

/** A caller that is known by its address only, counted with its network; null for a caller in this process. */
export function callerAt(remoteAddress: string | null): string | null {
  return remoteAddress && `address ${networkOf(remoteAddress)}`;
}

/** Both sets of headers; fields that both have become one list, as structured fields are joined. */
export function joinHeaders(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const joined = { ...first, ...second };
  for (const name of Object.keys(first)) {
    if (name in second) joined[name] = `${first[name]}, ${second[name]}`;
  }
  return joined;
}
