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
  #isFull = false;

  constructor(socket: WebSocket, connection: Duplex) {
    this.#socket = socket;
    this.#connection = connection;
    connection.on('drain', () => {
      this.#isFull = false;
      for (const resume of this.#waiting.splice(0)) resume();
    });
  }

  /** Whether the connection takes more: the system's buffer and a little beyond it are not full. */
  get isReady(): boolean {
    return !this.#isFull;
  }

  /**
   * A socket that closes takes no more frames: the close frame is its last. Says whether the system has all of the bytes,
   * so that they may change.
   */
  write(frame: Uint8Array): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return true;
    this.#isFull = !this.#connection.write(frame);
    return this.#connection.writableLength === 0;
  }

  whenReady(resume: () => void): void {
    this.#waiting.push(resume);
  }
}
