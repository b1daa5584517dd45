import { createClient } from 'graphql-ws';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Engine } from '../../../../engine/engine.ts';
import { ROWS_PER_FIELD } from '../../../../gateway/graphql/cost/cost.ts';
import { MAX_COMPLEXITY } from '../../../../gateway/graphql/cost/limits.ts';
import { IN_PROCESS } from '../../../../gateway/http/connection.ts';
import { createSurface } from '../../../../gateway/operations/surface.ts';
import { createRest } from '../../../../gateway/rest/create-rest.ts';
import { addLooks } from '../../../../graph/caller.ts';
import { changes } from '../../../conformance/graph-store/records.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { type RunningServer, type ServerOptions, startServer, storeFolder } from '../graphql-server.ts';
import { PAGES, PING } from './priced-queries.ts';

/** Of which one is worth several requests. */
const DEAR = { query: PAGES, variables: { n: 60 } };

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

/** A server that allows each caller so many requests a minute. */
async function limited(ratePerMinute: number, options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const own = await storeFolder();
  const started = await startServer({
    path: own.path,
    ...options,
    config: { ratePerMinute, ...options.config },
  });
  opened.push(started, own);
  return started;
}

async function send({ url }: RunningServer, query: string, variables: object = {}, headers: object = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** `r` of `RateLimit`. */
const leftOf = (headers: Headers) => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);

const DOCUMENT = { id: 'one', text: 'Saturn has 82 moons.', domain: 'one.example', day: '2023-05-12' };
/** Names that no claim names: none of them is shown. */
const WITHHELD = 700;
/** Of these are looked at, slice by slice, before the last slice ends with the list. */
const PASSED = 128 + 512;

async function saveWithheld({ engine: { store } }: RunningServer): Promise<void> {
  const head = await store.head();
  const times = (seq: number) => ({ seq, since: '2020-01-01T00:00:00.000Z', counts: { claims: 1 } });
  const tallies = Array.from({ length: WITHHELD }, (_, n) => {
    return { kind: 'entity' as const, corpus: 'moons', key: `e${n}`, ...times(0) };
  });
  await store.transact((tx) => tx.save(changes({ head, tallies })));
}

describe('what an operation comes to', () => {
  const NAMES = '{ entities(corpus: "moons") { nodes { key } } }';

  it('is what it looks at, where that is more than what it asks for', async () => {
    const own = await limited(1_000);
    await ingestInto(own.engine, 'moons', [jsonLines([DOCUMENT])]);
    const before = await send(own, NAMES);
    const { asked } = before.body.extensions.cost;
    expect(before.body.extensions.cost).toEqual({ asked, limit: MAX_COMPLEXITY });
    await saveWithheld(own);
    const { extensions, data } = (
      await send(own, '{ entities(corpus: "moons", first: 1) { nodes { key } } }')
    ).body;
    expect(data.entities.nodes).toEqual([{ key: 'saturn' }]);
    const { used } = extensions.cost;
    expect(used * ROWS_PER_FIELD).toBeGreaterThanOrEqual(PASSED);
    expect((used - 1) * ROWS_PER_FIELD).toBeLessThanOrEqual(2 * WITHHELD);
  });

  it('counts for the caller’s rate, behind the operation: the next one is refused where nothing is left', async () => {
    const own = await limited(10, { around: (engine) => lookingAt(engine, 3_000 * ROWS_PER_FIELD) });
    await ingestInto(own.engine, 'moons', [jsonLines([DOCUMENT])]);
    const query = '{ publisher(domain: "example.org") { domain } }';
    const first = await send(own, query);
    expect(first.body.extensions.cost).toMatchObject({ used: expect.any(Number) });
    expect(first.body.extensions.cost.used).toBeGreaterThanOrEqual(3_000);
    expect(leftOf(first.headers)).toBe(10 - Math.ceil(first.body.extensions.cost.used / 1_000));
    expect((await send(own, query)).status).toBe(200);
    expect((await send(own, query)).status).toBe(429);
  });

  it('counts for it where a compiled query answers, too', async () => {
    const own = await limited(100, { around: (engine) => lookingAt(engine, 3_000 * ROWS_PER_FIELD) });
    await ingestInto(own.engine, 'moons', [jsonLines([DOCUMENT])]);
    const left: (number | null)[] = [];
    // It is compiled after its second answer.
    for (let answers = 0; answers < 3; answers += 1) {
      left.push(leftOf((await send(own, '{ publisher(domain: "example.org") { domain } }')).headers));
    }
    const [first = 0, second = 0, third = 0] = left.map(Number);
    expect(first - second).toBeGreaterThanOrEqual(3);
    expect(second - third).toBe(first - second);
  });
});

