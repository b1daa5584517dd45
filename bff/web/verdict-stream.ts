/** The page's one event stream of verdicts, outside of React: it opens, replaces and judges connections. */
import {
  CONNECTING,
  healthOf,
  isSilent,
  noticeOf,
  type StreamState,
  type Surroundings,
  withEvent,
  withLoss,
  withState,
  withTransition,
} from './current.ts';
import { SharedFeed } from './shared-feed.ts';
import type { ShownTrust, WatchEvent } from './trpc.ts';
import type { WatchScope } from './watch-scope.ts';

export type InboxEvent = Extract<WatchEvent, { type: 'inbox' }>;

/** Everything that rendering needs except the clock; a new object for each change. */
export interface Snapshot {
  readonly stream: StreamState;
  /** The latest state of each answer ever received here. */
  readonly known: ReadonlyMap<string, ShownTrust>;
  /** When verdicts were last known to be current, epoch milliseconds; null before the first time. */
  readonly lastLiveAt: number | null;
  /** Log position of the latest evidence on the claims of an answer in front. */
  readonly evidence: ReadonlyMap<string, number>;
  /** What the stream said last of the reader's inbox; null before it said anything. */
  readonly inbox: InboxEvent | null;
  /** Since when they are not, null while they are. */
  readonly notLiveSince: number | null;
}

interface Connection {
  stream: StreamState;
  readonly request: WatchScope;
  close: () => void;
}

/** How often the clock is read: a stream that falls silent sends no event. */
const LOOK_MS = 1_000;
/** Pause before a connection is reopened that the server refused or ended. */
const RETRY_MS = 3_000;
/** After these the clock may have jumped or the network gone. */
const WINDOW_EVENTS = ['online', 'offline', 'focus', 'pageshow'] as const;
const DOCUMENT_EVENTS = ['visibilitychange', 'resume'] as const;

export class VerdictStream {
  readonly #feed: Pick<SharedFeed, 'subscribe'>;
  readonly #listeners = new Set<() => void>();
  #active: Connection | null = null;
  /** Replaces the active one as soon as it is live. */
  #next: Connection | null = null;
  /** To be reopened when scripts run again. */
  #suspended: Connection | null = null;
  #known: ReadonlyMap<string, ShownTrust> = new Map();
  #evidence: ReadonlyMap<string, number> = new Map();
  #inbox: InboxEvent | null = null;
  #lastLiveAt: number | null = null;
  #notLiveSince: number | null = Date.now();
  #offlineSince: number | null = navigator.onLine ? null : Date.now();
  /** The state of clock and browser at the last render. */
  #looks = '';
  #snapshot: Snapshot = this.#drawn();

