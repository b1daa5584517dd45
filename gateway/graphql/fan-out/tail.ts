/** Follows one topic in the log and offers each event to every group: one read, however many listen. */
import type { HeadReader } from '../../../graph/store/log.ts';
import { BURST } from './pace.ts';
import type { Topic, TopicEvent } from './topic.ts';

/** After a read that failed, if no commit comes before. */
const RETRY_MS = 1_000;

/** What a tail offers its events to. */
export interface Listener {
  offer(event: TopicEvent): void;
  /** The log goes on. */
  forget(): void;
  /** Resolves when what was offered has been passed on. */
  passedOn(): Promise<void>;
  /** Resolves when it has been taken, save by those who stall. */
  flush(): Promise<void>;
}

export interface TailOptions {
  readonly topic: Topic;
  readonly store: HeadReader;
  readonly onFault: (fault: unknown) => void;
}

export class Tail {
  readonly #options: TailOptions;
  readonly #listeners = new Set<Listener>();
  #position: number | null = null;
  #starting: Promise<void> | null = null;
  #pumping: Promise<void> | null = null;
  #again = false;
  /** Offered since listeners were last waited for. */
  #offered = 0;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: TailOptions) {
    this.#options = options;
  }

  /** From here on the listener is offered all that is behind the tail's position. */
  async join(listener: Listener): Promise<void> {
    this.#listeners.add(listener);
    if (this.#position !== null) return;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    await this.#starting;
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** The log goes on, wherever: see `Listener.forget`. */
  forget(): void {
    for (const listener of this.#listeners) listener.forget();
  }

  /** Something of the topic may have been committed. */
  nudge(): void {
    this.forget();
    if (this.#closed || this.#position === null) return;
    this.#again = true;
    this.#pumping ??= this.#pump();
  }

  /** See `FanOut.flush`. */
  async flush(): Promise<void> {
    this.nudge();
    await this.#pumping;
    await Promise.all([...this.#listeners].map((one) => one.flush()));
  }

  close(): void {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
  }

  async #start(): Promise<void> {
    const { size } = await this.#options.store.head();
    this.#position = size - 1;
    // A commit between the read and now had nobody to nudge.
    this.nudge();
  }

  async #pump(): Promise<void> {
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        while (await this.#readPage());
      }
    } catch (fault) {
      this.#options.onFault(fault);
      this.#retryLater();
    } finally {
      // In the same turn as the last look at `#again`: no nudge can fall in between.
      this.#pumping = null;
    }
  }

  /** One page; whether there may be more. */
  async #readPage(): Promise<boolean> {
    const { events, upTo, more } = await this.#options.topic.after(this.#position ?? -1, null, BURST);
    for (const event of events) await this.#offer(event);
    this.#position = upTo;
    return more && !this.#closed;
  }

  async #offer(event: TopicEvent): Promise<void> {
    if (this.#offered >= BURST) {
      this.#offered = 0;
      await Promise.all([...this.#listeners].map((one) => one.passedOn()));
    }
    this.#offered += 1;
    for (const listener of this.#listeners) listener.offer(event);
    this.#position = event.seq;
  }

  #retryLater(): void {
    if (this.#closed) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.nudge(), RETRY_MS).unref();
  }
}
