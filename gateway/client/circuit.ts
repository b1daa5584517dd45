/**
 * The circuit breaker: after failures in a row the engine gets no calls except a probe about once a second. The first
 * good reply, of a probe or of a call that was under way, closes it.
 */
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { AdduceError } from './adduce-error.ts';

/** Failures in a row that open the circuit. */
export const FAILURES_TO_OPEN = 5;
/** A probe waits between half of it and one and a half times it. */
export const PROBE_AFTER_MS = 1_000;
/** Without a call or a look at the state for so long, probing stops: the next call is the probe. */
const WANTED_FOR_MS = 60_000;

/** What the circuit is doing, for a status page or a degraded-service message. */
export interface CircuitView {
  readonly state: 'closed' | 'open' | 'half_open';
  /** Since when no call has succeeded, in ms of the client's clock; null while closed. */
  readonly openForMs: number | null;
}

export interface CircuitOptions {
  /** Asks the engine how it is. @throws {AdduceError} where it is not well */
  readonly probe: () => Promise<unknown>;
  readonly probeAfterMs: number;
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class Circuit {
  readonly #options: CircuitOptions;
  readonly #breaker = new ConsecutiveBreaker(FAILURES_TO_OPEN);
  readonly #policy: CircuitBreakerPolicy;
  #openedAt: number | null = null;
  /** Of `performance.now()`. */
  #wantedAt = 0;
  #isProbing = false;

  constructor(options: CircuitOptions) {
    this.#options = options;
    // Half open whenever it is executed: `run` lets nothing but probes get so far.
    this.#policy = circuitBreaker(handleWhen(isOutage), { halfOpenAfter: 0, breaker: this.#breaker });
    // A failed probe opens it again: what counts is when the outage began.
    this.#policy.onBreak(() => {
      this.#openedAt ??= options.now();
      this.#probeLater();
    });
    this.#policy.onReset(() => {
      this.#openedAt = null;
    });
  }

  view(): CircuitView {
    this.#wantedAt = performance.now();
    if (this.#isClosed()) return { state: 'closed', openForMs: null };
    this.#probeLater();
    const openForMs = this.#openedAt === null ? null : Math.max(0, this.#options.now() - this.#openedAt);
    return { state: this.#policy.state === CircuitState.HalfOpen ? 'half_open' : 'open', openForMs };
  }

  /** @throws {AdduceError} `client:circuit_open` without calling, while the circuit is open */
  async run<T>(call: () => Promise<T>): Promise<T> {
    this.#wantedAt = performance.now();
    // Probing had stopped, since there was no call for a while.
    if (!this.#isClosed() && !this.#isProbing) await this.#probeNow();
    if (!this.#isClosed()) throw leftAlone();
    try {
      const result = await this.#policy.execute(call);
      this.#isWell();
      return result;
    } catch (error) {
      if (error instanceof OwnDelay) throw error.failure;
      if (isRefusal(error)) this.#isWell();
      throw error;
    }
  }

  #isClosed(): boolean {
    return this.#policy.state === CircuitState.Closed;
  }

  /** A reply has come: the count of failures in a row begins anew. */
  #isWell(): void {
    this.#breaker.success();
    if (!this.#isClosed()) this.#policy.execute(async () => undefined).catch(() => {});
  }

  #probeLater(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const { probeAfterMs, random } = this.#options;
    const timer = setTimeout(
      () => {
        this.#isProbing = false;
        const isWanted = performance.now() - this.#wantedAt < WANTED_FOR_MS;
        if (isWanted && !this.#isClosed()) this.#probeNow().catch(() => {});
      },
      probeAfterMs * (0.5 + random()),
    );
    // A browser returns a number, and never waits for timers.
    if (typeof timer === 'object') timer.unref();
  }

  /** Closes the circuit, or goes on probing. */
  async #probeNow(): Promise<void> {
    this.#isProbing = true;
    // What it throws is why the circuit stays open.
    await this.#policy.execute(this.#options.probe).catch(() => {});
    this.#isProbing = false;
    if (!this.#isClosed()) this.#probeLater();
  }
}

function leftAlone(): AdduceError {
  return new AdduceError({
    status: 0,
    kind: 'Unavailable',
    reason: 'client:circuit_open',
    message: 'the engine failed several times in a row and is left alone for a moment',
  });
}

/** A failure that does not count against the engine: it had hardly any time to answer. */
export class OwnDelay extends Error {
  readonly failure: AdduceError;

  constructor(failure: AdduceError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Failures of the engine or of the way to it; a refusal proves that it is well. */
function isOutage(error: Error): boolean {
  return error instanceof AdduceError && (error.status === 0 || error.status >= 500);
}

function isRefusal(error: unknown): boolean {
  return error instanceof AdduceError && error.status > 0 && error.status < 500;
}
