import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { subscribeOver } from '../../bff/engine-findings.ts';

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
