/** What one visitor does to a running `adduce serve`, and what a neighbour on the same address notices of it: nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Reply, type Visitor, visitor } from '../../bff/browser.ts';
import type { Service } from '../adduce-process.ts';
import { Deployment, EMBEDDED } from '../deployment.ts';
import { explore, mutate } from './page-visitor.ts';

const QUESTION = 'How many moons does Saturn have?';
const CLUSTERS =
  '{ clusters(filter: {several: true}, orderBy: {by: LOG, direction: DESC}, first: 5) { nodes { id } } }';

/** Between two visits of the neighbour, who may ask 60 times within a minute. */
const NEIGHBOUR_MS = 500;

const statuses = (replies: readonly Reply[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

/** A machine that is too busy for what is under way refuses also what the visitor's limit would let in (ADR 67). */
function expectServedOrRefused(counted: Record<number, number>): void {
  expect(Object.keys(counted).filter((status) => status !== '503')).toEqual(['200', '429']);
}

const asks = (count: number, one: (q: string) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(`${QUESTION} ${index}`)));

let deployment: Deployment;
let service: Service;
let neighbour: Visitor;
let attacker: Visitor;

/** Limits last for a minute, so that an attack has a service of its own. */
async function startService(): Promise<void> {
  deployment = await Deployment.prepare(EMBEDDED);
  service = await deployment.serve();
  [neighbour, attacker] = [visitor(service.url), visitor(service.url)];
  for (const one of [neighbour, attacker]) await one.send('GET', '/api/history');
}

const stopService = () => deployment[Symbol.asyncDispose]();

describe('a neighbour', () => {
  beforeEach(startService);
  afterEach(stopService);

  /** The neighbour asks and looks around until the attack is over; every request must be served. */
  async function servedDuring<T>(attack: Promise<T>): Promise<T> {
    let isOver = false;
    const over = attack.finally(() => {
      isOver = true;
    });
    do {
      const replies = [
        await neighbour.send('POST', '/api/answers', { q: QUESTION }),
        await neighbour.send('GET', '/api/saved?limit=1'),
      ];
      expect(statuses(replies)).toEqual({ 200: 2 });
      // As people do: a neighbour has limits, too.
      await pause(NEIGHBOUR_MS);
    } while (!isOver);
    expect((await neighbour.send('GET', '/api/healthz')).body.circuit.state).toBe('closed');
    return over;
  }

  it('is served while a batch of 200 questions comes in 9 kB; none of them is asked', async () => {
    const procedures = Array(200).fill('ask').join(',');
    const batch = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [index, { q: `${QUESTION} ${index}` }]),
    );
    const reply = await servedDuring(attacker.send('POST', `/api/trpc/${procedures}?batch=1`, batch));
    expect(reply.status).toBe(400);
    expect((await attacker.send('GET', '/api/history')).body.items).toEqual([]);
  });

  it('is served while a visitor asks 200 questions at once', async () => {
    const replies = await servedDuring(asks(200, (q) => mutate(attacker, 'ask', { q })));
    const counted = statuses(replies);
    expectServedOrRefused(counted);
    // Those that run and those that wait; the others are refused, with the time to wait.
    expect(counted[200]).toBeLessThanOrEqual(60);
    for (const { status, headers, body } of replies) {
      if (status === 200) continue;
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      if (status === 429) expect(body.error.data.refusal.reason).toMatch(/^limited:(rate|concurrency)$/);
    }
  });

  it('is served while somebody asks without cookies, who gains nothing by it', async () => {
    const replies = await servedDuring(
      asks(150, (q) => visitor(service.url).send('POST', '/api/answers', { q })),
    );
    const counted = statuses(replies);
    // On a busy machine some wait for longer than a question may: they are refused all the same.
    expectServedOrRefused(counted);
    expect(counted[200] ?? 0).toBeLessThanOrEqual(60);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const next = await visitor(service.url).send('POST', '/api/answers', { q: QUESTION });
    expect([next.status, next.body.error.reason]).toEqual([429, 'limited:rate']);
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('is served while a visitor explores, searches and exports as much as is let in', async () => {
    const { body } = await attacker.send('POST', '/api/answers', { q: QUESTION });
    const pdf = `/api/answers/${body.answer_id}/trust-report?format=pdf`;
    const work = [
      ...Array.from({ length: 40 }, () => explore(attacker, CLUSTERS)),
      ...Array.from({ length: 40 }, () => attacker.send('GET', '/api/search?q=saturn')),
      ...Array.from({ length: 40 }, () => attacker.send('GET', pdf)),
    ];
    const counted = statuses(await servedDuring(Promise.all(work)));
    expectServedOrRefused(counted);
  });

  it('has a stream of its own when a visitor has opened all that one may', async () => {
    const open = (one: Visitor) =>
      fetch(`${service.url}/api/trpc/findings?input=${encodeURIComponent('{"answer_ids":[]}')}`, {
        headers: { accept: 'text/event-stream', cookie: one.cookie ?? '' },
      });
    const streams = await Promise.all(Array.from({ length: 17 }, () => open(attacker)));
    const texts = await Promise.all(
      [...streams, await open(neighbour)].map(async ({ body }) => {
        const reader = body?.getReader();
        const { value } = (await reader?.read()) ?? {};
        await reader?.cancel();
        return Buffer.from(value ?? []).toString();
      }),
    );
    const isRefused = (text: string | undefined) => text?.includes('TOO_MANY_REQUESTS');
    expect(texts.filter(isRefused)).toHaveLength(1);
    expect(isRefused(texts.at(-1))).toBe(false);
  });
});

describe('a body of more than 64 KiB', () => {
  beforeAll(startService);
  afterAll(stopService);

  it.each([
    ['POST', '/api/answers'],
    ['POST', '/api/history'],
    ['POST', '/api/saved'],
    ['POST', '/api/graphql'],
    ['POST', '/api/session/organisations'],
    ['POST', '/api/trpc/ask'],
    ['POST', '/api/trpc/saved.save'],
    ['POST', '/api/nowhere'],
    ['DELETE', '/api/saved/x'],
  ])('is refused at %s %s', async (method, path) => {
    const long = JSON.stringify({ q: 'x'.repeat(65_536) });
    const { status, body } = await attacker.send(method, path, long);
    expect([status, body.error.reason]).toEqual([413, 'invalid:size']);
  });
});
