/** Clients as people use them, whose connections are cut in the middle of a burst: nothing is lost, nothing comes twice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { EventSource } from 'eventsource';
import { createClient as createSseClient } from 'graphql-sse';
import { type Client, createClient } from 'graphql-ws';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../eventually.ts';
import { socketUrl } from '../findings-socket.ts';
import { appendFindings, type RunningServer } from '../graphql-server.ts';
import { serversOfEachTest } from '../servers.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';

const servers = serversOfEachTest();

const API = join(import.meta.dirname, '../../../../docs/api.md');
const QUERY = 'subscription { findings { seq answerId to } }';
const BURST = 120;
/** Bytes of a connection: within the burst, and a place that lies in the middle of a message. */
const CUTS = [3_001, 5_003, 7_019];
const RETRY_MS = 20;

/** The function that docs/api.md gives to users of these clients. */
const resuming = (() => {
  const [, code = ''] = /```js\n(\/\*\* A client[\s\S]*?)```/.exec(readFileSync(API, 'utf8')) ?? [];
  return new Function(`${code}; return resuming;`)() as <C extends object>(client: C) => C;
})();

interface Sent {
  readonly data?: { readonly findings: { readonly seq: number } } | null;
  readonly errors?: unknown;
}

/** What a client calls with each result, and what ends it. */
type Subscribe = (proxy: CuttingProxy, got: (result: Sent) => void) => () => void;

const overSocket = (proxy: CuttingProxy): Client =>
  createClient({
    url: socketUrl(proxy),
    webSocketImpl: WebSocket,
    retryAttempts: 20,
    retryWait: () => sleep(RETRY_MS),
    shouldRetry: () => true,
  });

const sinkOf = (got: (result: Sent) => void) => ({
  next: (result: unknown) => got(result as Sent),
  error: () => undefined,
  complete: () => undefined,
});

const CLIENTS: Readonly<Record<string, Subscribe>> = {
  'graphql-ws': (proxy, got) => resuming(overSocket(proxy)).subscribe({ query: QUERY }, sinkOf(got)),
  'graphql-sse': (proxy, got) => {
    const client = createSseClient({
      url: proxy.url,
      retryAttempts: 20,
      retry: () => sleep(RETRY_MS),
    });
    return resuming(client).subscribe({ query: QUERY }, sinkOf(got));
  },
  'Apollo over graphql-ws': (proxy, got) => {
    const link = ApolloLink.from([new GraphQLWsLink(resuming(overSocket(proxy)))]);
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const subscription = client.subscribe({ query: gql(QUERY) }).subscribe(sinkOf(got));
    return () => {
      subscription.unsubscribe();
      client.stop();
    };
  },
};

async function appendBurst(server: RunningServer): Promise<number[]> {
  const seqs: number[] = [];
  for (let at = 0; at < BURST; at += BURST / 4) {
    const few = Array.from({ length: BURST / 4 }, (_, index) => ({ answer: `a${(at + index) % 7}` }));
    seqs.push(...(await appendFindings(server.engine, few)));
  }
  return seqs;
}

/** Positions that a client gets: of what stands first, then of a burst in which its connections are cut. */
async function throughCuts(subscribe: Subscribe, cuts: readonly number[]) {
  const server = await servers.start();
  const proxy = await startCuttingProxy(server.url);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const standing = await appendFindings(server.engine, [{ answer: 'a0' }, { answer: 'x' }]);
  proxy.cutNext(...cuts);
  const seqs: number[] = [];
  const faults: unknown[] = [];
  const leave = subscribe(proxy, ({ data, errors }) => {
    if (errors !== undefined) faults.push(errors);
    if (data) seqs.push(data.findings.seq);
  });
  onTestFinished(leave);
  await eventually(() => expect(seqs).toHaveLength(standing.length));
  const burst = await appendBurst(server);
  const last = burst.at(-1) ?? 0;
  await eventually(() => expect(Math.max(...seqs)).toBe(last));
  expect(faults).toEqual([]);
  return { seqs, expected: [...standing, ...burst], cut: proxy.cut };
}

describe('a client whose connection is cut', () => {
  it.each(Object.entries(CLIENTS))('gets each finding once, in order: %s', async (_, subscribe) => {
    const { seqs, expected, cut } = await throughCuts(subscribe, CUTS);
    expect(cut).toBe(CUTS.length);
    expect(seqs).toEqual(expected);
  });

  it('gets each finding once, in order: EventSource, which needs nothing', async () => {
    const subscribe: Subscribe = (proxy, got) => {
      const source = new EventSource(`${proxy.url}?query=${encodeURIComponent(QUERY)}`);
      source.addEventListener('next', ({ data }) => got(JSON.parse(data)));
      return () => source.close();
    };
    const { seqs, expected, cut } = await throughCuts(subscribe, CUTS.slice(0, 1));
    expect(cut).toBe(1);
    expect(seqs).toEqual(expected);
  });

  it('loses some and gets others again where it does not say where it was', async () => {
    const subscribe: Subscribe = (proxy, got) => overSocket(proxy).subscribe({ query: QUERY }, sinkOf(got));
    const { seqs, expected } = await throughCuts(subscribe, CUTS);
    expect(seqs).not.toEqual(expected);
  });
});
