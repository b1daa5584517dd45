/** The tails of all tenants that somebody listens to: one watch of the store's commits for all of them. */
import type { Engine } from '../../engine/engine.ts';
import { type FindingsRequest, FindingsSubscriber } from './findings-subscriber.ts';
import { FindingsTail } from './findings-tail.ts';
import { refusalError } from './refusal-error.ts';

/** Transitions that `Engine.findingsAfter` gives at once. */
const PAST_PAGE = 1_000;
/** Subscriptions of one process. */
const MAX_SUBSCRIBERS = 20_000;

export class FindingsTails {
  readonly #engine: Engine;
  readonly #onFault: (fault: unknown) => void;
  readonly #tails = new Map<string, FindingsTail>();
  readonly #subscribers = new Set<FindingsSubscriber>();
  #stop: (() => void) | null = null;

  /** @param onFault gets reads that failed; they are made again */
  constructor(engine: Engine, onFault: (fault: unknown) => void) {
    this.#engine = engine;
    this.#onFault = onFault;
  }

  /** Starts nothing until the first transition is asked for. @throws {GraphQLError} `limited:rate` past the bound */
  subscribe(request: FindingsRequest): FindingsSubscriber {
    if (this.#subscribers.size >= MAX_SUBSCRIBERS) {
      throw refusalError({ reason: 'limited:rate', message: 'too many subscriptions; try again later' });
    }
    const { tenant, answers } = request;
    const engine = this.#engine;
    const subscriber: FindingsSubscriber = new FindingsSubscriber(request, {
      standing: () => engine.standingFindings(tenant, answers),
      after: (seq) => engine.findingsAfter(tenant, seq, answers),
      pageSize: PAST_PAGE,
      join: () => this.#tailOf(tenant).join(subscriber),
      leave: () => this.#leave(tenant, subscriber),
    });
    this.#subscribers.add(subscriber);
    return subscriber;
  }

  /** Reads every tail to the log's end and waits until its subscribers have taken what there was, or the pause ends. */
  async flush(): Promise<void> {
    await Promise.all([...this.#tails.values()].map((tail) => tail.flush()));
  }

  /** Ends every subscription. */
  end(): void {
    for (const subscriber of [...this.#subscribers]) subscriber.end(null);
  }

  #tailOf(tenant: string): FindingsTail {
    const known = this.#tails.get(tenant);
    if (known !== undefined) return known;
    const tail = new FindingsTail(this.#engine.store, tenant, this.#onFault);
    this.#tails.set(tenant, tail);
    this.#stop ??= this.#engine.store.onCommit(() => {
      for (const one of this.#tails.values()) one.nudge();
    });
    return tail;
  }

  #leave(tenant: string, subscriber: FindingsSubscriber): void {
    this.#subscribers.delete(subscriber);
    const tail = this.#tails.get(tenant);
    if (tail === undefined || !tail.leave(subscriber)) return;
    tail.close();
    this.#tails.delete(tenant);
    if (this.#tails.size > 0) return;
    this.#stop?.();
    this.#stop = null;
  }
}
