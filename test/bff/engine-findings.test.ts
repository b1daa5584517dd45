import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { subscribeOver } from '../../bff/engine-findings.ts';
import { appendFindings, startServer, storeFolder } from '../gateway/graphql/graphql-server.ts';

const GOING_AWAY = 1_001;

/** A server that goes away at the first message of this type. */
async function leavingAt(type: string): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string };
      if (message.type === type) socket.close(GOING_AWAY, 'last_seq=9');
      else socket.send(JSON.stringify({ type: 'connection_ack' }));
    });
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}

function unhandled(): readonly unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => reasons.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return reasons;
}

async function follow(url: string, signal: AbortSignal): Promise<void> {
  const request = { after: null, answerIds: [], signal };
  for await (const _ of await subscribeOver(url, 'adk_x', 'local')(request))
    throw new Error('no transition was sent');
}

it.each(['connection_init', 'subscribe'])('fails when the engine goes away at %s', async (type) => {
  const lost = unhandled();
  const leaving = new AbortController();
  await expect(follow(await leavingAt(type), leaving.signal)).rejects.toBeDefined();
  leaving.abort();
  await pause(50);
  expect(lost).toEqual([]);
});

it('leaves no rejection behind when the page leaves first and the engine then refuses the connection', async () => {
  const lost = unhandled();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const leaving = new AbortController();
  server.on('connection', (socket) => {
    socket.on('message', () => {
      leaving.abort();
      setTimeout(() => socket.close(GOING_AWAY, 'last_seq=9'), 20);
    });
  });
  const { port } = server.address() as AddressInfo;
  await expect(follow(`ws://127.0.0.1:${port}/graphql`, leaving.signal)).rejects.toBeDefined();
  await pause(50);
  expect(lost).toEqual([]);
});

it('follows the answers that the engine has, where others are named that it does not have', async () => {
  await using folder = await storeFolder();
  await using server = await startServer({ path: folder.path, config: { engineAuth: 'required' } });
  const { key } = await server.engine.keys.mintKey('org');
  const [seq] = await appendFindings(server.engine, [{ answer: 'a', tenant: 'org/visitor' }]);
  const leaving = new AbortController();
  const request = { after: null, answerIds: ['ans_lost', 'ans_a', 'ans_gone'], signal: leaving.signal };
  const url = server.url.replace('http', 'ws');
  const followed = (await subscribeOver(url, key, 'org')(request))[Symbol.asyncIterator]();
  expect((await followed.next()).value).toMatchObject({ seq, answerId: 'ans_a' });
  const next = followed.next();
  const [later] = await appendFindings(server.engine, [{ answer: 'a', tenant: 'org/visitor', to: 'FAIL' }]);
  expect((await next).value).toMatchObject({ seq: later, to: 'FAIL' });
  leaving.abort();
  await followed.return?.();
});
