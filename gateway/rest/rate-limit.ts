/** How often one caller may call (decisions §6: `limited:rate`). In memory, per process. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type GatewayRefusal, refuse } from './refusals.ts';

export class RateLimit {
  readonly #limiter: RateLimiterMemory | null;
  readonly #what: string;

  /** @param points calls per `seconds`; null: no limit */
  constructor(points: number | null, seconds: number, what: string) {
    this.#limiter = points === null ? null : new RateLimiterMemory({ points, duration: seconds });
    this.#what = what;
  }

  /** Counts a call. Null while the caller is within the limit; a caller that is null is not counted. */
  async refuse(caller: string | null): Promise<GatewayRefusal | null> {
    if (this.#limiter === null || caller === null) return null;
    try {
      await this.#limiter.consume(caller);
      return null;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const more = { retryAfterMs: Math.max(1, error.msBeforeNext) };
      return refuse('limited:rate', `too many ${this.#what}`, more).refusal;
    }
  }
}