/** Its corpora are found by looking at so many rows. */
function lookingAt(engine: Engine, rows: number): Engine {
  return {
    ...engine,
    resolveCorpus: (...args) => {
      addLooks(rows);
      return engine.resolveCorpus(...args);
    },
  };
}

describe('a caller’s rate', () => {
  it('is said in headers, and goes down by what an operation costs', async () => {
    const own = await limited(100);
    const small = await send(own, PING);
    expect(small.headers.get('ratelimit-policy')).toBe('"requests";q=100;w=60');
    expect(leftOf(small.headers)).toBe(99);
    const dear = await send(own, DEAR.query, DEAR.variables);
    const { asked } = dear.body.extensions.cost;
    expect(leftOf(dear.headers)).toBe(99 - Math.ceil(asked / 1_000));
  });

  it('refuses the next request with 429 and when to come again', async () => {
    const own = await limited(2);
    const statuses = [(await send(own, PING)).status, (await send(own, PING)).status];
    expect(statuses).toEqual([200, 200]);
    const { status, headers, body } = await send(own, PING);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toEqual({
      errors: [
        {
          message: expect.any(String),
          extensions: { code: 'limited:rate', retryAfterMs: expect.any(Number) },
        },
      ],
    });
  });

  it('refuses an operation that is worth more than is left, before it runs', async () => {
    const read: unknown[] = [];
    const own = await limited(3, {
      around: (engine) => ({
        ...engine,
        artefacts: (ids) => {
          read.push(ids);
          return engine.artefacts(ids);
        },
      }),
    });
    const { status, headers, body } = await send(own, DEAR.query, DEAR.variables);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).not.toBeNull();
    expect(body.errors[0].extensions).toMatchObject({ code: 'limited:rate' });
    expect(read).toEqual([]);
  });

  it('is the key’s own, whatever address it comes from, and a wrong key counts for its address', async () => {
    const own = await limited(2);
    const [one, other] = await Promise.all([
      own.engine.keys.mintKey('one'),
      own.engine.keys.mintKey('other'),
    ]);
    const as = async (key: string) => (await send(own, PING, {}, { authorization: `Bearer ${key}` })).status;
    expect([await as(one.key), await as(one.key), await as(one.key)]).toEqual([200, 200, 429]);
    expect(await as(other.key)).toBe(200);
    expect([await as('adk_wrong'), await as('adk_wrong'), await as('adk_wrong')]).toEqual([401, 401, 429]);
  });

  it('is one with REST’s', async () => {
    const server = await limited(3);
    const config = graphqlConfig({ ratePerMinute: 3 });
    const shared = createSurface(config);
    const { createGraphql } = await import('../../../../gateway/graphql/create-graphql.ts');
    const graphql = createGraphql({ engine: server.engine, config, shared });
    const rest = createRest({ engine: server.engine, config, shared });
    const connection = { ...IN_PROCESS, remoteAddress: '192.0.2.7' };
    const query = () =>
      graphql.handle(new Request(`http://h/graphql?query=${encodeURIComponent(PING)}`), connection);
    const stats = () => rest(new Request('http://h/v1/search?q=x'), connection);
    const statuses: number[] = [];
    for (const call of [stats, query, stats, query]) statuses.push((await call()).status);
    expect(statuses[3]).toBe(429);
    expect(statuses.slice(0, 3)).not.toContain(429);
  });

  it('counts the operations of a socket', async () => {
    const own = await limited(2);
    const client = createClient({
      url: own.url.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const ask = async () => {
      for await (const result of client.iterate({ query: PING })) return result;
    };
    expect([await ask(), await ask()]).toMatchObject([{ data: {} }, { data: {} }]);
    await expect(ask()).rejects.toMatchObject([{ extensions: { code: 'limited:rate' } }]);
    await client.dispose();
  });
});
