/** What strangers and other organisations send: refused in the documented form, and the service goes on. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runJson, type Service } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { appendEvidence, ask, bearer, call, errorOf, type JsonReply, postJson } from './caller.ts';
import type { Deployment, StoreKind } from './deployment.ts';
import { deployFacts, FACTS, QUESTIONS } from './facts.ts';
import { followFindings, verdictsOf } from './follow-findings.ts';
import { LIVE, SLOW } from './slow.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const CBOR_TYPE = { 'content-type': 'application/cbor' };
const QUESTION = { q: QUESTIONS[0].q };
const MEGABYTE = 1_000_000;

interface EngineKey {
  readonly key: string;
  readonly org: string;
}

const post = (headers: Record<string, string>, body: BodyInit) => ({ method: 'POST', headers, body });

/** What is sent to which path, and the status and reason that it meets. */
const REFUSED: readonly (readonly [string, string, RequestInit, number, string])[] = [
  ['broken JSON', '/v1/answers', post(JSON_TYPE, '{"q": "How'), 400, 'invalid:body'],
  ['doubled keys', '/v1/answers', post(JSON_TYPE, '{"q": "a", "__proto__": {}}'), 400, 'invalid:body'],
  ['deep nesting', '/v1/answers', post(JSON_TYPE, '['.repeat(1_000)), 400, 'invalid:body'],
  ['an unknown member', '/v1/answers', post(JSON_TYPE, '{"q": "a", "x": 1}'), 400, 'invalid:body'],
  ['no question', '/v1/answers', post(JSON_TYPE, '{"q": ""}'), 400, 'invalid:body'],
  [
    'a day that is none',
    '/v1/answers',
    post(JSON_TYPE, '{"q": "a", "as_of": "2026-02-30"}'),
    400,
    'invalid:body',
  ],
  ['broken CBOR', '/v1/answers', post(CBOR_TYPE, new Uint8Array([0xa1, 0x61])), 400, 'invalid:cbor'],
  [
    'CBOR with a tag',
    '/v1/answers',
    post(CBOR_TYPE, new Uint8Array([0xc2, 0x41, 0x01])),
    400,
    'invalid:cbor',
  ],
  [
    'CBOR that claims much',
    '/v1/answers',
    post(CBOR_TYPE, new Uint8Array([0x9a, 255, 255, 255, 255])),
    400,
    'invalid:cbor',
  ],
  [
    'two megabytes',
    '/v1/answers',
    post(JSON_TYPE, JSON.stringify({ q: 'a'.repeat(2 * MEGABYTE) })),
    413,
    'invalid:size',
  ],
  ['a form', '/v1/answers', post({ 'content-type': 'text/plain' }, '{}'), 415, 'invalid:media_type'],
  ['a wish for XML', '/healthz', { headers: { accept: 'text/xml' } }, 406, 'invalid:accept'],
  ['an unknown route', '/v1/nothing', {}, 404, 'missing:route'],
  ['another method', '/v1/answers', { method: 'DELETE' }, 405, 'invalid:method'],
  ['an address with dots', '/v1/claims/wx:%2F%2Fa%2Fclaim%2F..%2Fx/ledger', {}, 400, 'invalid:addr'],
  ['an address encoded twice', '/v1/claims/wx%253A%252F%252Fa/ledger', {}, 400, 'invalid:addr'],
  ['an unknown answer', '/v1/answers/ans_aaaaaaaaaaaaaaaaaaaaaaaaaa/receipt', {}, 404, 'missing:answer'],
];

