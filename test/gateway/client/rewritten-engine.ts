/** An engine for the tests of a file, reached through a proxy that can rewrite what it says. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  type AdduceClient,
  type ClientOptions,
  createClient,
} from '../../../gateway/client/create-client.ts';
import { type HttpServer, serve } from '../../../gateway/http/node-http.ts';
import { openRestFixture, QUESTION, type RestFixture } from '../rest/rest-fixture.ts';
import { type RewritingProxy, startProxy } from './proxy.ts';

export const CORPUS = 'lakes';

interface Engine extends AsyncDisposable {
  readonly fixture: RestFixture;
  readonly url: string;
}

export async function startEngine(logKey = generateKeyPairSync('ed25519').privateKey): Promise<Engine> {
  const fixture = await openRestFixture({ logKey });
  const onFault = (fault: unknown) => fixture.faults.push(fault);
  const server: HttpServer = await serve({
    host: '127.0.0.1',
    port: 0,
    routes: [],
    fallback: fixture.rest(),
    onFault,
  });
  return {
    fixture,
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

export const logKey = generateKeyPairSync('ed25519').privateKey;
export let engine: Engine;
export let keys: string;
export let proxy: RewritingProxy;

/** One engine for the tests of a file, and a proxy for each test. */
export function startRewrittenEngine(): void {
  beforeAll(async () => {
    asked = 0;
    engine = await startEngine(logKey);
    keys = await (await fetch(`${engine.url}/.well-known/adduce-log-keys`)).text();
  });
  afterAll(async () => {
    expect(engine.fixture.faults).toEqual([]);
    await engine[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    proxy = await startProxy(engine.url);
  });
  afterEach(() => proxy[Symbol.asyncDispose]());
}

/** Through the proxy, with the log's keys pinned. */
export function client(options: Partial<ClientOptions> = {}): AdduceClient {
  return createClient({ baseUrl: proxy.url, retries: 0, log: { keys }, ...options });
}

/** Of what an answer is limited to: each limit makes it another answer with the same sentences. */
const LIMITS = Array.from({ length: 45 }, (_, at) => at + 5);
const requests = (['verified', 'audit'] as const).flatMap((mode) => LIMITS.map((k) => ({ mode, k })));
let asked = 0;

/** The log grows by an answer. */
export function ask(by: AdduceClient) {
  const request = requests[asked];
  asked += 1;
  if (request === undefined) throw new Error('every question was asked');
  return by.answers({ q: QUESTION, ...request }, { corpus: CORPUS });
}

export function fault(reason: string) {
  return { name: 'AdduceError', kind: 'Upstream', reason: `client:${reason}` };
}
