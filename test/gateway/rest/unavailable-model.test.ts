/** Answers and searches while the remote model that ranks fails: a real endpoint that errs, hangs or talks nonsense. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { verifyReceipt } from '../../../engine/receipt/verify-against-store.ts';
import { RemoteEmbedder } from '../../../engine/retrieve/embed/remote-embedder.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { createRest } from '../../../gateway/rest/create-rest.ts';
import { trusted } from '../../../graph/log/key-list.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { ingestInto, jsonLines } from '../../engine/documents.ts';
import { openEmptyEmbedded } from '../../engine/open-stores.ts';
import { TinyEmbedder } from '../../engine/retrieve/embed/tiny-embedder.ts';
import { createTestEngine, TestClock, testVerifier } from '../../engine/test-engine.ts';
import { type Body, send } from './rest-fixture.ts';

const CORPUS = 'harbours';
const QUESTION = 'How deep is Lake Vell?';
const NOTE = 'model: remote/tiny could not be asked; ranked without it';
const documents = [
  {
    id: 'ship',
    title: 'Harbour',
    text: 'The vessel left the harbour at dawn.',
    domain: 'a.example',
    day: '2026-01-01',
  },
  {
    id: 'lake',
    title: 'Lake Vell',
    text: 'Lake Vell is 212 metres deep.',
    domain: 'b.example',
    day: '2026-01-02',
  },
];

type Mood = 'well' | 'error' | 'hang' | 'nonsense' | 'other dimensions' | 'cut off';
const FAILURES = ['error', 'hang', 'nonsense', 'other dimensions', 'cut off'] as const;

let endpoint: Server;
let mood: Mood;
let asked: number;
let opened: OpenedStore;
let engine: Engine;
let rest: Handle;

beforeEach(async () => {
  mood = 'well';
  asked = 0;
  endpoint = createServer(answerInMood).listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  opened = await openEmptyEmbedded();
  engine = startedEngine();
  await ingestInto(engine, CORPUS, [jsonLines(documents)]);
  await engine.embedding?.catchUp();
  rest = restOver(engine);
  asked = 0;
});

afterEach(async () => {
  endpoint.closeAllConnections();
  endpoint.close();
  await opened.dispose();
});

const model = new TinyEmbedder();

const answerInMood: RequestListener = async (request, response) => {
  asked += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  switch (mood) {
    case 'error':
      return response.writeHead(500).end('{"error":"the model of host db-7.inside is gone"}');
    case 'hang':
      return;
    case 'nonsense':
      return response.end('<html>maintenance</html>');
    case 'other dimensions':
      return response.end(JSON.stringify({ data: [{ embedding: [1, 0] }] }));
    case 'cut off':
      response.writeHead(200, { 'content-length': '1000' }).write('{"data":');
      return setTimeout(() => response.destroy(), 20);
    default: {
      const { input } = JSON.parse(Buffer.concat(chunks).toString());
      const [vector] = await model.embed([input], 'passage');
      return response.end(JSON.stringify({ data: [{ embedding: [...(vector ?? [])] }] }));
    }
  }
};

/** The endpoint is asked again at once after a failure. */
function startedEngine(): Engine {
  // A server that listens on a port has an address of this form.
  const { port } = endpoint.address() as AddressInfo;
  const remote = { url: `http://127.0.0.1:${port}/v1`, model: 'tiny', key: null, coolDownMs: 0 };
  return createTestEngine(opened.store, new TestClock(), new RemoteEmbedder(remote));
}

function restOver(over: Engine): Handle {
  const config = {
    enforce: 'enforce',
    engineAuth: 'open',
    ratePerMinute: null,
    answersTo: null,
    stubsLifecycle: true,
    version: '0.0.0-test',
    onFault: (fault: unknown) => {
      throw fault;
    },
  } as const;
  return createRest({ engine: over, config });
}

async function ask(q = QUESTION): Promise<Body> {
  const { status, body } = await send(rest, '/v1/answers', { method: 'POST', body: { q, mode: 'light' } });
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body;
}

