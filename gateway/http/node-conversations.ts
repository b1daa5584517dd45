/** Which exchanges a connection carries, so that bytes which are no HTTP are answered only where an answer fits. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Unread } from './connection.ts';

/** After a refusal: time for the caller to read it, since cutting a connection takes back what it has not read. */
const LINGER_MS = 2_000;
const TOO_LONG = 'ERR_HTTP_REQUEST_TIMEOUT';
const UNREAD: Readonly<Record<string, Unread>> = {
  HPE_HEADER_OVERFLOW: 'invalid:headers',
  [TOO_LONG]: 'limited:time',
};

/** One request on a connection that may carry several, one after another. */
interface Turn {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Requests whose bodies may arrive for longer than those of others, as long as they arrive. */
export interface SlowBodies {
  readonly isSlow: (incoming: IncomingMessage) => boolean;
  /** Most time without a byte. */
  readonly idleMs: number;
  /** Most time after that of the others. */
  readonly moreMs: number;
}

export class Conversations {
  readonly #refuse: (unread: Unread, socket: Duplex) => Promise<void>;
  /** What is under way, in order. */
  readonly #turns = new WeakMap<Duplex, Set<Turn>>();
  readonly #broken = new WeakSet<Duplex>();
  readonly #slowBodies: SlowBodies;
  /** Those that have more time. */
  readonly #slow = new WeakSet<IncomingMessage>();

  /** @param refuse writes a whole response and ends the connection */
  constructor(refuse: (unread: Unread, socket: Duplex) => Promise<void>, slowBodies: SlowBodies) {
    this.#refuse = refuse;
    this.#slowBodies = slowBodies;
  }

  add(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const turns = this.#turns.get(socket) ?? new Set();
    const turn = { incoming, outgoing };
    this.#turns.set(socket, turns.add(turn));
    outgoing.once('close', () => turns.delete(turn));
  }

  /** Takes a connection whose bytes could not be read further. */
  break(error: NodeJS.ErrnoException, socket: Duplex): void {
    const { code = '' } = error;
    if (code === TOO_LONG && this.#hasMoreTime(socket)) return;
    // The parser repeats itself with each chunk that still arrives.
    if (this.#broken.has(socket)) return;
    this.#broken.add(socket);
    const unread = UNREAD[code] ?? (code.startsWith('HPE_') ? 'invalid:http' : null);
    if (unread === null || !socket.writable) {
      socket.destroy();
      return;
    }
    const turns = [...(this.#turns.get(socket) ?? [])];
    const last = turns.at(-1);
    if (last?.incoming.complete) endAfter(last, socket);
    else if (turns.length > 1 || last?.outgoing.headersSent) socket.destroy();
    else this.#answer(unread, socket);
  }

  /** Gives it where the last request is slow: the parser goes on, and its time is measured here from now. */
  #hasMoreTime(socket: Duplex): boolean {
    const { incoming } = [...(this.#turns.get(socket) ?? [])].at(-1) ?? {};
    const { isSlow, idleMs, moreMs } = this.#slowBodies;
    if (incoming === undefined || incoming.complete || !(socket instanceof Socket) || !isSlow(incoming)) {
      return false;
    }
    if (this.#slow.has(incoming)) return true;
    this.#slow.add(incoming);
    // node:http destroys a socket that is idle for so long, and sets another time after the response.
    socket.setTimeout(idleMs);
    const cut = setTimeout(() => socket.destroy(), moreMs);
    incoming.once('close', () => clearTimeout(cut));
    return true;
  }

  #answer(unread: Unread, socket: Duplex): void {
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(cut));
    this.#refuse(unread, socket).catch(() => socket.destroy());
  }
}

/** Requests that came whole get their responses; what follows them is nothing that could be answered. */
function endAfter({ outgoing }: Turn, socket: Duplex): void {
  outgoing.once('close', () => socket.end());
}
