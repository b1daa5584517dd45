/** A client that knows a log's key follows the log when its operator changes it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEngine } from '../../../bin/cli/open-engine.ts';
import { logKeyPath } from '../../../bin/cli/open-keys.ts';
import { openStore } from '../../../bin/cli/open-store.ts';
import { beginRotation, endRotation } from '../../../bin/cli/rotate-log-key.ts';
import { readSettings, type Settings } from '../../../bin/cli/settings.ts';
import { createMemory } from '../../../gateway/client/checkpoint-memory.ts';
import { type AdduceClient, createClient } from '../../../gateway/client/create-client.ts';
import { serve } from '../../../gateway/http/node-http.ts';
import { createRest } from '../../../gateway/rest/create-rest.ts';
import type { LogKey } from '../../../graph/log/key-list.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ingestInto, jsonLines } from '../../engine/documents.ts';
import { type RewritingProxy, startProxy } from './proxy.ts';

const CORPUS = 'lakes';
const QUESTION = 'How deep is Lake Vell?';

let folder: string;
let settings: Settings;
let proxy: RewritingProxy;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-client-rotation-'));
  settings = readSettings({ ADDUCE_DATA: folder });
  proxy = await startProxy('');
  await using opened = await openEngine(settings);
  const [domain, day] = ['survey.example', '2026-05-02'];
  await ingestInto(opened.engine, CORPUS, [
    jsonLines([{ id: 'survey', domain, day, text: 'Lake Vell is 212 metres deep.' }]),
  ]);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A service of this store, as long as the work takes. */
async function serving<T>(work: () => Promise<T>): Promise<T> {
  await using opened = await openEngine(settings);
  const fallback = createRest({
    engine: opened.engine,
    config: {
      enforce: 'enforce',
      engineAuth: 'open',
      ratePerMinute: null,
      answersTo: null,
      stubsLifecycle: true,
      version: '0.0.0-test',
      onFault: (fault) => {
        throw fault;
      },
    },
  });
  await using server = await serve({
    host: '127.0.0.1',
    port: 0,
    routes: [],
    fallback,
    onFault: () => undefined,
  });
  proxy.upstream = server.url;
  return await work();
}

async function rotate(step: (store: GraphStore, path: string) => Promise<LogKey[]>): Promise<void> {
  await using store = await openStore(settings.graph);
  await step(store, logKeyPath(settings));
}

let k = 4;

async function askAndVerify(client: AdduceClient): Promise<number> {
  k += 1;
  const answer = await client.answers({ q: QUESTION, k }, { corpus: CORPUS });
  const { log } = await client.verifiedReceipt(answer.answer_id, { answer });
  return log.keys.length;
}

async function publishedKeys(): Promise<string> {
  return await (await fetch(`${proxy.upstream}/.well-known/adduce-log-keys`)).text();
}

it('a client follows through a rotation, and after two that it did not see', async () => {
  const checkpoints = createMemory();
  const trusting = createClient({ baseUrl: proxy.url, log: { checkpoints } });
  const pinned = await serving(async () => {
    const reader = createClient({ baseUrl: proxy.url, log: { keys: await publishedKeys() } });
    for (const one of [trusting, reader]) expect(await askAndVerify(one)).toBe(1);
    return reader;
  });
  await rotate(beginRotation);
  await serving(async () => {
    for (const one of [trusting, pinned]) expect(await askAndVerify(one)).toBe(2);
  });
  await rotate(endRotation);
  await rotate(beginRotation);
  await rotate(endRotation);
  await serving(async () => {
    const asked = proxy.passed.filter((one) => one.includes('log-keys')).length;
    for (const one of [trusting, pinned, trusting, pinned]) expect(await askAndVerify(one)).toBe(1);
    expect(proxy.passed.filter((one) => one.includes('log-keys'))).toHaveLength(asked + 2);
    const restarted = createClient({ baseUrl: proxy.url, log: { checkpoints } });
    expect(await askAndVerify(restarted)).toBe(1);
    expect(proxy.passed.filter((one) => one.includes('log-keys'))).toHaveLength(asked + 2);
  });
});

it('a client refuses a key that no earlier one has endorsed, also where the engine lists it', async () => {
  const reader = createClient({ baseUrl: proxy.url });
  await serving(() => askAndVerify(reader));
  await rotate(beginRotation);
  await rotate(endRotation);
  await serving(async () => {
    proxy.rewrite = (body) => {
      if (!body.log_keys) return body;
      const keys = body.log_keys.keys.map(({ endorsement: _, ...key }: { endorsement: unknown }) => key);
      return { ...body, log_keys: { ...body.log_keys, keys } };
    };
    const unknown = { reason: 'client:log_key_unknown' };
    await expect(askAndVerify(reader)).rejects.toMatchObject(unknown);
    proxy.rewrite = (body) => body;
    const keys = await publishedKeys();
    const repinned = createClient({ baseUrl: proxy.url, log: { keys } });
    expect(await askAndVerify(repinned)).toBe(1);
    expect(await askAndVerify(reader)).toBe(1);
  });
});
