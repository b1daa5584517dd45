import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_REQUEST_BYTES } from '../../../../gateway/graphql/cost/limits.ts';
import { StoreUnavailable } from '../../../../graph/store/store.ts';
import { eventually } from '../../../eventually.ts';
import { openInitialised, receive, seqsOf, socketUrl, subscribe } from '../findings-socket.ts';
import {
  appendFindings,
  countListeners,
  type NewFinding,
  startServer,
  storeFolder,
} from '../graphql-server.ts';
import { PROTOCOL } from '../raw-socket.ts';
import { serversOfEachTest } from '../servers.ts';

const servers = serversOfEachTest();

describe('a socket that misbehaves', () => {
  it('is refused elsewhere than at /graphql', async () => {
    const server = await servers.start();
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
    const server = await servers.start({
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
    const server = await servers.start();
    const socket = new WebSocket(socketUrl(server), [protocol].flat());
    const closed = once(socket, 'close');
    await once(socket, 'open');
    for (const message of messages) {
      socket.send(JSON.stringify(message));
      // The acknowledgement is sent before the next message is read.
      if (message instanceof Object && message.type === 'connection_init') {
        await Promise.race([once(socket, 'message'), closed]);
      }
    }
    expect((await closed)[0]).toBe(code);
  });

  it('leaves nothing behind when it breaks off', async () => {
    const { count, around } = countListeners();
    const server = await servers.start({ around });
    const before = count.listeners;
    const raws = [await openInitialised(server), await openInitialised(server)];
    for (const { messages } of raws) await eventually(() => expect(messages).toHaveLength(1));
    for (const { send } of raws) send(subscribe('1'));
    await eventually(() => expect(count.listeners).toBe(before + 1));
    raws[0]?.socket.terminate();
    raws[1]?.send({ id: '1', type: 'complete' });
    await eventually(() => expect(count.listeners).toBe(before));
    raws[1]?.socket.close();
  });

  it('and never reads is closed as too slow, while its neighbour gets everything', async () => {
    const server = await servers.start();
    const stalled = await openInitialised(server);
    await eventually(() => expect(stalled.messages).toHaveLength(1));
    stalled.send(subscribe('1'));
    let received = 0;
    const neighbour = receive(server, 600, {}, (count) => {
      received = count;
    });
    await sleep(100);
    stalled.socket.pause();
    const reasons = Array.from({ length: 400 }, () => ({ code: 'newer_rival', claim: null }) as const);
    const large = (index: number): NewFinding => ({ answer: `a${index}`, reasons });
    const committed: number[] = [];
    for (let index = 0; index < 600; index += 40) {
      committed.push(
        ...(await appendFindings(
          server.engine,
          Array.from({ length: 40 }, (_, at) => large(index + at)),
        )),
      );
      // It reads in this very process, whose turns are few on a busy machine.
      await eventually(() => expect(received).toBe(committed.length));
    }
    expect(seqsOf(await neighbour)).toEqual(committed);
    stalled.socket.resume();
    await eventually(() => expect(stalled.messages.at(-1)?.type).toBe('error'));
    expect(JSON.stringify(stalled.messages.at(-1))).toContain('limited:slow_consumer');
    stalled.socket.close();
  }, 20_000);
});
