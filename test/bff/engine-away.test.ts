import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../../gateway/client/transport.ts';
import { visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;

beforeEach(async () => {
  folder = await dataFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A BFF whose engine is reached through `way`. */
async function through(way: (engine: Fetch) => Fetch) {
  await using made = await startWholeServer({ folder: folder.path });
  await ingestMoons(made.engine);
  const front = await dataFolder();
  const bff = await startWholeServer({
    folder: front.path,
    bff: { engineUrl: made.url, engineFetch: way((request) => fetch(request)), apiKey: made.key },
  });
  const { status, headers, body } = await visitor(bff.url).send('POST', '/api/answers', { q: MOONS });
  await bff[Symbol.asyncDispose]();
  await front[Symbol.asyncDispose]();
  return { status, headers, body };
}

/** A reply of the engine, as far as it is altered here. */
interface Body {
  summary?: string;
  claim_clusters?: unknown[];
  receipt: { hash: string; content: { seed: string } };
}

/** Changes what the engine says of a path. */
function altering(path: RegExp, alter: (body: Body) => void): (engine: Fetch) => Fetch {
  return (engine) => async (request) => {
    const response = await engine(request);
    if (!path.test(new URL(request.url).pathname)) return response;
    const body = (await response.json()) as Body;
    alter(body);
    return Response.json(body, { status: response.status });
  };
}

function refusing(status: number, headers: Record<string, string> = {}): (engine: Fetch) => Fetch {
  return () => async () => new Response('secret stack trace', { status, headers });
}

describe('an answer whose receipt does not hold', () => {
  it.each([
    ['summary', altering(/answers$/, (body) => Object.assign(body, { summary: 'Saturn has 9 moons.' }))],
    ['evidence set', altering(/answers$/, (body) => Object.assign(body, { claim_clusters: [] }))],
    ['receipt', altering(/receipt$/, ({ receipt }) => Object.assign(receipt.content, { seed: 'x' }))],
    ['hash', altering(/receipt$/, ({ receipt }) => Object.assign(receipt, { hash: '0'.repeat(64) }))],
  ])('is held back when its %s was altered', async (_, way) => {
    const { status, body } = await through(way);
    expect(status).toBe(502);
    expect(body.error.reason).toMatch(/^bff:receipt_/);
    expect(JSON.stringify(body)).not.toContain('moons');
  });

  it('passes when nothing was altered', async () => {
    expect((await through(altering(/./, () => {}))).status).toBe(200);
  });
});

describe('an engine that does not answer well', () => {
  it.each([
    [500, 'Internal'],
    [502, 'Upstream'],
    [503, 'Unavailable'],
    [504, 'Timeout'],
    [412, 'StaleSnapshot'],
    [401, 'Unauthorized'],
  ])('with %i is described in words without its internals', async (status, kind) => {
    const reply = await through(refusing(status));
    expect(reply.status).toBe(status);
    expect(reply.body.error.kind).toBe(kind);
    expect(reply.body.error.message).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(reply.body)).not.toContain('secret');
  });

  it('passes on how long to wait', async () => {
    const reply = await through(refusing(429, { 'retry-after': '7' }));
    expect(reply.headers.get('retry-after')).toBe('7');
    expect(reply.body.error).toMatchObject({ kind: 'RateLimited', retry_after_ms: 7_000 });
  });

  it('is unavailable when it cannot be reached', async () => {
    const reply = await through(() => async () => {
      throw new TypeError('connect ECONNREFUSED 10.0.0.7:4000');
    });
    expect(reply.status).toBe(503);
    expect(JSON.stringify(reply.body)).not.toContain('10.0.0.7');
  });
});
