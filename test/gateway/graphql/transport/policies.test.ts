import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { getIntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { GraphqlConfig } from '../../../../gateway/graphql/config.ts';
import { readDocuments } from '../../../../gateway/graphql/transport/documents.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const PING = '{ __typename }';
const OTHER = '{ again: __typename }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const listed = readDocuments(JSON.stringify({ [sha256(PING)]: PING }));

let folder: Awaited<ReturnType<typeof storeFolder>>;
const servers: RunningServer[] = [];
beforeEach(async () => {
  folder = await storeFolder();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function start(config: Partial<GraphqlConfig>): Promise<RunningServer> {
  const server = await startServer({ path: folder.path, config });
  servers.push(server);
  return server;
}

async function send({ url }: RunningServer, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as {
    data?: unknown;
    errors?: { extensions: { code: string } }[];
  };
  return { status: response.status, data, code: errors?.[0]?.extensions.code };
}

const DONE = { status: 200, data: { __typename: 'Query' }, code: undefined };

describe('a listed document', () => {
  it.each([
    ['documentId', { documentId: `sha256:${sha256(PING)}` }],
    ['the extension', { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(PING) } } }],
    [
      'the extension beside an empty query',
      { query: '', extensions: { persistedQuery: { sha256Hash: sha256(PING) } } },
    ],
  ])('is run by its hash in %s', async (_, body) => {
    expect(await send(await start({ documents: { listed, only: true } }), body)).toEqual(DONE);
  });

  it('is run by its text too, whatever else is refused', async () => {
    const server = await start({ documents: { listed, only: true } });
    expect(await send(server, { query: PING })).toEqual(DONE);
  });

  it.each([
    ['an unknown hash', { documentId: `sha256:${sha256(OTHER)}` }],
    ['a hash of another kind', { documentId: 'md5:00' }],
    ['a number', { documentId: 7 }],
    ['a name of every object', { documentId: 'constructor' }],
  ])('is not found by %s', async (_, body) => {
    const { status, code } = await send(await start({ documents: { listed, only: false } }), body);
    expect({ status, code }).toEqual({ status: 404, code: 'missing:document' });
  });

  it('is the only one, where only those are taken: over HTTP, however often, and on a socket', async () => {
    const server = await start({ documents: { listed, only: true } });
    for (let time = 0; time < 4; time += 1) {
      const { status, code } = await send(server, { query: OTHER });
      expect({ status, code }).toEqual({ status: 403, code: 'denied:document' });
    }
    const client = createClient({
      url: server.url.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const ask = async (payload: { query: string; extensions?: Record<string, unknown> }) => {
      for await (const result of client.iterate(payload)) return result;
    };
    await expect(ask({ query: OTHER })).rejects.toMatchObject([{ extensions: { code: 'denied:document' } }]);
    const named = { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: sha256(PING) } } };
    expect(await ask(named)).toMatchObject({ data: { __typename: 'Query' } });
    await client.dispose();
  });

  it('is one of many where others are taken', async () => {
    const { status, data } = await send(await start({ documents: { listed, only: false } }), {
      query: OTHER,
    });
    expect({ status, data }).toEqual({ status: 200, data: { again: 'Query' } });
  });
});

describe('a document that is named in the way of persisted queries', () => {
  const persisted = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });

  it('is answered by the code that its clients fall back on', async () => {
    const server = await start({ documents: { listed, only: false } });
    const unknown = await send(server, { extensions: persisted(OTHER) });
    expect(unknown.code).toBe('PERSISTED_QUERY_NOT_FOUND');
    const again = await send(server, { query: OTHER, extensions: persisted(OTHER) });
    expect(again).toEqual({ status: 200, data: { again: 'Query' }, code: undefined });
    const none = await start({ documents: { listed: new Map(), only: false } });
    expect((await send(none, { extensions: persisted(PING) })).code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  it('is still refused by its text, where only listed ones are taken', async () => {
    const server = await start({ documents: { listed, only: true } });
    expect((await send(server, { extensions: persisted(OTHER) })).code).toBe('PERSISTED_QUERY_NOT_FOUND');
    const { status, code } = await send(server, { query: OTHER, extensions: persisted(OTHER) });
    expect({ status, code }).toEqual({ status: 403, code: 'denied:document' });
  });

  it.each([
    ['it is not listed', listed, 2],
    ['nothing is listed', new Map(), 2],
  ])('reaches Apollo’s client where %s: it sends the text', async (_, documents, requests) => {
    const server = await start({ documents: { listed: documents, only: false } });
    let sent = 0;
    const counted: typeof fetch = (...args) => {
      sent += 1;
      return fetch(...args);
    };
    const link = ApolloLink.from([
      new PersistedQueryLink({ sha256 }),
      new HttpLink({ uri: server.url, fetch: counted }),
    ]);
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query: gql('{ stats { log { size } } }') });
    expect(data).toMatchObject({ stats: { log: { size: 0 } } });
    expect(sent).toBe(requests);
    client.stop();
  });
});

