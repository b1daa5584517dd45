/** An engine for each test of a file, and servers of the page that watch questions on it. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { LookTiming } from '../../bff/look-timing.ts';
import type { Fetch } from '../../gateway/client/transport.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { type Visitor, visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

export const FAST: Partial<LookTiming> = { look: 30, again: 0, pace: 0, retry: 10 };
export const HOUR_MS = 3_600_000;

let folder: Awaited<ReturnType<typeof dataFolder>>;
export let engine: WholeServer;
/** How the page's server reaches the engine; a test may cut it off or put something in its place. */
let way: Fetch;
export const asked: string[] = [];

/** An engine for each test, with the moons in it, that is reached as it is. */
export function startEngineForEachTest(): void {
  beforeEach(async () => {
    folder = await dataFolder();
    engine = await startWholeServer({ folder: folder.path });
    await ingestMoons(engine.engine);
    way = (request) => fetch(request);
    asked.length = 0;
  });
  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
}

export const counted: Fetch = (request) => {
  if (request.method === 'POST' && new URL(request.url).pathname === '/v1/answers') asked.push(request.url);
  return way(request);
};

export interface Front extends AsyncDisposable {
  readonly server: WholeServer;
  readonly folder: string;
}

export async function startFront(timing: Partial<LookTiming> = {}): Promise<Front> {
  const place = await dataFolder();
  const server = await startWholeServer({
    folder: place.path,
    bff: {
      engineUrl: engine.url,
      engineFetch: counted,
      apiKey: engine.key,
      clock: engine.clock,
      lookTiming: { ...FAST, ...timing },
    },
  });
  return {
    server,
    folder: place.path,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

export async function watching(
  front: Front,
  q = MOONS,
): Promise<{ reader: Visitor; id: string; answer: string }> {
  const reader = visitor(front.server.url);
  const { body: answer } = await reader.send('POST', '/api/answers', { q });
  const { status, body } = await reader.send('POST', '/api/questions', { answer_id: answer.answer_id });
  expect(status).toBe(201);
  return { reader, id: body.question.id, answer: answer.answer_id };
}

export function publish(text: string, day = '2026-09-30', id = text.length.toString()): Promise<unknown> {
  const title = 'Ring watch';
  return ingestInto(engine.engine, 'sky', [jsonLines([{ id, text, domain: 'a.example', day, title }])]);
}

export const inboxOf = async (reader: Visitor) => (await reader.send('GET', '/api/turned')).body;
export const questionsOf = async (reader: Visitor) => (await reader.send('GET', '/api/questions')).body;
export const turnOf = (reader: Visitor) =>
  expect.poll(() => inboxOf(reader).then(({ items }) => items.length), { interval: 500 }).toBeGreaterThan(0);

/** Puts something between the page’s server and the engine, until the test ends. */
export function reachEngineBy(fetch: Fetch): void {
  way = fetch;
}
