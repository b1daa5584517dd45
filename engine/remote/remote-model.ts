/** What judges and choosers behind an endpoint have in common. */
import { isAboutTexts } from './chat.ts';
import { CoolDown } from './cool-down.ts';

export interface RemoteModelOptions {
  /** The endpoint itself; of a chat endpoint also its base (`https://host/v1`). */
  readonly url: string;
  /** As a chat endpoint names it; null: the endpoint takes a plain request. */
  readonly model: string | null;
  /** Sent as a bearer token; null: none is sent. */
  readonly key: string | null;
  readonly timeoutMs?: number;
  /** How long the model is not asked after it could not be reached, timed out, or answered 5xx or 429. */
  readonly coolDownMs?: number;
}

/** Error of a model that cannot be asked. */
type Unavailable = new (message: string, options?: ErrorOptions) => Error;

const TIMEOUT_MS = 10_000;
const COOL_DOWN_MS = 30_000;
/** An envelope of some members around a few words. */
const MAX_REPLY_BYTES = 65_536;

export class RemoteModel {
  readonly #id: string;
  readonly #options: RemoteModelOptions;
  readonly #unavailable: Unavailable;
  readonly #coolDown: CoolDown;

  constructor(id: string, options: RemoteModelOptions, unavailable: Unavailable) {
    this.#id = id;
    this.#options = options;
    this.#unavailable = unavailable;
    this.#coolDown = new CoolDown(options.coolDownMs ?? COOL_DOWN_MS);
  }

  /** What every request goes out with. */
  get limits() {
    const { key, timeoutMs = TIMEOUT_MS } = this.#options;
    return { key, timeoutMs, maxReplyBytes: MAX_REPLY_BYTES };
  }

  /**
   * Asks, unless it rests.
   * @param verb what it is asked to do, for errors
   * @throws the error of an unavailable model, or the signal's reason
   */
  async ask<T>(verb: string, request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    if (this.#coolDown.isOn) throw new this.#unavailable(`${this.#id} did not answer just now`);
    try {
      return await request();
    } catch (cause) {
      // The caller has gone: that says nothing of the model.
      signal?.throwIfAborted();
      if (!isAboutTexts(cause)) this.#coolDown.begin();
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new this.#unavailable(`${this.#id} cannot ${verb}: ${message}`, { cause });
    }
  }
}
