/**
 * `ws.send` of bytes that are ready, to every socket: the least that a server on `ws` does for a change. Sockets are kept
 * alive as ours are, as a server of long-lived connections has to.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { keepAlive } from '../../gateway/graphql/transport/keep-alive.ts';
import { beMetered } from './metered.ts';
import { change, publishing } from './published.ts';

/** As long as the ids that subscribers choose. */
const ID = '00000000-0000-4000-8000-000000000000';

const server = createServer();
const sockets = new WebSocketServer({ server, path: '/graphql' });
sockets.on('connection', (socket) => socket.once('close', keepAlive(socket)));

function publish(index: number): void {
  const { answer_id: answerId, from, to, reasons } = change(index);
  const told = reasons.map(({ code, claim, artefact = null }) => ({ code, claim, artefact }));
  const data = { findings: { seq: index, answerId, from, to, reasons: told } };
  const bytes = Buffer.from(JSON.stringify({ id: ID, type: 'next', payload: { data } }));
  for (const socket of sockets.clients) socket.send(bytes, { binary: false });
}

server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  beMetered(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, publishing(publish));
});
