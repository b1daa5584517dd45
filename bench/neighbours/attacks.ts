/** What one visitor, or many of them, can do to a server. Each attack goes on until its signal aborts. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Outcome, optionsOf, type Sender, type Sent, send } from './http.ts';
import { WIDE_CORPUS } from './served.ts';

export interface Target {
  readonly url: string;
  readonly signal: AbortSignal;
  /** How many requests ended in which way. */
  readonly tally: Map<Outcome, number>;
}

export interface Attack {
  /** Each asks a question before the attack begins, for a cookie and an answer. */
  readonly visitors: number;
  run(target: Target, visitors: readonly Visitor[]): Promise<void>;
}

/** Requests of one connection, one after the other: given its number and the visitors that were made for the attack. */
type Requests = (connection: number, visitors: readonly Visitor[]) => Sent;

export interface Visitor {
  readonly cookie: string;
  /** An answer that the visitor has asked for. */
  readonly answer: string;
}

const ADDRESS = '127.0.0.1';
const CONNECTIONS = 50;
const VISITORS = 20;
const BATCH = 200;
const STREAMS = 200;
const SLOW_BODIES = 200;
/** Between two bytes of a slow body. */
const SLOW_MS = 500;
const LARGE_BODIES = 10;
const LARGE_BYTES = 1_000_000;
const EXPLORERS = 4;
/** As many as a document may have. */
const ALIASES = 30;

let asked = 0;

/** A question that nobody has asked before. */
function nextQuestion(): string {
  asked += 1;
  return `How many moons had Saturn in ${asked}?`;
}

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'no attack': { visitors: 0, run: async () => undefined },
  'one batch of 200 asks': { visitors: 0, run: oneBatch },
  'asks, one cookie': flood(1, (_, [visitor]) => ask(visitor)),
  'asks, no cookie': flood(0, () => ask(undefined)),
  'searches, one cookie': flood(1, (_, [visitor]) => search(visitor)),
  'searches, no cookie': flood(0, () => search(undefined)),
  'explorer: clusters in the log’s order': flood(0, () => explore(CLUSTERS), EXPLORERS),
  'explorer: 30 aliases': flood(0, () => explore(aliased()), EXPLORERS),
  'trust reports as PDF': flood(VISITORS, (connection, visitors) => report(of(visitors, connection))),
  'receipts downloaded and opened': flood(VISITORS, (connection, visitors) =>
    receipt(of(visitors, connection)),
  ),
  '200 event streams, never read': { visitors: VISITORS, run: streams },
  '1 MB bodies to every route': flood(0, largeBody, LARGE_BODIES),
  '200 slow bodies': { visitors: 0, run: slowBodies },
};

function ask(visitor: Visitor | undefined): Sent {
  return {
    method: 'POST',
    path: '/api/answers',
    cookie: visitor?.cookie,
    body: JSON.stringify({ q: nextQuestion() }),
  };
}

function search(visitor: Visitor | undefined): Sent {
  return {
    method: 'GET',
    path: `/api/search?q=${encodeURIComponent(nextQuestion())}`,
    cookie: visitor?.cookie,
  };
}

const CLUSTERS = `{ clusters(corpus: "${WIDE_CORPUS}", filter: {several: true}, orderBy: {by: LOG, direction: DESC}, first: 5) {
  nodes { id } } }`;

/** Each as of another second: nothing that was worked out for an earlier one serves it. */
function aliased(): string {
  asked += 1;
  const asOf = new Date(Date.UTC(2026, 5, 1) + asked * 1_000).toISOString();
  const fields = Array.from(
    { length: ALIASES },
    (_, index) => `a${index}: claims(corpus: "${WIDE_CORPUS}", asOf: "${asOf}", first: ${20 + index},
      orderBy: {by: LOG, direction: DESC}) { nodes { addr text belief { state } } totalCount }`,
  );
  return `{ ${fields.join('\n')} }`;
}

function explore(query: string): Sent {
  return { method: 'POST', path: '/api/graphql', body: JSON.stringify({ query }) };
}

function report({ cookie, answer }: Visitor): Sent {
  return { method: 'GET', path: `/api/answers/${answer}/trust-report?format=pdf`, cookie };
}

function receipt({ cookie, answer }: Visitor): Sent {
  asked += 1;
  const input = encodeURIComponent(JSON.stringify({ answer_id: answer }));
  const path = asked % 2 === 0 ? `/api/answers/${answer}/receipt` : `/api/trpc/open?input=${input}`;
  return { method: 'GET', path, cookie };
}

