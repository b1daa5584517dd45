/** Clients that append evidence without a break, and repeat each request under its key until it is acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';

/** What a client asked for and got. */
export interface Append {
  /** Its idempotency key, and the ref of its evidence: no two appends share it. */
  readonly key: string;
  readonly eventId: string;
}

interface Exchange {
  readonly gateway: number;
  readonly began: number;
  readonly ended: number;
  readonly acknowledged: boolean;
}

export interface Load {
  /** Base URL of each gateway, as it is now: one that is started again has another. */
  readonly urls: readonly (() => string)[];
  readonly claims: readonly string[];
  readonly token: string;
  /** Clients of each gateway. */
  readonly clients: number;
  /** Unlike any other run's. */
  readonly name: string;
}

/** A client gives up one try; a request that is answered later has been acknowledged to nobody. */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 50;
/** Between two appends of a client. */
const THINK_MS = 20;

export class Writers {
  readonly acknowledged: Append[] = [];
  /** Status or fault of tries that were not acknowledged, with their numbers. */
  readonly refusals = new Map<string, number>();
  readonly #load: Load;
  readonly #exchanges: Exchange[] = [];
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(load: Load) {
    this.#load = load;
    this.#running = load.urls.flatMap((_, gateway) =>
      Array.from({ length: load.clients }, (_, client) => this.#run(gateway, client)),
    );
  }

  /** Every append that was begun ends acknowledged. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** Longest time within an interval in which a gateway acknowledged nothing, ms. */
  longestGap(gateway: number, from: number, to: number): number {
    const ends = this.#exchanges
      .filter((one) => one.gateway === gateway && one.acknowledged && one.ended >= from && one.ended <= to)
      .map(({ ended }) => ended)
      .sort((a, b) => a - b);
    const stops = [from, ...ends, to];
    return Math.max(0, ...stops.slice(1).map((end, index) => end - (stops[index] ?? end)));
  }

  /** Longest time until a try that a gateway did not acknowledge came back, ms; 0 without one. */
  longestRefusal(gateway: number, from: number, to: number): number {
    const refused = this.#exchanges.filter(
      (one) => one.gateway === gateway && !one.acknowledged && one.began >= from && one.began <= to,
    );
    return Math.max(0, ...refused.map(({ began, ended }) => ended - began));
  }

  /** When a gateway acknowledged its first append that was sent after a moment; null: none yet. */
  acknowledgedAfter(gateway: number, from: number): number | null {
    return (
      this.#exchanges.find((one) => one.gateway === gateway && one.acknowledged && one.began >= from)
        ?.ended ?? null
    );
  }

  async #run(home: number, client: number): Promise<void> {
    const { urls, claims, name } = this.#load;
    for (let n = 0; !this.#isOver; n += 1) {
      const key = `${name}-${home}-${client}-${n}`;
      const claim = claims[(n + client) % claims.length] ?? '';
      for (let tries = 0; ; tries += 1) {
        // Clients of the first gateway try every second time elsewhere; those of another show how it does by itself.
        const gateway = home === 0 ? tries % urls.length : home;
        if (await this.#append(gateway, claim, key)) break;
        await sleep(RETRY_MS);
      }
      await sleep(THINK_MS);
    }
  }

  async #append(gateway: number, claim: string, key: string): Promise<boolean> {
    const began = performance.now();
    const outcome = await this.#send(gateway, claim, key);
    const ended = performance.now();
    const acknowledged = typeof outcome === 'object';
    this.#exchanges.push({ gateway, began, ended, acknowledged });
    if (!acknowledged) this.refusals.set(outcome, (this.refusals.get(outcome) ?? 0) + 1);
    else this.acknowledged.push({ key, eventId: outcome.eventId });
    return acknowledged;
  }

  async #send(gateway: number, claim: string, key: string): Promise<{ eventId: string } | string> {
    const { urls, token } = this.#load;
    try {
      const response = await fetch(`${urls[gateway]?.()}/v1/claims/${encodeURIComponent(claim)}/evidence`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({
          kind: 'corroborate',
          evidence: [{ ref: key, hash: key, kind: 'reproduction' }],
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The envelope of an append.
      const body = (await response.json()) as { entry?: { event_id: string } };
      if (response.status < 300 && body.entry !== undefined) return { eventId: body.entry.event_id };
      return String(response.status);
    } catch (fault) {
      return fault instanceof DOMException && fault.name === 'TimeoutError' ? 'timeout' : 'connection';
    }
  }
}
