/** One connection to a server for all banners of a page, opened again when it is lost. */
import type { LatestVerdict, VerdictSource, VerdictStatus } from './verdict-status.ts';

/** Tokens of one connection, as many as the server takes. */
const MAX_TOKENS = 50;
/** Banners of a page come one after the other: they are asked for together. */
const GATHER_MS = 20;
/** The server sends something every five seconds: a longer silence is a lost connection. */
const SILENCE_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export const CONNECTING: VerdictStatus = { verdict: null, connection: 'connecting' };

interface Banner {
  readonly source: VerdictSource;
  readonly onStatus: (status: VerdictStatus) => void;
  status: VerdictStatus;
}

const connections = new Map<string, ServerConnection[]>();

/** Follows a verdict until the returned function is called. `onStatus` is called with each status, first `connecting`. */
export function followVerdict(source: VerdictSource, onStatus: (status: VerdictStatus) => void): () => void {
  const server = source.server.replace(/\/+$/, '');
  const all = connections.get(server) ?? [];
  connections.set(server, all);
  let connection = all.find((one) => one.hasRoom);
  if (connection === undefined) {
    connection = new ServerConnection(server);
    all.push(connection);
  }
  return connection.add({ source, onStatus, status: CONNECTING });
}

class ServerConnection {
  readonly #server: string;
  readonly #banners = new Set<Banner>();
  #events: EventSource | null = null;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #live = false;

  constructor(server: string) {
    this.#server = server;
  }

  get hasRoom(): boolean {
    return this.#banners.size < MAX_TOKENS;
  }

  add(banner: Banner): () => void {
    this.#banners.add(banner);
    banner.onStatus(banner.status);
    this.#openIn(GATHER_MS);
    return () => {
      this.#banners.delete(banner);
      if (this.#banners.size === 0) this.#close();
      else this.#openIn(GATHER_MS);
    };
  }

  #openIn(ms: number): void {
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => this.#open(), ms);
  }

  #open(): void {
    this.#close();
    const tokens = new Set([...this.#banners].map(({ source }) => source.token));
    const query = [...tokens].map((token) => `token=${encodeURIComponent(token)}`).join('&');
    const events = new EventSource(`${this.#server}/api/public/verdicts/events?${query}`);
    this.#events = events;
    const on = (name: string, take: (data: never) => void) =>
      events.addEventListener(name, ({ data }) => {
        this.#expectMore();
        take(JSON.parse(data) as never);
      });
    on('state', ({ live }: { readonly live: boolean }) => {
      this.#live = live;
      this.#retryMs = FIRST_RETRY_MS;
      for (const banner of this.#banners) this.#showConnection(banner);
    });
    on('verdict', (sent: SentVerdict) => this.#show(sent));
    on('refused', ({ tokens: gone }: { readonly tokens: readonly string[] }) => {
      for (const banner of this.#banners) if (gone.includes(banner.source.token)) refuse(banner);
    });
    // By the first beat every verdict was sent: one that was not is of another answer.
    on('beat', () => {
      if (!this.#live) return;
      for (const banner of this.#banners) if (banner.status.verdict === null) refuse(banner);
    });
    events.addEventListener('error', () => this.#lose());
    this.#expectMore();
  }

  #expectMore(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), SILENCE_MS);
  }

  #show({ answer_id, findings_state: state, reasons, at }: SentVerdict): void {
    for (const banner of this.#banners) {
      if (banner.source.answer !== answer_id) continue;
      set(banner, { verdict: { state, reasons, at }, connection: this.#live ? 'live' : 'lost' });
    }
  }

  #showConnection(banner: Banner): void {
    const { verdict, connection } = banner.status;
    if (connection === 'refused') return;
    if (!this.#live) set(banner, { verdict, connection: 'lost' });
    else if (verdict !== null) set(banner, { verdict, connection: 'live' });
  }

  /** Nothing that was received counts as current until the server has sent it again. */
  #lose(): void {
    this.#close();
    this.#live = false;
    for (const banner of this.#banners) this.#showConnection(banner);
    this.#openIn(this.#retryMs * (0.5 + Math.random() / 2));
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  #close(): void {
    clearTimeout(this.#opening);
    clearTimeout(this.#silence);
    this.#events?.close();
    this.#events = null;
  }
}

interface SentVerdict {
  readonly answer_id: string;
  readonly findings_state: LatestVerdict['state'];
  readonly reasons: readonly string[];
  readonly at: string | null;
}

function refuse(banner: Banner): void {
  set(banner, { verdict: null, connection: 'refused' });
}

function set(banner: Banner, status: VerdictStatus): void {
  banner.status = status;
  banner.onStatus(status);
}
