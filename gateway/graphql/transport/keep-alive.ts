/** Finds sockets whose other end has gone without a word. */
import type { WebSocket } from 'ws';

/** Between two pings of a socket. */
const PING_MS = 15_000;

/**
 * Pings of the protocol, never messages; a socket that has not answered one when the next is due is cut. Until the
 * returned function is called.
 */
export function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, PING_MS).unref();
  return () => clearInterval(timer);
}
