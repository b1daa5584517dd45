import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { callerSignal } from '../../../../graph/caller.ts';
import { readRange } from '../../../../graph/store/ranges.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { eventually } from '../../../eventually.ts';
import { subscribe } from '../findings-socket.ts';
import { appendFindings } from '../graphql-server.ts';
import { openAcknowledged, type RawSocket } from '../raw-socket.ts';
import { serversOfEachTest } from '../servers.ts';

const MOON = { id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' };
const SEARCH = '{ search(q: "moons") { addr } }';
/** Within this whatever was asked for comes. */
const COMES_MS = 150;

const servers = serversOfEachTest();

const ask = (id: string, query: string) => ({ id, type: 'subscribe', payload: { query } });
const complete = (id: string) => ({ id, type: 'complete' });
const heard = ({ messages }: RawSocket, id: string) =>
  messages.filter((message) => message.id === id).map(({ type }) => type);

/** Messages are taken in their order: what was sent before has been. */
async function everythingIsHeard(raw: RawSocket): Promise<void> {
  raw.send(ask('barrier', '{ __typename }'));
  await eventually(() => expect(heard(raw, 'barrier')).toEqual(['next', 'complete']));
  raw.messages.length = 0;
}

/** A server whose first searches and questions, as many as that, wait until they are let go. */
async function hanging(count = 1) {
  const callers: (AbortSignal | null)[] = [];
  const held = Promise.withResolvers<void>();
  const hold = async () => {
    callers.push(callerSignal());
    if (callers.length <= count) await held.promise;
  };
  const around = (engine: Engine): Engine => ({
    ...engine,
    search: (request) => hold().then(() => engine.search(request)),
    ask: (request, tenant) => hold().then(() => engine.ask(request, tenant)),
  });
  const server = await servers.start({ around });
  await ingestInto(server.engine, 'moons', [jsonLines([MOON])]);
  return { server, callers, letGo: held.resolve };
}

describe('an operation that its client completes', () => {
  it('is stopped while it runs, and nothing more is sent of it', async () => {
    const { server, callers, letGo } = await hanging();
    const raw = await openAcknowledged(server.url);
    raw.send(ask('1', SEARCH));
    raw.send(ask('2', '{ claims { totalCount } }'));
    await eventually(() => expect(heard(raw, '2')).toEqual(['next', 'complete']));
    expect(callers[0]?.aborted).toBe(false);
    raw.send(complete('1'));
    await eventually(() => expect(callers[0]?.aborted).toBe(true));
    letGo();
    await sleep(COMES_MS);
    expect(heard(raw, '1')).toEqual([]);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('does not take along one that runs beside it, nor the next under its id', async () => {
    const { server, callers, letGo } = await hanging(2);
    const raw = await openAcknowledged(server.url);
    raw.send(ask('1', SEARCH));
    raw.send(ask('2', SEARCH));
    await eventually(() => expect(callers).toHaveLength(2));
    raw.send(complete('1'));
    raw.send(ask('1', SEARCH));
    await eventually(() => expect(heard(raw, '1')).toEqual(['next', 'complete']));
    letGo();
    await eventually(() => expect(heard(raw, '2')).toEqual(['next', 'complete']));
    expect(callers.map((caller) => caller?.aborted)).toEqual([true, false, false]);
    expect(heard(raw, '1')).toEqual(['next', 'complete']);
  });

  it('is not begun where that is said at once', async () => {
    const { server, callers } = await hanging(0);
    const raw = await openAcknowledged(server.url);
    raw.send(ask('1', SEARCH));
    raw.send(complete('1'));
    await sleep(COMES_MS);
    expect(callers).toHaveLength(0);
    expect(raw.messages).toEqual([]);
    raw.send(ask('1', SEARCH));
    await eventually(() => expect(heard(raw, '1')).toEqual(['next', 'complete']));
  });

  it('writes to its end where it is a mutation, and says nothing of that', async () => {
    const { server, callers, letGo } = await hanging();
    const raw = await openAcknowledged(server.url);
    raw.send(ask('1', 'mutation { ask(q: "How many moons does Saturn have?") { __typename } }'));
    await eventually(() => expect(callers).toEqual([null]));
    raw.send(complete('none'));
    raw.send(complete('1'));
    await everythingIsHeard(raw);
    letGo();
    const answers = async () =>
      (
        await readRange(
          server.engine.store,
          'answers',
          { tenant: 'local', uses: null, after: -1, before: null },
          { newestFirst: true, limit: 10 },
        )
      ).length;
    await eventually(async () => expect(await answers()).toBe(1));
    await sleep(COMES_MS);
    expect(raw.messages).toEqual([]);
  });

  it.each([
    ['before it is there', 0],
    ['while it streams', 100],
  ])('leaves the next subscription under its id alone, %s', async (_, wait) => {
    const { server } = await hanging(0);
    const raw = await openAcknowledged(server.url);
    const [first] = await appendFindings(server.engine, [{ answer: 'a' }]);
    raw.send(subscribe('1', { after: first }));
    await sleep(wait);
    raw.send(complete('1'));
    raw.send(subscribe('1', { after: first }));
    await sleep(COMES_MS);
    await appendFindings(server.engine, [{ answer: 'b' }]);
    await eventually(() => expect(heard(raw, '1')).toEqual(['next']));
    raw.send(complete('1'));
    await everythingIsHeard(raw);
    await appendFindings(server.engine, [{ answer: 'c' }]);
    await sleep(COMES_MS);
    expect(heard(raw, '1')).toEqual([]);
  });
});
