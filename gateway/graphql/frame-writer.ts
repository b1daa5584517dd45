/**
 * Writes whole frames to a socket beneath its WebSocket, which writes its own whole and at once too, since nothing is
 * compressed: so the two never cut into each other.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

export class FrameWriter {
  readonly #socket: WebSocket;
  readonly #connection: Duplex;
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket, connection: Duplex) {
    this.#socket = socket;
    this.#connection = connection;
    connection.on('drain', () => {
      for (const resume of this.#waiting.splice(0)) resume();
    });
  }

  /** Whether the connection takes more: the system's buffer and a little beyond it are not full. */
  get isReady(): boolean {
    return !this.#connection.writableNeedDrain;
  }

  /** A socket that closes takes no more frames: the close frame is its last. */
  write(frame: Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#connection.write(frame);
  }

  whenReady(resume: () => void): void {
    this.#waiting.push(resume);
  }
}
