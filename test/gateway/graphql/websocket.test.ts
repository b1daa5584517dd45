import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_REQUEST_BYTES } from '../../../gateway/graphql/limits.ts';
import { StoreUnavailable } from '../../../graph/store.ts';
import {
  answerId,
  appendFindings,
  countListeners,
  type NewFinding,
  type RunningServer,
  type ServerOptions,
  startServer,
  storeFolder,
} from './graphql-server.ts';
import { openRaw, PROTOCOL } from './raw-socket.ts';

const FINDINGS = `subscription ($after: Int, $answerIds: [ID!]) {
  findings(after: $after, answerIds: $answerIds) { seq answerId from to at reasons { code claim } }
}`;

let folder: Awaited<ReturnType<typeof storeFolder>>;
let servers: RunningServer[];

beforeEach(async () => {
  folder = await storeFolder();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  expect(servers.flatMap(({ faults }) => faults)).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ path: folder.path, ...options });
  servers.push(server);
  return server;
}

const socketUrl = ({ url }: { readonly url: string }) => url.replace('http', 'ws');

/** The library's own client; it comes back on its own only where a test says so. */
function clientOf(server: RunningServer, authorization?: string) {
  return createClient({
    url: socketUrl(server),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: authorization === undefined ? {} : { authorization },
  });
}

interface Received {
  readonly seq: number;
  readonly answerId: string;
}

/** Takes `count` transitions, then leaves. */
/** The first findings of a subscription, as many as wanted; `seen` hears the count after each. */
async function receive(
  server: RunningServer,
  count: number,
  variables = {},
  seen: (count: number) => void = () => {},
): Promise<Received[]> {
  const client = clientOf(server);
  const received: Received[] = [];
  for await (const { data, errors } of client.iterate<{ findings: Received }>({
    query: FINDINGS,
    variables,
  })) {
    if (!data) throw new Error(JSON.stringify(errors));
    received.push(data.findings);
    seen(received.length);
    if (received.length === count) break;
  }
  await client.dispose();
  return received;
}

/** Costs more than an operation may, on a page of a hundred claims. */
const HEAVY = 'clusterMembers(first: 100) { nodes { clusterMembers(first: 100) { nodes { addr } } } }';

interface Extra {
  readonly again?: boolean;
  readonly documentId?: string;
}

interface SentError {
  readonly extensions: Record<string, unknown>;
}

/** Of a message of the type `error`, or a result that has some. */
function errorsOf({ type, payload }: { type: string; payload?: unknown }): readonly SentError[] {
  if (type === 'error') return payload as readonly SentError[];
  return (payload as { errors?: readonly SentError[] } | undefined)?.errors ?? [];
}

const seqsOf = (received: readonly Received[]) => received.map(({ seq }) => seq);

async function openInitialised(server: RunningServer, payload: object = {}, headers: object = {}) {
  const raw = await openRaw(server.url, { headers });
  raw.send({ type: 'connection_init', payload });
  return raw;
}

const subscribe = (id: string, variables = {}) => ({
  id,
  type: 'subscribe',
  payload: { query: FINDINGS, variables },
});

describe('findings over a socket', () => {
  it('come as they stand, then live, in order', async () => {
    const server = await start();
    const past = await appendFindings(server.engine, [
      { answer: 'a' },
      { answer: 'b' },
      { answer: 'a', to: 'FAIL' },
    ]);
    const { promise: stands, resolve } = Promise.withResolvers<void>();
    const received = receive(server, 4, {}, (count) => count === 2 && resolve());
    await stands;
    const live = await appendFindings(server.engine, [{ answer: 'c' }, { answer: 'b' }]);
    expect(seqsOf(await received)).toEqual([...past.slice(1), ...live]);
  });

  it('resume behind a position, of the answers that were named', async () => {
    const server = await start();
    const seqs = await appendFindings(server.engine, [
      { answer: 'a' },
      { answer: 'b' },
      { answer: 'a' },
      { answer: 'b' },
    ]);
    const received = await receive(server, 1, { after: seqs[1], answerIds: [answerId('b')] });
    expect(received).toEqual([
      expect.objectContaining({ seq: seqs[3], answerId: answerId('b'), from: 'UNKNOWN', to: 'WARN' }),
    ]);
  });

  it('are read once for all that listen', async () => {
    let reads = 0;
    const server = await start({
      around: (engine) => ({
        ...engine,
        store: {
          ...engine.store,
          findings: (query) => {
            reads += 1;
            return engine.store.findings(query);
          },
        },
      }),
    });
    await appendFindings(server.engine, [{ answer: 'a' }]);
    const received = Array.from({ length: 30 }, () => receive(server, 2));
    await vi.waitFor(() => expect(reads).toBeGreaterThan(0));
    await sleep(150);
    reads = 0;
    const [live] = await appendFindings(server.engine, [{ answer: 'b' }]);
    for (const one of await Promise.all(received)) expect(one.at(-1)?.seq).toBe(live);
    expect(reads).toBe(1);
  });
});