export function describeRefusals(kind: StoreKind): void {
  describe(`the service on ${kind.name}, among strangers`, SLOW, () => {
    let deployment: Deployment;
    let service: Service;
    let acme: EngineKey;
    let globex: EngineKey;
    beforeAll(async () => {
      deployment = await deployFacts(kind);
      service = await deployment.serve({ ADDUCE_ENGINE_AUTH: 'required' });
      const mint = (org: string) =>
        runJson<EngineKey>(['keys', 'mint', '--engine', '--org', org], deployment.settings);
      acme = await mint('acme');
      globex = await mint('globex');
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    const asAcme = (init: RequestInit): RequestInit => ({
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...bearer(acme.key) },
    });

    test.for(REFUSED)(
      'refuses %s in an envelope with a receipt, and goes on',
      async ([, path, init, status, reason]) => {
        const reply = await call(`${service.url}${path}`, asAcme(init));
        expect([reply.status, errorOf(reply.body).reason]).toEqual([status, reason]);
        expect(errorOf(reply.body).status).toBe(status);
        expect(await ask(service.url, QUESTION, FACTS, acme.key)).toMatchObject({ claims: [{}] });
      },
    );

    test.for(['TRACE', 'PROPFIND'])('refuses the method %s in an envelope', async (method) => {
      const reply = await rawRequest(service, method);
      expect([reply.status, errorOf(reply.body).reason]).toEqual([405, 'invalid:method']);
      expect(await call(`${service.url}/healthz`)).toMatchObject({ status: 200 });
    });

    test('asks for a key, and takes none that is wrong', async () => {
      const refused = async (headers: Record<string, string>) => {
        const { status, body } = await postJson(`${service.url}/v1/answers`, QUESTION, headers);
        return [status, errorOf(body).reason];
      };
      expect(await refused({})).toEqual([401, 'denied:key_missing']);
      expect(await refused(bearer(`adk_${'a'.repeat(43)}`))).toEqual([401, 'denied:key_invalid']);
      const { token } = await mintAgent(deployment.settings);
      expect(await refused(bearer(token))).toEqual([401, 'denied:key_invalid']);
    });

    test('shows another organisation nothing of an answer, by whatever name it asks', async () => {
      const { answer_id, receipt } = await ask(service.url, QUESTION, FACTS, acme.key);
      const url = `${service.url}/v1/answers/${answer_id}/receipt`;
      const own = await call(url, { headers: bearer(acme.key) });
      expect(own).toMatchObject({ status: 200, body: { receipt: { receipt_id: receipt.receipt_id } } });
      const refusals = [
        await call(url, { headers: bearer(globex.key) }),
        await call(url, { headers: { ...bearer(globex.key), 'x-tenant': 'acme' } }),
        await call(url, { headers: { ...bearer(acme.key), 'x-tenant': 'globex' } }),
        await call(url.replace(answer_id, `ans_${'a'.repeat(26)}`), { headers: bearer(acme.key) }),
      ];
      for (const { status, body } of refusals) {
        expect(status).toBe(404);
        expect(errorOf(body)).toEqual(errorOf(refusals[0]?.body));
      }
      const query =
        'query ($id: ID!) { answer(id: $id) { summary } findings(filter: {answerId: [$id]}) { nodes { to } } }';
      const seen = { query, variables: { id: answer_id } };
      expect(await postJson(`${service.url}/graphql`, seen, bearer(globex.key))).toMatchObject({
        body: { data: { answer: null, findings: { nodes: [] } } },
      });
    });

    test('tells another organisation of no verdict', async () => {
      const { answer_id, claims } = await ask(service.url, { q: QUESTIONS[2].q }, FACTS, acme.key);
      const request = { after: null, answerIds: [answer_id] };
      await using theirs = followFindings(service.url, { after: null, key: globex.key });
      const foreign = { after: null, key: globex.key };
      await using named = followFindings(service.url, { ...foreign, answerIds: [answer_id] });
      await using unknown = followFindings(service.url, { ...foreign, answerIds: ['ans_unknown'] });
      await using ours = followFindings(service.url, { ...request, key: acme.key });
      await vi.waitFor(() => ours.each((one) => expect(verdictsOf(one)).toEqual(['UNKNOWN PASS'])), LIVE);
      for (const by of ['ann', 'bob']) {
        const { token } = await mintAgent(deployment.settings);
        await appendEvidence(service.url, claims[0]?.addr ?? '', token, {
          kind: 'dispute',
          ref: by,
          hash: by,
        });
      }
      await vi.waitFor(() => ours.each((one) => expect(verdictsOf(one).at(-1)).toBe('PASS FAIL')), LIVE);
      theirs.each(({ received, errors }) =>
        expect({ received, errors }).toEqual({ received: [], errors: [] }),
      );
      // Named, it is refused as one that there is not.
      const told = ({ received, errors }: (typeof named.all)[number], id: string) =>
        JSON.parse(JSON.stringify({ received, errors }).replaceAll(id, 'ID'));
      const refused = { received: [], errors: [{ extensions: { code: 'missing:answer' } }] };
      for (const [index, one] of named.all.entries()) {
        await vi.waitFor(() => expect(one).toMatchObject(refused), LIVE);
        const other = unknown.all[index] ?? one;
        await vi.waitFor(() => expect(told(one, answer_id)).toEqual(told(other, 'ans_unknown')), LIVE);
        expect(other).not.toBe(one);
      }
    });

    test('writes no key and no token into its log', async () => {
      const { token } = await mintAgent(deployment.settings);
      const named = { ...bearer(token), 'x-trace': 'secrets' };
      await postJson(`${service.url}/v1/answers?key=${globex.key}`, {}, named);
      const log = await vi.waitFor(async () => {
        const written = await readFile(deployment.file('data/service.log'), 'utf8');
        // Its line has come, as each comes within a moment.
        expect(written).toContain('"trace":"secrets"');
        return written;
      }, LIVE);
      for (const secret of [acme.key, globex.key, token]) expect(log).not.toContain(secret);
    });

    test('ends what a revoked key has opened, and refuses it from then on', async () => {
      const { key, key_id } = await runJson<EngineKey & { key_id: string }>(
        ['keys', 'mint', '--engine', '--org', 'initech'],
        deployment.settings,
      );
      const { answer_id } = await ask(service.url, QUESTION, FACTS, key);
      await using followers = followFindings(service.url, { after: null, answerIds: [answer_id], key });
      await vi.waitFor(() => followers.each((one) => expect(one.received).toHaveLength(1)), LIVE);
      await runJson(['keys', 'revoke', key_id], deployment.settings);
      const [bySocket, byStream] = followers.all;
      await vi.waitFor(() => expect(bySocket?.ended).toContain('4403 denied:token_revoked'), LIVE);
      await vi.waitFor(() => expect(byStream?.ended).toContain('complete'), LIVE);
      expect(byStream?.errors).toMatchObject([{ extensions: { code: 'denied:token_revoked' } }]);
      const again = await postJson(`${service.url}/v1/answers`, QUESTION, bearer(key));
      expect([again.status, errorOf(again.body).reason]).toEqual([401, 'denied:key_invalid']);
    });
  });
}

/** A request that `fetch` refuses to make. */
async function rawRequest({ port }: Service, method: string): Promise<JsonReply> {
  const sent = request({ host: '127.0.0.1', port, path: '/v1/answers', method, agent: false }).end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    headers: new Headers(),
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}
