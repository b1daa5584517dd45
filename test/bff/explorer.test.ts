/** `/api/graphql` executes what a visitor writes with the front's own key: queries, and nothing that changes or watches. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;
beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const ASK = `mutation Ask { ask(q: "${MOONS}") { __typename } }`;
const MINT = 'mutation Mint { mintKey { __typename } }';
const READ = 'query Read { __typename }';
const WATCH = 'subscription Watch { findings { seq } }';

async function send(body: unknown, headers: Record<string, string> = {}) {
  const reply = await visitor(server.url).send('POST', '/api/graphql', body, headers);
  return { ...reply, codes: (reply.body?.errors ?? []).map(codeOf) };
}

const codeOf = (error: { extensions?: { code?: string } }) => error.extensions?.code;

/** Positions of the log: what changes something takes at least one. */
const logged = async () => (await server.engine.store.head()).size;

describe('a query', () => {
  it('is passed on, and its errors', async () => {
    expect((await send({ query: '{ __typename }' })).body).toEqual({
      data: { __typename: 'Query' },
      extensions: { cost: { asked: 1, limit: 20_000 } },
    });
    expect((await send({ query: '{ nothing }' })).body.errors).toHaveLength(1);
  });

  it('is selected from a document with several operations', async () => {
    const query = `${ASK} ${READ} ${WATCH}`;
    expect((await send({ query, operationName: 'Read' })).body.data).toEqual({ __typename: 'Query' });
  });

  it('is taken by its first name of many, however often it was asked before', async () => {
    for (let times = 0; times < 5; times += 1) {
      expect((await send({ query: READ })).body.data).toEqual({ __typename: 'Query' });
      expect((await send({ query: `${READ} ${ASK}`, operationName: 'Ask' })).codes).toEqual([
        'denied:operation',
      ]);
    }
  });
});

describe('what is no query', () => {
  it.each([
    ['a mutation', { query: ASK }],
    ['a mutation without a name', { query: `mutation { ask(q: "${MOONS}") { __typename } }` }],
    ['a mutation behind a comment that says query', { query: `# query\n${ASK}` }],
    ['a mutation named among queries', { query: `${READ} ${ASK}`, operationName: 'Ask' }],
    ['a mutation named before queries', { query: `${ASK} ${READ}`, operationName: 'Ask' }],
    [
      'a mutation called query',
      { query: 'mutation query { mintKey { __typename } }', operationName: 'query' },
    ],
    ['a mutation through a fragment', { query: 'mutation { ...on Mutation { mintKey { __typename } } }' }],
    [
      'a mutation that a variable includes',
      {
        query: 'mutation ($yes: Boolean!) { mintKey @include(if: $yes) { __typename } }',
        variables: { yes: true },
      },
    ],
    ['a key', { query: MINT }],
    ['a subscription', { query: WATCH }],
    ['a subscription named among queries', { query: `${READ} ${WATCH}`, operationName: 'Watch' }],
  ])('is refused: %s', async (_, body) => {
    const before = await logged();
    const { status, codes } = await send(body);
    expect({ status, codes }).toEqual({ status: 403, codes: ['denied:operation'] });
    expect(await logged()).toBe(before);
  });

  it.each([
    ['a batch', [{ query: ASK }], {}],
    ['a batch within a request', { query: [ASK] }, {}],
    ['a document by its hash', { documentId: `sha256:${sha256(ASK)}` }, {}],
    [
      'a hash beside no document',
      { query: '', extensions: { persistedQuery: { sha256Hash: sha256(ASK) } } },
      {},
    ],
    ['a mutation beside a name of nothing', { query: `${READ} ${ASK}`, operationName: 'Nothing' }, {}],
    ['two operations and no name', { query: `${READ} ${ASK}` }, {}],
    [
      'a second mutation of the same name',
      { query: `query Ask { __typename } ${ASK}`, operationName: 'Ask' },
      {},
    ],
    ['a form', `query=${encodeURIComponent(ASK)}`, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a document as such', ASK, { 'content-type': 'application/graphql' }],
  ])('is not executed in another form: %s', async (_, body, headers) => {
    const before = await logged();
    const { status, body: reply } = await send(body, headers);
    expect(reply.errors ?? reply.error, `status ${status}`).toBeTruthy();
    expect(reply.data ?? null).toBeNull();
    expect(await logged()).toBe(before);
  });

  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('is not taken by %s', async (method) => {
    const path = `/api/graphql?query=${encodeURIComponent(ASK)}`;
    const { status, headers } = await visitor(server.url).send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    ['another value of the header', { 'x-adduce-operations': 'mutation' }],
    ['an empty header', { 'x-adduce-operations': '' }],
    ['another method', { 'x-http-method-override': 'GET' }],
    ['a key of its own', { authorization: 'Bearer adk_own' }],
    ['another tenant', { 'x-tenant': 'others' }],
  ])('is refused to a browser that sends %s', async (_, headers) => {
    expect((await send({ query: ASK }, headers)).codes).toEqual(['denied:operation']);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('nor is a query taken from %s', async (_, headers) => {
    const { status, body } = await send({ query: READ }, headers);
    expect([status, body.error.reason]).toEqual([403, 'denied:origin']);
  });

  it('changes nothing in any order and by any name', async () => {
    const before = await logged();
    const documents = fc.shuffledSubarray([ASK, MINT, READ, WATCH], { minLength: 1 });
    const names = fc.constantFrom('Ask', 'Mint', 'Watch', 'ask', '', null);
    await fc.assert(
      fc.asyncProperty(documents, names, async (operations, operationName) => {
        const { body } = await send({ query: operations.join('\n'), operationName });
        expect(body.data ?? null).toSatisfy((data) => data === null || data.__typename === 'Query');
      }),
      { numRuns: 40 },
    );
    expect(await logged()).toBe(before);
  });
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
