import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EmbedderUnavailable } from '../../../../engine/ports.ts';
import { RemoteEmbedder } from '../../../../engine/retrieve/embed/remote-embedder.ts';

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(handle: RequestListener): Promise<string> {
  server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An endpoint that answers each request with this body. */
function answering(body: string, status = 200): Promise<string> {
  return listen((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  );
}

const embedding = (vector: unknown) => JSON.stringify({ data: [{ embedding: vector }] });
const remote = (url: string, key: string | null = null) => new RemoteEmbedder({ url, model: 'm', key });

describe('a model behind an endpoint', () => {
  it('is asked for each text by itself, with its name and the key', async () => {
    const asked: unknown[] = [];
    const url = await listen(async (request, response) => {
      const chunks = await request.toArray();
      const { method, url: path, headers } = request;
      asked.push({
        method,
        path,
        authorization: headers.authorization,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      response.end(embedding([3, 4]));
    });
    const vectors = await remote(`${url}/v1/`, 'secret').embed(['one', 'two'], 'passage');
    expect(vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)]);
    const request = { method: 'POST', path: '/v1/embeddings', authorization: 'Bearer secret' };
    expect(asked).toEqual(
      ['one', 'two'].map((input) => ({ ...request, body: { model: 'm', input, encoding_format: 'float' } })),
    );
  });

  it('is one model for all callers, and another at another endpoint or name', () => {
    const { digest, description } = remote('https://a.example/v1', 'secret');
    expect(remote('https://a.example/v1/embeddings?key=secret').digest).toBe(digest);
    expect(remote('https://b.example/v1').digest).not.toBe(digest);
    expect(new RemoteEmbedder({ url: 'https://a.example/v1', model: 'n', key: null }).digest).not.toBe(
      digest,
    );
    expect(Buffer.from(description).toString('latin1')).not.toContain('secret');
  });

  it.each<[what: string, body: string, status?: number]>([
    ['an error', '{"error":"no"}', 500],
    ['no JSON', 'hello'],
    ['JSON of another shape', '{"embedding":[1]}'],
    ['null', 'null'],
    ['an empty vector', embedding([])],
    ['a vector of texts', embedding(['1'])],
    ['a vector with a gap', embedding([1, null])],
    ['a zero vector', embedding([0, 0])],
    ['more dimensions than any model has', embedding(Array.from({ length: 16_385 }, () => 1))],
    ['an endless reply', `"${'a'.repeat(1_048_577)}"`],
  ])('counts as away when it answers with %s', async (_what, body, status) => {
    const away = remote(await answering(body, status)).embed(['x'], 'passage');
    await expect(away).rejects.toThrow(EmbedderUnavailable);
    await expect(away).rejects.toThrow(/^remote\/m cannot embed: [^\n]+$/);
  });

  it('is never followed elsewhere: the key is for this endpoint', async () => {
    let followed = false;
    const url = await listen((request, response) => {
      if (request.url === '/elsewhere') followed = true;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(remote(url, 'secret').embed(['x'], 'query')).rejects.toThrow(EmbedderUnavailable);
    expect(followed).toBe(false);
  });

  it('is released by a caller that leaves, and then asked again at once', async () => {
    let requests = 0;
    const gone = new AbortController();
    const url = await listen((_, response) => {
      requests += 1;
      if (requests > 1) response.end(embedding([1, 0]));
      else gone.abort(new Error('the caller has gone'));
    });
    const model = remote(url);
    await expect(model.embed(['x', 'y'], 'passage', gone.signal)).rejects.toThrow('the caller has gone');
    await expect(model.embed(['x'], 'query', gone.signal)).rejects.toThrow('the caller has gone');
    expect(requests).toBe(1);
    expect(await model.embed(['x'], 'query')).toHaveLength(1);
  });

  it('is not waited for: a question gives up after two seconds, and the next at once', async () => {
    let requests = 0;
    const url = await listen(() => {
      requests += 1;
    });
    const slow = remote(url);
    const began = performance.now();
    await expect(slow.embed(['x'], 'query')).rejects.toThrow(EmbedderUnavailable);
    expect(performance.now() - began).toBeGreaterThan(1_900);
    await expect(slow.embed(['x'], 'query')).rejects.toThrow(/just now/);
    expect(requests).toBe(1);
  });
});