describe('a list of documents', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['a hash of another text', JSON.stringify({ [sha256(OTHER)]: PING })],
    ['no text', JSON.stringify({ [sha256(PING)]: 1 })],
    ['a document that does not parse', JSON.stringify({ [sha256('{')]: '{' })],
    ['a document of another schema', JSON.stringify({ [sha256('{ nothing }')]: '{ nothing }' })],
  ])('is refused with %s', (_, json) => {
    expect(() => readDocuments(json)).toThrow();
  });
});

describe('the schema', () => {
  const INTROSPECTION = getIntrospectionQuery();
  const HIDDEN = 'query { ...q } fragment q on Query { a: __type(name: "Query") { name } }';

  it.each(['off', 'keys'] as const)('is told to no token where the policy is %s', async (introspection) => {
    const server = await start({ introspection, engineAuth: 'required' });
    const minted = await server.engine.keys.mintToken({
      capabilities: ['wiki.search'],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const headers = { authorization: `Bearer ${minted.value.token}` };
    for (const query of [INTROSPECTION, HIDDEN]) {
      const { status, body } = await post(server.url, query, { headers });
      expect({ status, code: body.errors?.[0]?.extensions?.code }).toEqual({
        status: 403,
        code: 'denied:introspection',
      });
    }
    expect((await post(server.url, PING, { headers })).status).toBe(200);
  });

  it('is readable for an organisation by keys, and for nobody by off', async () => {
    for (const [introspection, expected] of [
      ['keys', 200],
      ['off', 403],
    ] as const) {
      const server = await start({ introspection, engineAuth: 'required' });
      const { key } = await server.engine.keys.mintKey('one');
      const { status } = await post(server.url, INTROSPECTION, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(status).toBe(expected);
      await server.stop();
    }
  });

  it('costs a request’s worth, however little is asked of it', async () => {
    const { cost } = await post((await start({})).url, HIDDEN);
    expect(cost?.asked).toBeGreaterThan(1_000);
  });
});

describe('a request for queries only', () => {
  const only = (value: string) => ({ 'x-adduce-operations': value });
  const MUTATION = 'mutation { mintKey { __typename } }';

  it('has queries answered, and nothing else, by POST, GET and as events', async () => {
    const { url } = await start({});
    const headers = only('query');
    expect((await post(url, PING, { headers })).status).toBe(200);
    const mutation = await post(url, MUTATION, { headers });
    expect([mutation.status, mutation.body.errors?.[0]?.extensions?.code]).toEqual([403, 'denied:operation']);
    const accept = 'text/event-stream';
    for (const query of [MUTATION, 'subscription { findings { seq } }']) {
      const sent = await fetch(`${url}?query=${encodeURIComponent(query)}`, {
        headers: { ...headers, accept },
      });
      expect(await sent.text()).not.toContain('"data"');
      expect(sent.ok).toBe(false);
    }
  });

  it.each(['', 'Query', 'mutation', 'query, mutation', '*'])(
    'takes no other word for it: %j',
    async (value) => {
      const { status, body } = await post((await start({})).url, PING, { headers: only(value) });
      expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'invalid:query']);
    },
  );
});

describe('a page of another origin', () => {
  const LISTED = 'https://explore.example';
  const ask = async (method: string, origin: string) => {
    const { url } = await start({ allowedOrigins: [LISTED] });
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    return fetch(url, {
      method,
      headers: { origin, ...(method === 'OPTIONS' ? preflight : { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: JSON.stringify({ query: PING }) }),
    });
  };

  it('that is listed learns so before it calls, without cookies', async () => {
    const { status, headers } = await ask('OPTIONS', LISTED);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toContain('origin');
  });

  it('that is listed may read the response, and what it says of its rate', async () => {
    const { status, headers } = await ask('POST', LISTED);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(LISTED);
    expect(headers.get('access-control-expose-headers')).toContain('ratelimit');
  });

  it.each(['https://evil.example', 'null', `${LISTED}.evil.example`, 'http://explore.example'])(
    'that is not, such as %s, learns nothing and may not call',
    async (origin) => {
      const before = await ask('OPTIONS', origin);
      expect(before.headers.get('access-control-allow-origin')).toBeNull();
      expect(before.headers.get('access-control-allow-methods')).toBeNull();
      const { status, headers } = await ask('POST', origin);
      expect({ status, allowed: headers.get('access-control-allow-origin') }).toEqual({
        status: 403,
        allowed: null,
      });
    },
  );
});
