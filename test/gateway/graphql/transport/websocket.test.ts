import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { substituted } from '../../../../graph/store/by-kind.ts';
import { eventually } from '../../../eventually.ts';
import { standsStill } from '../../../stands-still.ts';
import { openInitialised, receive, seqsOf, subscribe } from '../findings-socket.ts';
import { answerId, appendFindings } from '../graphql-server.ts';
import { serversOfEachTest } from '../servers.ts';

const servers = serversOfEachTest();

describe('findings over a socket', () => {
  it('come as they stand, then live, in order', async () => {
    const server = await servers.start();
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
    const server = await servers.start();
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
    const server = await servers.start({
      around: (engine) => ({
        ...engine,
        store: substituted(engine.store, {
          ranges: {
            findings: (query) => {
              reads += 1;
              return engine.store.ranges('findings', query);
            },
          },
        }),
      }),
    });
    await appendFindings(server.engine, [{ answer: 'a' }]);
    let listening = 0;
    const received = Array.from({ length: 30 }, () =>
      receive(server, 2, {}, (count) => {
        if (count === 1) listening += 1;
      }),
    );
    await eventually(() => expect(listening).toBe(30));
    await standsStill(() => reads, 150);
    reads = 0;
    const [live] = await appendFindings(server.engine, [{ answer: 'b' }]);
    for (const one of await Promise.all(received)) expect(one.at(-1)?.seq).toBe(live);
    expect(reads).toBe(1);
  });
});

describe('a socket that is idle', () => {
  const PING_MS = 15_000;

  it('is pinged by the protocol, and cut when it does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const raw = await openInitialised(await servers.start());
      await eventually(() => expect(raw.messages).toHaveLength(1));
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
    const server = await servers.start();
    const raw = await openInitialised(server);
    await eventually(() => expect(raw.messages).toHaveLength(1));
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