  constructor(feed: Pick<SharedFeed, 'subscribe'> = new SharedFeed()) {
    this.#feed = feed;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /** This moment, for `currencyOf` and `noticeOf`. */
  surroundings(): Surroundings {
    return { now: Date.now(), offlineSince: this.#offlineSince, isWidening: this.#next !== null };
  }

  /** Watches the clock and the browser's own events. @returns how to stop, which closes every connection */
  start(): () => void {
    const ended = new AbortController();
    const { signal } = ended;
    const look = () => this.#look();
    for (const name of WINDOW_EVENTS) window.addEventListener(name, look, { signal });
    for (const name of DOCUMENT_EVENTS) document.addEventListener(name, look, { signal });
    // What is shown before a sleep is shown first after it.
    const suspend = () => this.#suspend();
    document.addEventListener('freeze', suspend, { signal });
    window.addEventListener('pagehide', suspend, { signal });
    const timer = setInterval(look, LOOK_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
      this.#next?.close();
      this.#active?.close();
      this.#next = null;
      this.#active = null;
    };
  }

  /** Watches these answers. The connection before goes on until this one is live, so that nothing flickers. */
  watch(request: WatchScope): void {
    const connection: Connection = { stream: CONNECTING, request, close: () => {} };
    this.#next?.close();
    this.#next = connection;
    if (this.#active === null) this.#promote(connection);
    this.#open(connection, false);
    this.#publish();
  }

  /** @param renew what the stream has may be from before a sleep */
  #open(connection: Connection, renew: boolean): void {
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOpen = true;
    const lose = () => this.#change(connection, withLoss(connection.stream));
    const again = () => {
      if (!isOpen) return;
      lose();
      retry ??= setTimeout(() => this.#reopen(connection), RETRY_MS);
    };
    const handlers = {
      onEvent: (event: WatchEvent, at: number) => {
        if (isOpen) this.#receive(connection, event, at);
      },
      onLost: () => {
        if (isOpen) lose();
      },
      onStopped: again,
    };
    let unsubscribe = () => {};
    connection.close = () => {
      isOpen = false;
      clearTimeout(retry);
      unsubscribe();
    };
    // The feed may replay events before this returns, and one of them may close the connection.
    const end = this.#feed.subscribe(connection.request, handlers, renew);
    if (isOpen) unsubscribe = end;
    else end();
  }

  /** A new connection begins with the current states: what the old one still sends may be from before a sleep. */
  #reopen(connection: Connection): void {
    connection.close();
    if (connection !== this.#active && connection !== this.#next) return;
    connection.stream = withLoss(connection.stream);
    this.#open(connection, true);
    this.#publish();
  }

  #receive(connection: Connection, event: WatchEvent, at: number): void {
    if (hasFallenSilent(connection.stream)) {
      this.#reopen(connection);
      return;
    }
    if (event.type === 'verdict') this.#known = withTransition(this.#known, event.transition);
    if (event.type === 'state') this.#known = withState(this.#known, event);
    if (event.type === 'inbox') this.#inbox = event;
    if (event.type === 'evidence') this.#evidence = new Map(this.#evidence).set(event.answer_id, event.seq);
    this.#change(connection, withEvent(connection.stream, event, at));
  }

  #change(connection: Connection, stream: StreamState): void {
    connection.stream = stream;
    const isLive = stream.phase === 'live';
    if (connection === this.#next && isLive) this.#promote(connection);
    // Whatever the next one says is newer than what the broken one said.
    if (connection === this.#active && !isLive && this.#next !== null) this.#promote(this.#next);
    this.#publish();
  }

  #promote(connection: Connection): void {
    if (this.#active !== connection) this.#active?.close();
    this.#active = connection;
    this.#next = null;
  }

  /** Time went by, or something outside changed. */
  #look(): void {
    const before = this.#offlineSince;
    this.#offlineSince = navigator.onLine ? null : (before ?? Date.now());
    // A server on this very machine is in reach without a network: a new connection tells.
    const hasSwitched = (before === null) !== navigator.onLine;
    for (const connection of [this.#active, this.#next]) {
      if (connection === null) continue;
      const isOver = hasFallenSilent(connection.stream) || connection === this.#suspended;
      if (isOver || hasSwitched) this.#reopen(connection);
    }
    this.#suspended = null;
    if (this.#looks !== this.#lookedAt()) this.#publish();
  }

  #suspend(): void {
    if (this.#active === null) return;
    this.#suspended = this.#active;
    this.#active.stream = withLoss(this.#active.stream);
    this.#publish();
  }

  #publish(): void {
    const stream = this.#active?.stream ?? CONNECTING;
    const isLive = healthOf(stream, this.surroundings()) === 'live';
    if (isLive) this.#lastLiveAt = stream.lastEventAt;
    this.#notLiveSince = isLive ? null : (this.#notLiveSince ?? Date.now());
    this.#looks = this.#lookedAt();
    this.#snapshot = this.#drawn();
    for (const listener of this.#listeners) listener();
  }

  #lookedAt(): string {
    const stream = this.#active?.stream ?? CONNECTING;
    const surroundings = this.surroundings();
    const notice = noticeOf(stream, surroundings, this.#notLiveSince);
    return `${healthOf(stream, surroundings)} ${notice?.kind}`;
  }

  #drawn(): Snapshot {
    return {
      stream: this.#active?.stream ?? CONNECTING,
      known: this.#known,
      lastLiveAt: this.#lastLiveAt,
      evidence: this.#evidence,
      inbox: this.#inbox,
      notLiveSince: this.#notLiveSince,
    };
  }
}

/** It spoke before, and then not for too long. */
function hasFallenSilent(stream: StreamState): boolean {
  return stream.phase !== 'connecting' && stream.phase !== 'lost' && isSilent(stream, Date.now());
}
