/** The engine's state for /api/healthz: read at most once a second for all callers. */
import type { AdduceClient } from '../gateway/client/create-client.ts';

export interface EngineState {
  readonly ok: boolean;
  readonly version: string | null;
  /** Why no answer is shown, null where the log verifies: `bff:log_…`. */
  readonly log_refused: string | null;
}

const FRESH_MS = 1_000;

export class EngineHealth {
  readonly #client: Pick<AdduceClient, 'healthz'>;
  #logRefused: string | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asked: Promise<Pick<EngineState, 'ok' | 'version'>> = Promise.resolve({ ok: false, version: null });

  constructor(client: Pick<AdduceClient, 'healthz'>) {
    this.#client = client;
  }

  logVerified(): void {
    this.#logRefused = null;
  }

  logRefused(reason: string): void {
    this.#logRefused = reason;
  }

  async read(): Promise<EngineState> {
    // A monotonic clock: the wall clock jumps.
    const now = performance.now();
    if (now - this.#askedAt >= FRESH_MS) {
      this.#askedAt = now;
      this.#asked = this.#client.healthz().then(
        ({ ok, version }) => ({ ok, version }),
        () => ({ ok: false, version: null }),
      );
    }
    const { ok, version } = await this.#asked;
    return { ok: ok && this.#logRefused === null, version, log_refused: this.#logRefused };
  }
}
