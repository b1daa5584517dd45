import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { FINDINGS } from '../findings-socket.ts';
import { answerId, appendFindings, countListeners, type RunningServer } from '../graphql-server.ts';
import { type EventStream, openStream } from '../raw-stream.ts';
import { serversOfEachTest } from '../servers.ts';

const HEARTBEAT_MS = 12_000;

const servers = serversOfEachTest();

/** A stream of findings, with variables. */
const open = (server: RunningServer, variables = {}, headers: Record<string, string> = {}) =>
  openStream(server.url, { query: FINDINGS, variables }, headers);

const seqsOf = ({ results }: EventStream): number[] => results.map(({ findings }) => findings.seq);

describe('findings over SSE', () => {
  it('come as they stand, then live, in order', async () => {
    const server = await servers.start();
    const past = await appendFindings(server.engine, [{ answer: 'a' }, { answer: 'b' }, { answer: 'a' }]);
    const stream = await open(server);
    await eventually(() => expect(stream.results).toHaveLength(2));
    const live = await appendFindings(server.engine, [{ answer: 'c' }, { answer: 'a' }]);
    await eventually(() => expect(seqsOf(stream)).toEqual([...past.slice(1), ...live]));
    stream.leave();
    await stream.ended;
  });

  it('have comments for heartbeats while nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stream = await open(await servers.start());
      await eventually(() => expect(stream.comments()).toBe(1));
      vi.advanceTimersByTime(HEARTBEAT_MS);
      await eventually(() => expect(stream.comments()).toBeGreaterThan(1));
      expect(stream.results).toEqual([]);
      stream.leave();
    } finally {
      vi.useRealTimers();
    }
  });

  it('name their positions, so that an EventSource comes back behind the last one by itself', async () => {
    const first = await servers.start();
    const port = Number(new URL(first.url).port);
    const early = await appendFindings(first.engine, [{ answer: 'a' }, { answer: 'b' }]);
    const query = 'subscription { findings { seq } }';
    const source = new EventSource(`${first.url}?query=${encodeURIComponent(query)}`);
    const got: { readonly id: number; readonly seq: number }[] = [];
    source.addEventListener('next', (event) => {
      got.push({ id: Number(event.lastEventId), seq: JSON.parse(event.data).data.findings.seq });
    });
    await eventually(() => expect(got).toHaveLength(2));
    await first.stop();
    const second = await servers.start({ port });
    const late = await appendFindings(second.engine, [{ answer: 'c' }, { answer: 'a' }]);
    await vi.waitFor(() => expect(got).toHaveLength(4), { timeout: 15_000 });
    source.close();
    expect(got).toEqual([...early, ...late].map((seq) => ({ id: seq, seq })));
  }, 20_000);

  it.each([
    ['further than the log has come', 1_000_000],
    ['of another log, behind', 2 ** 31 - 1],
  ])('say resync for a position %s, and let an EventSource forget its own', async (_, after) => {
    const server = await servers.start();
    await appendFindings(server.engine, [{ answer: 'a' }]);
    const stream = await open(server, { after });
    expect(await stream.ended).toBe('complete');
    expect(stream.errors).toMatchObject([{ extensions: { code: 'stale:resync', last_seq: 0 } }]);
    expect(stream.raw()).toContain('event: next\nid:\ndata: {"errors"');
  });

  it('are not sent to a client that takes JSON only', async () => {
    const stream = await open(await servers.start(), {}, { accept: 'application/json' });
    expect(stream.status).toBe(406);
    stream.leave();
  });

  it('resume behind a position after a restart, none missed and none doubled', async () => {
    const first = await servers.start();
    const early = await appendFindings(first.engine, [{ answer: 'a' }, { answer: 'b' }]);
    const before = await open(first, { after: -1 });
    await eventually(() => expect(seqsOf(before)).toEqual(early));
    const late = appendFindings(
      first.engine,
      Array.from({ length: 40 }, (_, index) => ({ answer: `a${index}` })),
    );
    const port = Number(new URL(first.url).port);
    const committed = [...early, ...(await late)];
    await first.stop();
    expect(await before.ended).toBe('silence');
    const second = await servers.start({ port });
    const more = await appendFindings(second.engine, [{ answer: 'z' }]);
    const after = await open(second, { after: seqsOf(before).at(-1) });
    await eventually(() => expect([...seqsOf(before), ...seqsOf(after)]).toEqual([...committed, ...more]));
    after.leave();
  });

  it('reach an EventSource by GET', async () => {
    const server = await servers.start();
    const [seq] = await appendFindings(server.engine, [{ answer: 'a', to: 'FAIL' }]);
    const query = 'subscription { findings { seq answerId to } }';
    const source = new EventSource(`${server.url}?query=${encodeURIComponent(query)}`);
    const data = await new Promise<string>((resolve, reject) => {
      source.addEventListener('next', (event) => resolve(event.data));
      source.addEventListener('error', (error) => reject(new Error(error.message)));
    });
    source.close();
    expect(JSON.parse(data)).toEqual({
      data: { findings: { seq, answerId: answerId('a'), to: 'FAIL' } },
      extensions: { after: seq },
    });
  });

  it('leave nothing behind when the client goes', async () => {
    const { count, around } = countListeners();
    const server = await servers.start({ around });
    const before = count.listeners;
    const streams = [await open(server), await open(server, { after: -1 })];
    await eventually(() => expect(count.listeners).toBe(before + 1));
    for (const stream of streams) stream.leave();
    await eventually(() => expect(count.listeners).toBe(before));
  });

  it('end with an error result and complete when the key is revoked', async () => {
    const server = await servers.start();
    const { key, key_id } = await server.engine.keys.mintKey('mine');
    await appendFindings(server.engine, [{ answer: 'a', tenant: 'mine' }, { answer: 'b' }]);
    const stream = await open(server, {}, { authorization: `Bearer ${key}` });
    await eventually(() => expect(stream.results).toHaveLength(1));
    const started = performance.now();
    await server.engine.keys.revoke(key_id);
    expect(await stream.ended).toBe('complete');
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(stream.errors).toMatchObject([{ extensions: { code: 'denied:token_revoked' } }]);
    expect(stream.results).toHaveLength(1);
  });

  it('end without complete when the server goes, and give the rest behind the last position', async () => {
    const server = await servers.start();
    const stream = await open(server);
    await sleep(50);
    const seqs = await appendFindings(
      server.engine,
      Array.from({ length: 300 }, (_, index) => ({ answer: `a${index}` })),
    );
    await server.stop();
    expect(await stream.ended).toBe('silence');
    const taken = seqsOf(stream);
    expect(taken.length).toBeGreaterThan(0);
    const rest = await open(await servers.start(), { after: taken.at(-1) });
    await eventually(() => expect([...taken, ...seqsOf(rest)]).toEqual(seqs));
    rest.leave();
  });

  it.each([
    ['a key that is wrong', {}, { authorization: 'Bearer adk_wrong' }, 401],
    ['another site’s page', {}, { origin: 'https://evil.example' }, 403],
  ])('are refused to %s', async (_, variables, headers, status) => {
    const stream = await open(await servers.start(), variables, headers);
    expect(stream.status).toBe(status);
    stream.leave();
  });

  it.each([
    ['a position that is no number', { after: 'x' }],
    [
      'more answers than one may name',
      { answerIds: Array.from({ length: 1_001 }, (_, index) => `ans_${index}`) },
    ],
  ])('are refused with %s', async (_, variables) => {
    const stream = await open(await servers.start(), variables);
    await stream.ended;
    expect(stream.errors).toHaveLength(1);
    expect(stream.results).toHaveLength(0);
  });
});
