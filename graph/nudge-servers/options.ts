/** Which server carries nudges, and on which channel. */
export interface NudgeOptions {
  /**
   * `redis://`, `rediss://` (TLS) or `nats://`, with an account where the server asks for one. `?channel=NAME` keeps apart the
   * logs that share a server; `adduce` by default.
   */
  readonly url: string;
  /** Receives the first of consecutive faults of the connection. */
  readonly onFault: (fault: unknown) => void;
}

const CHANNEL = /^[A-Za-z0-9_-]{1,100}$/;
const SCHEMES: ReadonlySet<string> = new Set(['redis:', 'rediss:', 'nats:']);

/** Null for what names no server and channel. */
export function parseNudgeUrl(text: string): { readonly server: URL; readonly channel: string } | null {
  const server = URL.parse(text);
  if (server === null || !SCHEMES.has(server.protocol) || server.hostname === '') return null;
  const names = [...server.searchParams.keys()];
  const channel = server.searchParams.get('channel') ?? 'adduce';
  if (names.some((name) => name !== 'channel') || names.length > 1 || !CHANNEL.test(channel)) return null;
  server.search = '';
  return { server, channel };
}
