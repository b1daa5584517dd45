/**
 * One stream of verdicts for all windows of this browser: servers of HTTP/1.1 take six connections of a browser, and a
 * stream holds one for as long as its window is open. The windows elect one by a lock; it asks the server for what all of
 * them watch and passes on what comes. Where a browser has no locks (a page that is not served securely), each window
 * has a stream of its own.
 */
import { FeedLog } from './feed-log.ts';
import { client, type WatchEvent } from './trpc.ts';
import { covers, unionOf, type WatchScope } from './watch-scope.ts';

export interface FeedHandlers {
  /** @param at when the stream spoke last, epoch milliseconds: a replayed event does not prove the stream is alive */
  readonly onEvent: (event: WatchEvent, at: number) => void;
  /** The connection broke; it may come back by itself. */
  readonly onLost: () => void;
  /** It does not come back: subscribe anew. */
  readonly onStopped: () => void;
}

type Message =
  /** To the window with the stream. `renew`: what it has may be from before a sleep. */
  | { readonly kind: 'want'; readonly id: string; readonly scope: WatchScope; readonly renew: boolean }
  | { readonly kind: 'leave'; readonly id: string }
  /** From the window with the stream: to one subscription, null to all. */
  | { readonly kind: 'event'; readonly to: string | null; readonly event: WatchEvent; readonly at: number }
  | { readonly kind: 'lost' | 'stopped'; readonly to: null }
  /** Another window has the stream now: say again what is wanted. */
  | { readonly kind: 'elected' };

interface Subscription {
  readonly scope: WatchScope;
  readonly handlers: FeedHandlers;
}

/** A stream of the server. */
interface Upstream {
  readonly scope: WatchScope;
  readonly log: FeedLog;
  readonly close: () => void;
}

/** Ends in the version of `Message`: windows of another version have a stream of their own. */
const NAME = 'adduce.verdicts.2';
/** How often a window says that it is still there, and how long others believe it: hidden ones run once a minute. */
const RENEW_MS = 20_000;
const GONE_MS = 150_000;
/** Several windows that wake together ask for one new stream. */
const YOUNG_MS = 2_000;

export class SharedFeed {
  readonly #channel = canShare() ? new BroadcastChannel(NAME) : null;
  readonly #own = new Map<string, Subscription>();
  /** Of all windows; only the one with the stream keeps it. */
  readonly #wants = new Map<string, { readonly scope: WatchScope; readonly heardAt: number }>();
  #isElected = false;
  #active: Upstream | null = null;
  /** When the last one was given up because it may be from before a sleep. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** Takes the place of the active one when it is live. */
  #next: Upstream | null = null;

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => this.#receive(data));
    if (this.#channel === null) this.#isElected = true;
    // Held until this window goes.
    else void navigator.locks.request(NAME, () => this.#beElected());
    setInterval(() => this.#renew(), RENEW_MS);
    window.addEventListener('pagehide', () => this.#leave());
  }

  /** @param renew what the stream has may be from before a sleep @returns how to end it */
  subscribe(scope: WatchScope, handlers: FeedHandlers, renew: boolean): () => void {
    const id = crypto.randomUUID();
    this.#own.set(id, { scope, handlers });
    this.#send({ kind: 'want', id, scope, renew });
    return () => {
      this.#own.delete(id);
      this.#send({ kind: 'leave', id });
    };
  }

  #beElected(): Promise<never> {
    this.#isElected = true;
    this.#wants.clear();
    this.#send({ kind: 'elected' });
    return new Promise(() => {});
  }

  /** To the other windows, and to this one. */
  #send(message: Message): void {
    this.#channel?.postMessage(message);
    this.#receive(message);
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'want':
        if (this.#isElected) this.#want(message.id, message.scope, message.renew);
        return;
      case 'leave':
        this.#wants.delete(message.id);
        return;
      case 'elected':
        this.#renew();
        return;
      default:
        this.#deliver(message);
    }
  }

  #deliver(message: Extract<Message, { readonly to: string | null }>): void {
    for (const [id, { handlers }] of this.#own) {
      if (message.to !== null && message.to !== id) continue;
      if (message.kind === 'event') handlers.onEvent(message.event, message.at);
      else if (message.kind === 'lost') handlers.onLost();
      else handlers.onStopped();
    }
  }