const LARGE = Buffer.from(JSON.stringify({ q: 'x'.repeat(LARGE_BYTES) }));
const ROUTES = [
  ...['/api/answers', '/api/history', '/api/saved', '/api/graphql'],
  ...['ask', 'history.record', 'saved.save', 'saved.remove'].map((name) => `/api/trpc/${name}`),
];

function largeBody(): Sent {
  asked += 1;
  return { method: 'POST', path: of(ROUTES, asked), body: LARGE };
}

function of<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new RangeError('there is nothing to choose from');
  return found;
}

async function oneBatch(target: Target): Promise<void> {
  const inputs = Object.fromEntries(
    Array.from({ length: BATCH }, (_, index) => [index, { q: nextQuestion() }]),
  );
  const path = `/api/trpc/${Array.from({ length: BATCH }, () => 'ask').join(',')}?batch=1`;
  await sendFor(target, senderOf(target), { method: 'POST', path, body: JSON.stringify(inputs) });
}

function flood(visitors: number, next: Requests, connections: number = CONNECTIONS): Attack {
  const run = async (target: Target, known: readonly Visitor[]) => {
    const sender = senderOf(target);
    const loop = async (connection: number) => {
      while (!target.signal.aborted) {
        const outcome = await sendFor(target, sender, next(connection, known));
        // A server that is gone is not asked as fast as this process can.
        if (outcome === 'lost') await pause(SLOW_MS);
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, connection) => loop(connection)));
  };
  return { visitors, run };
}

/** @throws {Error} where some were asked for and none was let in */
export async function arrive(url: string, count: number): Promise<Visitor[]> {
  const sender: Sender = { url, from: ADDRESS, agent: new Agent() };
  const visitors: Visitor[] = [];
  for (let index = 0; index < count; index++) {
    const body = JSON.stringify({ q: 'How many moons does Saturn have?' });
    const reply = await send(sender, { method: 'POST', path: '/api/answers', body });
    const [, answer] = /"answer_id":"([^"]+)"/.exec(reply.body) ?? [];
    if (reply.cookie !== null && answer !== undefined) visitors.push({ cookie: reply.cookie, answer });
  }
  if (visitors.length < Math.min(count, 1)) throw new Error('no visitor was let in before the attack');
  return visitors;
}

function senderOf({ url, signal }: Target): Sender {
  return { url, signal, from: ADDRESS, agent: new Agent({ keepAlive: true }) };
}

async function sendFor({ tally, signal }: Target, sender: Sender, sent: Sent): Promise<Outcome> {
  const { outcome } = await send(sender, sent);
  if (!signal.aborted || outcome !== 'lost') count(tally, outcome);
  return outcome;
}

function count(tally: Map<Outcome, number>, outcome: Outcome): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}

/** Of several visitors, since one may have few. */
async function streams(target: Target, visitors: readonly Visitor[]): Promise<void> {
  const sender = senderOf(target);
  for (let index = 0; index < STREAMS; index++) {
    const { cookie, answer } = of(visitors, index);
    const path = `/api/trpc/findings?input=${encodeURIComponent(JSON.stringify({ answer_ids: [answer] }))}`;
    const outgoing = request(new URL(path, target.url), optionsOf(sender, { method: 'GET', path, cookie }));
    outgoing.on('error', () => target.signal.aborted || count(target.tally, 'lost'));
    outgoing.on('response', (incoming) => {
      count(target.tally, incoming.statusCode ?? 'lost');
      incoming.on('error', () => undefined);
      incoming.pause();
    });
    outgoing.end();
  }
  await whenAborted(target.signal);
}

async function slowBodies(target: Target): Promise<void> {
  const sender = senderOf(target);
  const path = '/api/answers';
  const bodies = Array.from({ length: SLOW_BODIES }, async () => {
    const options = optionsOf(sender, { method: 'POST', path, body: Buffer.alloc(60_000) });
    const outgoing = request(new URL(path, target.url), options);
    outgoing.on('error', () => target.signal.aborted || count(target.tally, 'lost'));
    outgoing.on('response', (incoming) => {
      count(target.tally, incoming.statusCode ?? 'lost');
      incoming.on('error', () => undefined).resume();
    });
    while (!target.signal.aborted && !outgoing.destroyed) {
      outgoing.write(' ');
      await pause(SLOW_MS);
    }
    outgoing.destroy();
  });
  await Promise.all(bodies);
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
