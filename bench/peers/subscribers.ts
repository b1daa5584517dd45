/** Thousands of subscribers in a process of their own, as a child of a benchmark: they take what comes, and time it. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { beMetered } from './metered.ts';
import { now } from './published.ts';

/** What the benchmark says first. */
export interface Wanted {
  /** `ws://…/graphql` */
  readonly url: string;
  readonly count: number;
  /** Taken in turns. */
  readonly queries: readonly string[];
  /** Whether it is a server that takes no messages, and has one and the same id for all. */
  readonly raw: boolean;
}

/** When a change came, over all subscribers, and what it was. */
export interface Received {
  /** On the clock that all processes of a machine share, in ms. */
  readonly times: readonly number[];
  /** One of each query, in their order: the payloads without the operations' ids. */
  readonly payloads: readonly string[];
}

/** Sockets that are opened at a time. */
const AT_ONCE = 50;

let times: number[] = [];
let payloads: string[] = [];
let wanted: Wanted;
let complete = Promise.withResolvers<void>();

process.once('message', async ([message]: readonly Wanted[]) => {
  if (message === undefined) throw new Error('nothing was asked for');
  wanted = message;
  for (let begun = 0; begun < wanted.count; begun += AT_ONCE) {
    const some = Math.min(AT_ONCE, wanted.count - begun);
    await Promise.all(Array.from({ length: some }, (_, index) => open(begun + index)));
  }
  beMetered('', { received: take });
});

/** Resolves when every subscriber has got one change more. */
async function take(): Promise<Received> {
  await complete.promise;
  const received = { times, payloads };
  complete = Promise.withResolvers();
  times = [];
  payloads = [];
  return received;
}

async function open(index: number): Promise<void> {
  const { url, raw, queries } = wanted;
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false });
  await once(socket, 'open');
  if (!raw) {
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    const query = queries[index % queries.length];
    socket.send(JSON.stringify({ id: crypto.randomUUID(), type: 'subscribe', payload: { query } }));
  }
  socket.on('message', (data: Buffer) => receive(data, index % queries.length));
  socket.on('close', (code) => complete.reject(new Error(`a subscriber was closed with ${code}`)));
}

function receive(data: Buffer, query: number): void {
  times.push(now());
  const payload = data.subarray(data.indexOf('"payload":')).toString('latin1');
  payloads[query] ??= payload;
  if (payloads[query] !== payload) throw new Error(`subscribers got different things: ${payload}`);
  if (times.length === wanted.count) complete.resolve();
}
