import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../gateway/client/create-client.ts';
import { createGraphql } from '../../../gateway/graphql/create-graphql.ts';
import { traceOf } from '../../../gateway/http/trace.ts';
import { TOKEN_RESERVE } from '../../../gateway/operations/token-budget.ts';
import { eventually } from '../../eventually.ts';
import { graphqlConfig } from '../graphql/graphql-config.ts';
import { openRestFixture, QUESTION, type RestFixture, send } from '../rest/rest-fixture.ts';
import { exchangeRaw, startServer } from './http-server.ts';

const DRAWN = /^[0-9a-f]{32}$/;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

function traced(headers: Readonly<Record<string, string>>) {
  return traceOf((name) => headers[name] ?? null);
}

describe('the trace of a request', () => {
  it.each(['t', 't-1', 'a'.repeat(128), 'A.b_c~d:e/f+g=h@i-9'])('is what was sent: %s', (sent) => {
    expect(traced({ 'x-trace': sent, traceparent: PARENT })).toEqual({ id: sent, isSent: true });
  });

  it.each([
    '',
    'a'.repeat(129),
    'a b',
    'a,b',
    'a"b',
    'a\\b',
    '{}',
    'ü',
    'a\u0000',
    'a\r\nx: y',
    '$(id)',
    '<b>',
  ])('is another one where %j was sent', (sent) => {
    expect(traced({ 'x-trace': sent })).toEqual({ id: expect.stringMatching(DRAWN), isSent: false });
    expect(traced({ 'x-trace': sent, traceparent: PARENT })).toEqual({ id: TRACE_ID, isSent: true });
  });

  it.each([
    '',
    TRACE_ID,
    PARENT.toUpperCase(),
    `ff${PARENT.slice(2)}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `${PARENT}0`,
    `${PARENT}, ${PARENT}`,
  ])('is drawn for the traceparent %j', (traceparent) => {
    expect(traced({ traceparent })).toEqual({ id: expect.stringMatching(DRAWN), isSent: false });
  });

  it('may be of a later version of Trace Context', () => {
    expect(traced({ traceparent: `01${PARENT.slice(2)}-what-comes` }).id).toBe(TRACE_ID);
  });

  it('is random each time, and never holds a forbidden value', () => {
    expect(traced({}).id).not.toBe(traced({}).id);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (sent) => {
        expect(traced({ 'x-trace': sent }).id).toMatch(/^[A-Za-z0-9._~:/+=@-]{1,128}$/);
      }),
    );
  });
});

describe('over a connection', () => {
  let fixture: RestFixture;

  beforeAll(async () => {
    fixture = await openRestFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each<[what: string, path: string, init: RequestInit, status: number]>([
    ['a search', '/v1/search', { method: 'POST', body: JSON.stringify({ q: QUESTION }) }, 200],
    ['a body that is none', '/v1/search', { method: 'POST', body: '{' }, 400],
    ['a lacking token', '/v1/keys/self', {}, 403],
    ['a path of nothing', '/v1/nothing', {}, 404],
    ['a wrong method', '/v1/search', { method: 'PUT' }, 405],
    ['a format that nobody writes', '/v1/stats', { headers: { accept: 'image/png' } }, 406],
    ['another host', '/v1/stats', {}, 403],
    ['health', '/healthz', {}, 200],
    ['HEAD', '/v1/stats', { method: 'HEAD' }, 200],
    ['OPTIONS', '/v1/stats', { method: 'OPTIONS' }, 200],
    ['the description', '/openapi.json', {}, 200],
    ['a tile', '/v1/log/checkpoint', { headers: { accept: 'text/plain' } }, 200],
  ])('%s has its trace in the header and in the log', async (what, path, init, status) => {
    const rest = fixture.rest(what === 'another host' ? { answersTo: () => false } : {});
    const { server, records } = await startServer({ fallback: rest });
    const type = init.body === undefined ? null : { 'content-type': 'application/json' };
    for (const sent of ['t-17', null]) {
      const headers = new Headers({ ...init.headers, ...type, ...(sent !== null && { 'x-trace': sent }) });
      const response = await fetch(`${server.url}${path}`, { ...init, headers });
      await response.arrayBuffer();
      expect(response.status).toBe(status);
      const trace = response.headers.get('x-trace');
      expect(trace).toMatch(sent === null ? DRAWN : /^t-17$/);
      await eventually(() => expect(records.at(-1)).toMatchObject({ trace, status }));
    }
  });

  it.each([
    ['a method that no handler knows', 'TRACE /v1/stats HTTP/1.1\r\nHost: x\r\nX-Trace: t-9\r\n', 't-9', 405],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\nX-Trace: t-9\r\n', 't-9', 405],
    ['no one host', 'GET / HTTP/1.1\r\nX-Trace: t-9\r\n', 't-9', 400],
    ['two traces', 'GET /v1/stats HTTP/1.1\r\nHost: x\r\nX-Trace: a\r\nX-Trace: b\r\n', null, 200],
    ['no HTTP', 'nonsense\r\n', null, 400],
    [
      'a header beyond the bound',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n`,
      null,
      431,
    ],
  ])('%s has one too', async (_, head, sent, status) => {
    const { server, records } = await startServer({ fallback: fixture.rest() });
    const said = await exchangeRaw(server, `${head}Connection: close\r\n\r\n`);
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, trace = ''] = /^x-trace: (.*)\r$/im.exec(said) ?? [];
    if (sent === null) expect(trace).toMatch(DRAWN);
    else expect(trace).toBe(sent);
    expect(said.match(/^x-trace:/gim)).toHaveLength(1);
    await eventually(() => expect(records.at(-1)).toMatchObject({ trace, status }));
  });

  it.each([
    ['a query', { query: '{ corpora { nodes { name } } }' }, {}, 200],
    ['a query that is none', { query: '{' }, {}, 200],
    ['a wrong token', { query: '{ __typename }' }, { authorization: 'Bearer rcx1.x' }, 403],
  ])('of GraphQL %s has one too, by its fast path and by its full path', async (_, body, more, status) => {
    const graphql = createGraphql({ engine: fixture.engine, config: graphqlConfig() });
    const { handle, plain } = graphql;
    for (const route of [
      { prefix: '/graphql', handle, plain },
      { prefix: '/graphql', handle },
    ]) {
      const { server, records } = await startServer({ routes: [route], onUpgrade: graphql.upgrade });
      const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-trace': 't-4' };
      const init = { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...more } };
      const response = await fetch(`${server.url}/graphql`, init);
      await response.arrayBuffer();
      expect(response.headers.get('x-trace')).toBe('t-4');
      await eventually(() => expect(records.at(-1)).toMatchObject({ trace: 't-4', route: '/graphql' }));
      expect(response.status).toBe(status);
    }
    await graphql.close(0);
  });

  it('a handler that fails has one too', async () => {
    const failing = () => Promise.reject(new Error('broken'));
    const { server } = await startServer({ routes: [{ prefix: '/x', handle: failing }] });
    const response = await fetch(`${server.url}/x`, { headers: { 'x-trace': 't-3' } });
    expect([response.status, response.headers.get('x-trace')]).toEqual([500, 't-3']);
  });

  it('the receipt holds it, which the client recomputes', async () => {
    const { server } = await startServer({ fallback: fixture.rest() });
    const client = createClient({ baseUrl: server.url, checkReceipts: true });
    const body = await client.searchPointers({ q: QUESTION }, { trace: 't-21' });
    expect(body).toMatchObject({ trace: 't-21' });
    await expect(client.item('wx://lakes/article/none', {}, { trace: 't-22' })).rejects.toMatchObject({
      envelope: { trace: 't-22' },
    });
  });
});

