/** The fast path over a real socket: every reply is that of the full path. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { createGraphql } from '../../../../gateway/graphql/create-graphql.ts';
import { DEADLINE_MS } from '../../../../gateway/refusal/deadline.ts';
import { startServer as serveGraphql } from '../../http/http-server.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const QUERY = { query: '{ __typename corpora { nodes { name } } }' };
/** After so many answers a query is compiled. */
const ENOUGH = 3;

let folder: Awaited<ReturnType<typeof storeFolder>>;
let running: RunningServer;
let engine: Engine;

beforeAll(async () => {
  folder = await storeFolder();
  running = await startServer({ path: folder.path });
  ({ engine } = running);
});
afterAll(async () => {
  await running[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Names and values in turn, each sent as it is. */
type Lines = readonly string[];

const PLAIN: Lines = ['content-type', 'application/json', 'accept', 'application/json'];

function post(url: string, body: string, lines: Lines = PLAIN): Promise<Reply> {
  const { host } = new URL(url);
  const named = lines.includes('host') ? lines : ['host', host, ...lines];
  const headers = [...named, 'content-length', String(Buffer.byteLength(body))];
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode,
          headers: kept(incoming.headers),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** How a body is framed may differ, and time goes on. */
function kept(headers: NodeJS.Dict<string | string[]>): Record<string, unknown> {
  const framing = /^(?:content-length|transfer-encoding|date|ratelimit|x-trace)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.test(name)));
}

/** A server over the same engine, with the fast path and without it. */
async function bothWays(config: Parameters<typeof graphqlConfig>[0] = {}, around = engine) {
  const start = async (isPlain: boolean) => {
    const graphql = createGraphql({ engine: around, config: graphqlConfig(config) });
    const { handle, plain } = graphql;
    const route = { prefix: '/graphql', handle, ...(isPlain && { plain }) };
    const { server, records } = await serveGraphql({ routes: [route] });
    return { url: `${server.url}/graphql`, records };
  };
  return { short: await start(true), whole: await start(false) };
}

async function expectSame(body: string, lines: Lines = PLAIN, path = ''): Promise<Reply> {
  const { short, whole } = await bothWays();
  const expected = await post(`${whole.url}${path}`, body, lines);
  for (let time = 0; time < ENOUGH; time += 1) {
    expect(await post(`${short.url}${path}`, body, lines)).toEqual(expected);
  }
  return expected;
}

describe('the fast path over a socket', () => {
  it('gives the reply of the whole one, known or not, with its length', async () => {
    const { status, body, headers } = await expectSame(JSON.stringify(QUERY));
    expect([status, headers.vary]).toEqual([200, 'origin']);
    expect(JSON.parse(body).data.__typename).toBe('Query');
  });

  it.each([
    '',
    '{',
    'null',
    '\ufeff{"query": "{ __typename }"}',
    '{"query": "{ nothing }"}',
    '{"query": "subscription { findings { seq } }"}',
    '{"query": "{ \ud800 }"}',
    JSON.stringify({ query: `{ __typename } # ${'x'.repeat(70_000)}` }),
  ])('differs in nothing for the body %s', async (body) => {
    await expectSame(body);
  });

  it.each([
    ['another type', ['content-type', 'text/plain']],
    ['two types', [...PLAIN, 'content-type', 'text/plain']],
    ['two credentials', [...PLAIN, 'authorization', 'Bearer a', 'authorization', 'Bearer b']],
    ['a wrong credential', [...PLAIN, 'authorization', 'Bearer wrong']],
    ['a page elsewhere', [...PLAIN, 'origin', 'https://evil.example']],
    ['an encoding', [...PLAIN, 'content-encoding', 'gzip']],
    ['a limit of its own', [...PLAIN, 'x-adduce-operations', 'query']],
    ['a limit that is none', [...PLAIN, 'x-adduce-operations', 'mutation']],
    ['two hosts', [...PLAIN, 'host', 'a.example', 'host', 'b.example']],
    ['a host that is none', [...PLAIN, 'host', 'a.example:99999']],
    ['a host with a path', [...PLAIN, 'host', 'a.example/graphql']],
    ['an expectation', [...PLAIN, 'expect', '100-continue']],
  ])('differs in nothing with %s', async (_, lines) => {
    await expectSame(JSON.stringify(QUERY), lines);
  });

  it.each(['/', '?query={nothing}', '/graphql', 'x'])('is not taken at /graphql%s', async (path) => {
    await expectSame(JSON.stringify(QUERY), PLAIN, path);
  });

  it('counts a caller, and refuses it past its rate', async () => {
    const { short, whole } = await bothWays({ ratePerMinute: 4 });
    const statuses = async ({ url }: { readonly url: string }) => {
      const replies: Reply[] = [];
      for (let time = 0; time < 6; time += 1) replies.push(await post(url, JSON.stringify(QUERY)));
      return replies.map(({ status, headers }) => [status, headers['ratelimit-policy']]);
    };
    const counted = await statuses(short);
    expect(counted).toEqual(await statuses(whole));
    expect(counted.at(-1)?.[0]).toBe(429);
  });

  it('leaves the same line in the log', async () => {
    const { short, whole } = await bothWays();
    for (const { url } of [short, whole]) {
      for (let time = 0; time < ENOUGH; time += 1) await post(url, JSON.stringify(QUERY));
    }
    const lines = (records: typeof short.records) => records.map(({ ms: _, trace: __, ...line }) => line);
    await expect.poll(() => short.records.length).toBe(ENOUGH);
    expect(lines(short.records)).toEqual(lines(whole.records));
  });

  it('refuses a revoked key at the next request', async () => {
    const { short } = await bothWays({ engineAuth: 'required' });
    const { key, key_id: keyId } = await engine.keys.mintKey('org');
    const asking = () => post(short.url, JSON.stringify(QUERY), [...PLAIN, 'authorization', `Bearer ${key}`]);
    for (let time = 0; time < ENOUGH; time += 1) expect((await asking()).status).toBe(200);
    await engine.keys.revoke(keyId);
    expect((await asking()).status).toBe(401);
  });
});

describe('a body that does not come', () => {
  const head = (url: string) =>
    request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'content-length': 100 },
    });

  it('ends at the deadline', { timeout: DEADLINE_MS + 15_000 }, async () => {
    const { short } = await bothWays();
    const outgoing = head(short.url);
    outgoing.write('{');
    const status = await new Promise((resolve, reject) => {
      outgoing.on('response', ({ statusCode }) => resolve(statusCode));
      outgoing.on('error', reject);
    });
    outgoing.destroy();
    expect(status).toBe(504);
  });

  it('whose caller goes away runs nothing, and is over at once', async () => {
    let asked = 0;
    const counting: Engine = {
      ...engine,
      search: (...args) => {
        asked += 1;
        return engine.search(...args);
      },
    };
    const { short, whole } = await bothWays({}, counting);
    for (const { url } of [short, whole]) {
      const outgoing = head(url);
      outgoing.on('error', () => undefined);
      outgoing.write('{"query": "{ search(q: \\"moons\\") { title } }"');
      await pause(100);
      outgoing.destroy();
    }
    const linesOf = ({ records }: typeof short) =>
      records.map(({ route, status, bytes }) => [route, status, bytes]);
    await expect.poll(() => linesOf(short)).toContainEqual(['/graphql', 500, 0]);
    await expect.poll(() => linesOf(whole)).toEqual(linesOf(short));
    expect(asked).toBe(0);
  });
});
