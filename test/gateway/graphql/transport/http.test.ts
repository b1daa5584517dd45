import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_COMPLEXITY } from '../../../../gateway/graphql/cost/limits.ts';
import {
  answerId,
  appendFindings,
  post,
  type RunningServer,
  startServer,
  storeFolder,
} from '../graphql-server.ts';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let closed: RunningServer;
let closedFolder: Awaited<ReturnType<typeof storeFolder>>;

const PING = '{ __typename }';
const PING_COST = { asked: 1, limit: MAX_COMPLEXITY };
const FINDINGS =
  '{ findings(filter: {answerId: "ans_one"}) { nodes { seq answerId from to at reasons { code claim } } } }';

beforeAll(async () => {
  folder = await storeFolder();
  closedFolder = await storeFolder();
  server = await startServer({ path: folder.path });
  closed = await startServer({
    path: closedFolder.path,
    config: { engineAuth: 'required', allowedOrigins: ['https://adduce.example'] },
  });
});
afterAll(async () => {
  for (const one of [server, closed]) await one.stop();
  for (const one of [folder, closedFolder]) await one[Symbol.asyncDispose]();
});

const bearer = (credential: string) => ({ headers: { authorization: `Bearer ${credential}` } });

describe('who may ask', () => {
  it('lets nobody in without a key where one is required', async () => {
    const { status, body } = await post(closed.url, PING);
    expect({ status, code: body.errors?.[0]?.extensions?.code }).toEqual({
      status: 401,
      code: 'denied:key_missing',
    });
  });

  it.each(['adk_wrong', 'Basic', '', 'adk_'.padEnd(47, 'x')])(
    'refuses the wrong key “%s” in open mode too',
    async (key) => {
      const { status, body } = await post(server.url, PING, bearer(key));
      expect({ status, code: body.errors?.[0]?.extensions?.code }).toEqual({
        status: 401,
        code: 'denied:key_invalid',
      });
    },
  );

  it('refuses a token that is not one with 403', async () => {
    const { status, body } = await post(server.url, PING, bearer('rcx1.nonsense'));
    expect({ status, code: body.errors?.[0]?.extensions?.code }).toEqual({
      status: 403,
      code: 'denied:token_invalid',
    });
  });

  it('gives the tenant of the key its own findings and no others', async () => {
    const { engine, url } = closed;
    const [mine, theirs] = await Promise.all([engine.keys.mintKey('mine'), engine.keys.mintKey('theirs')]);
    await appendFindings(engine, [{ answer: 'one', tenant: 'mine', to: 'FAIL' }]);
    const seen = await post(url, FINDINGS, bearer(mine.key));
    expect(seen.body.data.findings.nodes).toMatchObject([
      {
        answerId: answerId('one'),
        from: 'UNKNOWN',
        to: 'FAIL',
        reasons: [{ code: 'NEWER_RIVAL', claim: null }],
      },
    ]);
    expect((await post(url, FINDINGS, bearer(theirs.key))).body).toEqual({
      data: { findings: { nodes: [] } },
    });
  });

  it('gives a token everything but what belongs to a tenant, and says why', async () => {
    const { engine, url } = closed;
    const minted = await engine.keys.mintToken({
      capabilities: ['wiki.search'],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const query = `{ artefact(id: "a1none") { url } answer(id: "ans_one") { summary } findings(filter: {answerId: "ans_one"}) { nodes { seq } } }`;
    const { status, body } = await post(url, query, bearer(minted.value.token));
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { artefact: null, answer: null, findings: null },
    });
    expect(body.errors?.map(({ path, extensions }) => [path?.[0], extensions?.code])).toEqual([
      ['answer', 'denied:key_missing'],
      ['findings', 'denied:key_missing'],
    ]);
  });

  it('refuses a key from its revocation on', async () => {
    const { key, key_id } = await closed.engine.keys.mintKey('brief');
    expect((await post(closed.url, PING, bearer(key))).status).toBe(200);
    await closed.engine.keys.revoke(key_id);
    expect((await post(closed.url, PING, bearer(key))).status).toBe(401);
  });
});

describe('what a page of another site may do', () => {
  it('refuses its origin', async () => {
    const { status } = await post(server.url, PING, { headers: { origin: 'https://evil.example' } });
    expect(status).toBe(403);
  });

  it.each(['null', 'https://adduce.example.evil.example', 'not a url'])(
    'refuses the origin “%s”',
    async (origin) => {
      expect((await post(closed.url, PING, { headers: { origin } })).status).toBe(403);
    },
  );

  it('accepts the server’s own origin, and the listed ones go on to the key', async () => {
    expect((await post(server.url, PING, { headers: { origin: new URL(server.url).origin } })).status).toBe(
      200,
    );
    expect((await post(closed.url, PING, { headers: { origin: 'https://adduce.example' } })).status).toBe(
      401,
    );
  });

  it('says nothing of other origins, not even when asked beforehand', async () => {
    const response = await fetch(server.url, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['text/plain', JSON.stringify({ query: PING })],
    ['application/x-www-form-urlencoded', `query=${encodeURIComponent(PING)}`],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/graphql', PING],
  ])('refuses the type %s of a form', async (type, body) => {
    const response = await fetch(server.url, { method: 'POST', headers: { 'content-type': type }, body });
    expect(response.status).toBe(415);
    const { errors } = await response.json();
    expect(errors).toEqual([{ message: expect.any(String), extensions: { code: 'invalid:media_type' } }]);
  });

  it('accepts another type with the header that a form cannot send', async () => {
    const headers = { 'content-type': 'application/graphql', 'x-graphql-yoga-csrf': '1' };
    const response = await fetch(server.url, { method: 'POST', headers, body: PING });
    expect(await response.json()).toEqual({ data: { __typename: 'Query' }, extensions: { cost: PING_COST } });
  });
});

describe('how it answers', () => {
  it('serves GraphiQL to people, whole and without another host', async () => {
    const response = await fetch(closed.url, { headers: { accept: 'text/html,*/*' } });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('Adduce');
    expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="https?:/);
  });

  it('answers a query by GET', async () => {
    const response = await fetch(`${server.url}?query=${encodeURIComponent(PING)}`);
    expect(await response.json()).toEqual({ data: { __typename: 'Query' }, extensions: { cost: PING_COST } });
  });

  it.each(['{', 'query', '{ nothing }', '{ claim { text } }', 'query ($a: Nothing) { __typename }'])(
    'answers 400 to “%s”',
    async (query) => {
      const { status, body } = await post(server.url, query);
      expect(status).toBe(400);
      expect(body.errors).not.toHaveLength(0);
    },
  );

  it('answers 400 to a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(server.url, { method: 'POST', headers, body: '{' })).status).toBe(400);
  });

  it('hides a fault of the inside, and tells its owner', async () => {
    await using folder = await storeFolder();
    const fault = new Error('the secret inside');
    const failing = await startServer({
      path: folder.path,
      around: (engine) => ({ ...engine, artefacts: () => Promise.reject(fault) }),
    });
    const { body } = await post(failing.url, '{ artefact(id: "a1x") { url } }');
    expect(body.errors).toMatchObject([{ path: ['artefact'], extensions: { code: 'internal:fault' } }]);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(JSON.stringify(failing.faults.map(String))).toContain('the secret inside');
    await failing.stop();
  });
});