async function receiptOf({ answer_id }: Body): Promise<Body> {
  return (await send(rest, `/v1/answers/${answer_id}/receipt`)).body.receipt;
}

async function sizeOfLog(): Promise<number> {
  return (await opened.store.head()).size;
}

describe.each(FAILURES)('while the model fails with: %s', (failure) => {
  it('an answer is made without it, says so, and its receipt names the model', async () => {
    mood = failure;
    const answer = await ask();
    expect(answer.coverage.note).toBe(NOTE);
    expect(answer.summary).toContain('212 metres');
    const { content } = await receiptOf(answer);
    expect(content.unavailable_models).toEqual([
      { model: 'remote/tiny', model_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(content.models).toMatchObject([{ model: 'latent/1' }]);
    expect(content.policies.retrieval).toBe('fuse/latent/1');
    const view = await engine.receipt(answer.answer_id, 'local');
    if (view === null) throw new Error('there is no receipt');
    const verified = await verifyReceipt(view, { keys: [trusted(testVerifier)], reader: opened.store });
    expect(verified.ok).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('db-7.inside');
  });

  it('it is another answer than the one that is made once the model is back', async () => {
    mood = failure;
    const without = await ask();
    mood = 'well';
    const whole = await ask();
    expect(whole.answer_id).not.toBe(without.answer_id);
    expect(whole.coverage).not.toHaveProperty('note');
    expect((await receiptOf(whole)).content).toMatchObject({ models: [{ model: 'remote/tiny' }] });
    expect((await receiptOf(whole)).content).not.toHaveProperty('unavailable_models');
  });
});

describe('while the model fails', () => {
  it('the same question has the same answer, stored once', async () => {
    mood = 'error';
    const first = await ask();
    const size = await sizeOfLog();
    mood = 'nonsense';
    const again = await ask();
    expect([again.answer_id, again.receipt, again.coverage]).toEqual([
      first.answer_id,
      first.receipt,
      first.coverage,
    ]);
    expect(await sizeOfLog()).toBe(size);
  });

  it('two callers at once get the same answer, stored once', async () => {
    mood = 'error';
    const size = await sizeOfLog();
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one.answer_id).toBe(two.answer_id);
    expect(await sizeOfLog()).toBe(size + 2);
  });

  it('an answer that was made with it before is returned without a call', async () => {
    const whole = await ask();
    const before = asked;
    mood = 'hang';
    expect((await ask()).answer_id).toBe(whole.answer_id);
    expect(asked).toBe(before);
  });

  it.each([
    ['POST /v1/search', '/v1/search', { method: 'POST', body: { q: 'boat' } }],
    ['GET /v1/search', '/v1/search?q=boat', {}],
  ])('%s says so, and finds again by the model when it is back', async (_, path, sent) => {
    mood = 'error';
    const without = await send(rest, path, sent);
    expect(without.status).toBe(200);
    expect(without.body.coverage.note).toContain(NOTE);
    const found = ({ body }: Body) =>
      (body.pointers ?? body.results).map((one: Body) => one.title ?? one.addr);
    expect(found(without)).toEqual([]);
    mood = 'well';
    const whole = await send(rest, path, sent);
    expect(whole.body.coverage.note ?? '').not.toContain('model:');
    expect(found(whole).length).toBeGreaterThan(0);
  });

  it('a gap is still named first', async () => {
    mood = 'error';
    const { body } = await send(rest, '/v1/search', { method: 'POST', body: { q: 'Who painted the boat?' } });
    expect(body.coverage.note).toMatch(/^gap: stub_[\w-]+ .*; model: remote\/tiny could not be asked/);
  });
});

it('a corpus that is not embedded yet is no failure of the model', async () => {
  await ingestInto(engine, 'later', [jsonLines(documents)]);
  const { body } = await send(rest, '/v1/search?q=boat&corpus=later');
  expect(body.coverage).not.toHaveProperty('note');
  expect(asked).toBe(0);
});
