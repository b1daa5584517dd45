/** The circuit breaker: after failures in a row the engine is left alone, then tried with one call. */
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { AdduceError } from './adduce-error.ts';

/** Failures in a row that open the circuit. */
export const FAILURES_TO_OPEN = 5;
/** How long an open circuit waits before it lets one call through. */
export const HALF_OPEN_AFTER_MS = 30_000;

/** What the circuit is doing, for a status page or a degraded-service message. */
export interface CircuitView {
  readonly state: 'closed' | 'open' | 'half_open';
  /** Since when no call has succeeded, in ms of the client's clock; null while closed. */
  readonly openForMs: number | null;
}

export class Circuit {
  readonly #policy: CircuitBreakerPolicy;
  readonly #now: () => number;
  #openedAt: number | null = null;

  constructor(now: () => number, halfOpenAfterMs: number) {
    this.#now = now;
    this.#policy = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: halfOpenAfterMs,
      breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
    });
    // A failed probe opens it again: what counts is when the outage began.
    this.#policy.onBreak(() => {
      this.#openedAt ??= now();
    });
    this.#policy.onReset(() => {
      this.#openedAt = null;
    });
  }

  view(): CircuitView {
    const openForMs = this.#openedAt === null ? null : Math.max(0, this.#now() - this.#openedAt);
    if (this.#policy.state === CircuitState.Closed) return { state: 'closed', openForMs: null };
    return { state: this.#policy.state === CircuitState.HalfOpen ? 'half_open' : 'open', openForMs };
  }

  /** @throws {AdduceError} `client:circuit_open` without calling, while the circuit is open */
  async run<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await this.#policy.execute(call);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new AdduceError({
        status: 0,
        kind: 'Unavailable',
        reason: 'client:circuit_open',
        message: 'the engine failed several times in a row and is left alone for a moment',
        cause: error,
      });
    }
  }
}

/** Failures of the engine or of the way to it; a refusal proves that it is well. */
function isOutage(error: Error): boolean {
  return error instanceof AdduceError && (error.status === 0 || error.status >= 500);
}