  #renew(): void {
    for (const [id, { scope }] of this.#own) this.#send({ kind: 'want', id, scope, renew: false });
  }

  #leave(): void {
    for (const id of this.#own.keys()) this.#send({ kind: 'leave', id });
    if (this.#isElected) this.#send({ kind: 'lost', to: null });
  }

  #want(id: string, scope: WatchScope, renew: boolean): void {
    const isNew = !this.#wants.has(id);
    this.#wants.set(id, { scope, heardAt: Date.now() });
    for (const [other, { heardAt }] of this.#wants) {
      if (Date.now() - heardAt > GONE_MS) this.#wants.delete(other);
    }
    const wanted = unionOf([...this.#wants.values()].map((one) => one.scope));
    if (renew && Math.abs(performance.now() - this.#renewedAt) > YOUNG_MS) this.#giveUp();
    const latest = this.#next ?? this.#active;
    if (latest === null || !covers(latest.scope, wanted)) this.#open(wanted);
    else if (isNew) this.#replay(id);
  }

  #giveUp(): void {
    this.#renewedAt = performance.now();
    this.#active?.close();
    this.#next?.close();
    this.#active = null;
    this.#next = null;
  }

  /** What a subscription that comes later has missed. */
  #replay(id: string): void {
    if (this.#active !== null) this.#sendLog(this.#active, id);
  }

  #sendLog({ log }: Upstream, to: string | null): void {
    for (const event of log.events()) this.#send({ kind: 'event', to, event, at: log.lastAt });
  }

  #open(scope: WatchScope): void {
    this.#next?.close();
    const log = new FeedLog();
    const upstream: Upstream = { scope, log, close: () => subscription.unsubscribe() };
    const isOpen = () => upstream === this.#active || upstream === this.#next;
    if (this.#active === null) this.#active = upstream;
    else this.#next = upstream;
    const subscription = client.findings.subscribe(
      { ...scope, answer_ids: [...scope.answer_ids] },
      {
        onData: (event) => isOpen() && this.#take(upstream, event),
        onConnectionStateChange: ({ error }) => {
          if (error !== null && isOpen()) this.#lose(upstream);
        },
        onError: () => isOpen() && this.#stop(upstream),
        onStopped: () => isOpen() && this.#stop(upstream),
      },
    );
  }

  #take(upstream: Upstream, event: WatchEvent): void {
    const at = Date.now();
    upstream.log.add(event, at);
    if (upstream === this.#active) {
      this.#send({ kind: 'event', to: null, event, at });
      return;
    }
    // Until it is live, what the one before says is newer.
    if (event.type !== 'live') return;
    this.#promote(upstream);
  }

  #promote(upstream: Upstream): void {
    this.#active?.close();
    this.#active = upstream;
    this.#next = null;
    this.#sendLog(upstream, null);
  }

  #lose(upstream: Upstream): void {
    upstream.log.clear();
    if (upstream !== this.#active) return;
    this.#send({ kind: 'lost', to: null });
    if (this.#next !== null) this.#promote(this.#next);
  }

  #stop(upstream: Upstream): void {
    upstream.close();
    if (upstream === this.#next) {
      this.#next = null;
      return;
    }
    this.#active = null;
    if (this.#next !== null) this.#promote(this.#next);
    else this.#send({ kind: 'stopped', to: null });
  }
}

/** Both belong to pages that are served securely, or from this machine. */
function canShare(): boolean {
  return 'locks' in navigator && 'BroadcastChannel' in window;
}