describe('who opens a socket', () => {
  it.each([
    ['adk_wrong', 'denied:key_invalid'],
    ['rcx1.wrong', 'denied:token_invalid'],
  ])('is turned away with 4403 and a reason for %s', async (credential, reason) => {
    const raw = await openInitialised(await start(), { authorization: `Bearer ${credential}` });
    expect(await raw.closed).toEqual({ code: 4403, reason });
  });

  it('is turned away without a key where one is required', async () => {
    const raw = await openInitialised(await start({ config: { engineAuth: 'required' } }));
    expect(await raw.closed).toEqual({ code: 4403, reason: 'denied:key_missing' });
  });

  it('may name a key in the header of the upgrade as well as in the first message', async () => {
    const server = await start({ config: { engineAuth: 'required' } });
    const { key } = await server.engine.keys.mintKey('mine');
    await appendFindings(server.engine, [{ answer: 'a', tenant: 'mine' }, { answer: 'b' }]);
    const authorization = `Bearer ${key}`;
    for (const raw of [
      await openInitialised(server, { authorization }),
      await openInitialised(server, {}, { authorization }),
    ]) {
      await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
      raw.send(subscribe('1'));
      await vi.waitFor(() => expect(raw.messages).toHaveLength(2));
      expect(raw.messages[1]).toMatchObject({
        type: 'next',
        payload: { data: { findings: { answerId: answerId('a') } } },
      });
      raw.socket.close();
    }
  });

  it('gets an error, not findings, with a token', async () => {
    const server = await start();
    const minted = await server.engine.keys.mintToken({
      capabilities: [],
      standing: null,
      ttl: 'P1D',
      actor: null,
    });
    if (!minted.ok) throw new Error(minted.refusal.message);
    const raw = await openInitialised(server, { authorization: `Bearer ${minted.value.token}` });
    await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
    raw.send(subscribe('1'));
    await vi.waitFor(() => expect(raw.messages).not.toHaveLength(1));
    expect(JSON.stringify(raw.messages[1])).toContain('denied:key_missing');
    raw.socket.close();
  });

  it.each(['key', 'token'] as const)(
    'is closed with 4403 within a second when its %s is revoked',
    async (kind) => {
      const { engine, ...server } = await start();
      const minted =
        kind === 'key'
          ? await engine.keys.mintKey('mine').then(({ key, key_id }) => ({ credential: key, id: key_id }))
          : await engine.keys
              .mintToken({ capabilities: [], standing: null, ttl: 'P1D', actor: null })
              .then((token) => {
                if (!token.ok) throw new Error(token.refusal.message);
                return { credential: token.value.token, id: token.value.token_id };
              });
      const raw = await openInitialised(
        { engine, ...server },
        { authorization: `Bearer ${minted.credential}` },
      );
      await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
      const started = performance.now();
      await engine.keys.revoke(minted.id);
      expect(await raw.closed).toEqual({ code: 4403, reason: 'denied:token_revoked' });
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );

  it('is refused from a page of another site, and accepted from the server’s own', async () => {
    const server = await start();
    const foreign = new WebSocket(socketUrl(server), PROTOCOL, { origin: 'https://evil.example' });
    const [refused] = await once(foreign, 'error');
    expect(String(refused)).toContain('403');
    const own = new WebSocket(socketUrl(server), PROTOCOL, { origin: new URL(server.url).origin });
    await once(own, 'open');
    own.close();
  });
});

describe('a socket that misbehaves', () => {
  it('is refused elsewhere than at /graphql', async () => {
    const server = await start();
    const elsewhere = new WebSocket(`${socketUrl(server)}/more`, PROTOCOL);
    const [refused] = await once(elsewhere, 'error');
    expect(String(refused)).toContain('404');
    const query = new WebSocket(`${socketUrl(server)}?x=1`, PROTOCOL);
    await once(query, 'open');
    query.close();
  });

  it('and goes while its key is looked up is not kept', async () => {
    const looked = Promise.withResolvers<void>();
    const { count, around } = countListeners();
    const server = await start({
      around: (engine) => ({
        ...around(engine),
        keys: { ...engine.keys, verifyKey: (key) => looked.promise.then(() => engine.keys.verifyKey(key)) },
      }),
    });
    const { key } = await server.engine.keys.mintKey('mine');
    const before = count.listeners;
    const raw = await openInitialised(server, { authorization: `Bearer ${key}` });
    await sleep(30);
    raw.socket.terminate();
    await raw.closed;
    await sleep(30);
    looked.resolve();
    await sleep(50);
    expect(count.listeners).toBe(before);
  });

  it('is asked to come back when the store cannot say who it is', async () => {
    await using own = await storeFolder();
    const server = await startServer({
      path: own.path,
      around: (engine) => ({
        ...engine,
        keys: { ...engine.keys, verifyKey: () => Promise.reject(new StoreUnavailable('gone')) },
      }),
    });
    const raw = await openInitialised(server, { authorization: 'Bearer adk_any' });
    expect(await raw.closed).toEqual({ code: 1013, reason: 'upstream:unavailable' });
    expect(server.faults).toHaveLength(1);
    await server.stop();
  });

  it.each([
    ['names no protocol', [], [], 4406],
    ['subscribes before it has said who it is', PROTOCOL, [subscribe('1')], 4401],
    ['says who it is twice', PROTOCOL, [{ type: 'connection_init' }, { type: 'connection_init' }], 4429],
    ['sends what is no message', PROTOCOL, [{ type: 'nonsense' }], 4400],
    ['uses an id twice', PROTOCOL, [{ type: 'connection_init' }, subscribe('1'), subscribe('1')], 4409],
    ['sends one byte too many', PROTOCOL, ['x'.repeat(MAX_REQUEST_BYTES - 1)], 1009],
  ] as const)('is closed when it %s', async (_, protocol, messages, code) => {
    const server = await start();
    const socket = new WebSocket(socketUrl(server), [protocol].flat());
    const closed = once(socket, 'close');
    await once(socket, 'open');
    for (const message of messages) {
      socket.send(JSON.stringify(message));
      // The acknowledgement is sent before the next message is read.
      await sleep(30);
    }
    expect((await closed)[0]).toBe(code);
  });

  it('is told of a query past its bounds, and goes on', async () => {
    const raw = await openInitialised(await start());
    await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
    const aliases = Array.from({ length: 31 }, (_, index) => `a${index}: __typename`).join(' ');
    raw.send({ id: '1', type: 'subscribe', payload: { query: `{ ${aliases} }` } });
    raw.send({ id: '2', type: 'subscribe', payload: { query: '{' } });
    raw.send({ id: '3', type: 'subscribe', payload: { query: '{ __typename }' } });
    await vi.waitFor(() => expect(raw.messages.map(({ id, type }) => `${id} ${type}`)).toContain('3 next'));
    expect(
      raw.messages
        .filter(({ type }) => type === 'error')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['1', '2']);
    raw.socket.close();
  });

  it.each([
    ['past the bounds of a document', '{ a: __typename '.repeat(31) + '}'.repeat(31), {}],
    ['past the bounds of an operation', `{ claims(first: 100) { nodes { ${HEAVY} } } }`, {}],
    ['for the schema, which is not told', '{ __schema { queryType { name } } }', {}],
    ['for a document that is not listed', '', { documentId: `sha256:${'0'.repeat(64)}` }],
    ['past its rate', '{ __typename }', { again: true }],
  ])(
    'is refused %s in words for a socket, without those for HTTP',
    async (_, query, { again, ...more }: Extra) => {
      const config = { introspection: 'off', ratePerMinute: 20 } as const;
      const raw = await openInitialised(await start({ config }));
      await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
      for (let index = 0; index < (again ? 60 : 1); index += 1) {
        raw.send({ id: `${index}`, type: 'subscribe', payload: { query, ...more } });
      }
      const errors = () => raw.messages.flatMap(errorsOf);
      await vi.waitFor(() => expect(errors().length).toBeGreaterThan(0));
      for (const { extensions } of errors()) {
        expect(extensions).toEqual(expect.objectContaining({ code: expect.stringMatching(/^\w+:\w+$/) }));
        expect(extensions).not.toHaveProperty('http');
      }
      raw.socket.close();
    },
  );

  it('has at most a hundred operations at a time', async () => {
    const raw = await openInitialised(await start());
    await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
    for (let id = 0; id < 101; id += 1) raw.send(subscribe(`${id}`));
    await vi.waitFor(() => expect(raw.messages).toHaveLength(2));
    expect(raw.messages[1]).toMatchObject({ id: '100', type: 'error' });
    raw.socket.close();
  });

  it('leaves nothing behind when it breaks off', async () => {
    const { count, around } = countListeners();
    const server = await start({ around });
    const before = count.listeners;
    const raws = [await openInitialised(server), await openInitialised(server)];
    for (const { messages } of raws) await vi.waitFor(() => expect(messages).toHaveLength(1));
    for (const { send } of raws) send(subscribe('1'));
    await vi.waitFor(() => expect(count.listeners).toBe(before + 1));
    raws[0]?.socket.terminate();
    raws[1]?.send({ id: '1', type: 'complete' });
    await vi.waitFor(() => expect(count.listeners).toBe(before));
    raws[1]?.socket.close();
  });

  it('and never reads is closed as too slow, while its neighbour gets everything', async () => {
    const server = await start();
    const stalled = await openInitialised(server);
    await vi.waitFor(() => expect(stalled.messages).toHaveLength(1));
    stalled.send(subscribe('1'));
    const neighbour = receive(server, 600);
    await sleep(100);
    stalled.socket.pause();
    const reasons = Array.from({ length: 400 }, () => ({ code: 'newer_rival', claim: null }) as const);
    const large = (index: number): NewFinding => ({ answer: `a${index}`, reasons });
    const committed: number[] = [];
    for (let index = 0; index < 600; index += 20) {
      committed.push(
        ...(await appendFindings(
          server.engine,
          Array.from({ length: 20 }, (_, at) => large(index + at)),
        )),
      );
    }
    expect(seqsOf(await neighbour)).toEqual(committed);
    stalled.socket.resume();
    await vi.waitFor(() => expect(stalled.messages.at(-1)?.type).toBe('error'), 5_000);
    expect(JSON.stringify(stalled.messages.at(-1))).toContain('limited:slow_consumer');
    stalled.socket.close();
  }, 20_000);
});

describe('a socket that is idle', () => {
  const PING_MS = 15_000;

  it('is pinged by the protocol, and cut when it does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const raw = await openInitialised(await start());
      await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
      const pinged = once(raw.socket, 'ping');
      vi.advanceTimersByTime(PING_MS);
      await pinged;
      await sleep(50);
      raw.socket.pause();
      vi.advanceTimersByTime(2 * PING_MS);
      raw.socket.resume();
      expect((await raw.closed).code).toBe(1006);
      expect(raw.messages).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a server that ends', () => {
  it('closes its sockets with 1001 and the last position, after what was committed', async () => {
    const server = await start();
    const raw = await openInitialised(server);
    await vi.waitFor(() => expect(raw.messages).toHaveLength(1));
    raw.send(subscribe('1'));
    await sleep(50);
    const seqs = await appendFindings(
      server.engine,
      Array.from({ length: 300 }, (_, index) => ({ answer: `a${index}` })),
    );
    await server.stop();
    expect(await raw.closed).toEqual({ code: 1001, reason: `last_seq=${seqs.at(-1)}` });
    expect(raw.messages.filter(({ type }) => type === 'next')).toHaveLength(300);
    expect(raw.messages.some(({ type }) => type === 'complete')).toBe(false);
  });
});