describe('in a body', () => {
  let fixture: RestFixture;

  beforeAll(async () => {
    fixture = await openRestFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  const ask = (headers: Readonly<Record<string, string>>) =>
    send(fixture.rest(), '/v1/answers', { method: 'POST', body: { q: QUESTION }, headers });

  it('it stands where the caller sent one, and equal requests have equal bytes', async () => {
    const [first, second] = [await ask({}), await ask({})];
    expect(first.body).not.toHaveProperty('trace');
    expect(second.body).toEqual(first.body);
    expect((await ask({ 'x-trace': 'not a trace' })).body).toEqual(first.body);
    const [one, two] = [await ask({ 'x-trace': 't-5' }), await ask({ 'x-trace': 't-5' })];
    expect(one.body.trace).toBe('t-5');
    expect(two.body).toEqual(one.body);
    expect((await ask({ traceparent: PARENT })).body.trace).toBe(TRACE_ID);
  });

  it("it changes neither the answer's id nor its receipt, only the response's own", async () => {
    const [plain, traced] = [await ask({}), await ask({ 'x-trace': 't-6' })];
    expect(traced.body.answer_id).toBe(plain.body.answer_id);
    expect(traced.body.receipt).toEqual(plain.body.receipt);
    expect(traced.body.receipts[0].hash).not.toBe(plain.body.receipts[0].hash);
  });

  it('the longest one is within the token reserve', async () => {
    const trace = 'q7=X9/z3+K8@j2~W5'.repeat(8).slice(0, 128);
    const sent = { method: 'POST', body: { q: QUESTION, token_budget: 0 }, headers: { 'x-trace': trace } };
    const text = JSON.stringify((await send(fixture.rest(), '/v1/search', sent)).body);
    expect(text).toContain(trace);
    for (const encode of [encodeO200k, encodeCl100k]) {
      expect(encode(text).length).toBeLessThanOrEqual(TOKEN_RESERVE);
    }
  });
});
