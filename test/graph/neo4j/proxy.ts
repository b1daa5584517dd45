import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';

/** A Bolt COMMIT message in its chunk. */
const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** When the last of the answers that are held back is passed on. */
  dueAt: number;
}

/** A TCP proxy before a server, which can be made to fail as networks and servers do. */
export class FaultyProxy {
  readonly #target: URL;
  readonly #commit: Buffer;
  readonly #pairs = new Set<Pair>();
  #listener: Server | null = null;
  #port = 0;
  #silent = false;
  #delayMs = 0;
  #nextCommit: 'passes' | 'is lost' | 'loses its answer' = 'passes';

  /** @param commit what a client sends to commit */
  constructor(url: string, commit: Buffer = COMMIT) {
    this.#target = new URL(url);
    this.#commit = commit;
  }

  get url(): string {
    return `bolt://127.0.0.1:${this.#port}`;
  }

  /** Accepts connections, on the same port each time. */
  async listen(): Promise<void> {
    this.#listener = createServer((client) => this.#connect(client));
    this.#listener.listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
    const address = this.#listener.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** As a stopped server: connections end, new ones are refused. */
  async stop(): Promise<void> {
    const closed = this.#listener === null ? null : once(this.#listener, 'close');
    this.#listener?.close();
    this.#listener = null;
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
    await closed;
  }

  /** As a broken network: connections stay and are accepted, nothing passes. */
  silence(): void {
    this.#silent = true;
    for (const { client, server } of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  /** Nothing was lost: what was sent meanwhile passes now. */
  unsilence(): void {
    this.#silent = false;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
  }

  /** As a slow network: what the server sends comes so much later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** The connection ends at the next COMMIT: before it reaches the server, or before its answer comes back. */
  failNextCommit(how: 'is lost' | 'loses its answer'): void {
    this.#nextCommit = how;
  }

  #connect(client: Socket): void {
    const server = new Socket().connect(Number(this.#target.port), this.#target.hostname);
    const pair: Pair = { client, server, dueAt: 0 };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => this.#forward(pair, bytes));
    server.on('data', (bytes) => this.#answer(pair, bytes));
    if (this.#silent) client.pause();
  }

  #answer(pair: Pair, bytes: Buffer): void {
    const now = performance.now();
    if (this.#delayMs === 0 && pair.dueAt <= now) {
      pair.client.write(bytes);
      return;
    }
    // Never before what came earlier, also when the network gets faster.
    pair.dueAt = Math.max(now + this.#delayMs, pair.dueAt + 1);
    setTimeout(() => pair.client.write(bytes), pair.dueAt - now);
  }

  #forward({ client, server }: Pair, bytes: Buffer): void {
    const fate = bytes.includes(this.#commit) ? this.#nextCommit : 'passes';
    if (fate !== 'passes') this.#nextCommit = 'passes';
    if (fate === 'is lost') {
      client.destroy();
      return;
    }
    if (fate === 'loses its answer') server.removeAllListeners('data').once('data', () => client.destroy());
    server.write(bytes);
  }
}
