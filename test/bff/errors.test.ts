import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitor } from './browser.ts';
import { dataFolder, ingestMoons, MOONS, startWholeServer, type WholeServer } from './whole-server.ts';

let folder: Awaited<ReturnType<typeof dataFolder>>;
let server: WholeServer;
beforeAll(async () => {
  folder = await dataFolder();
  server = await startWholeServer({ folder: folder.path });
  await ingestMoons(server.engine);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const UNREADABLE = /cannot be read/;

describe('an error of /api and of a procedure', () => {
  const saved = { answer_id: 'ans_1', title: 'Moons' };
  it.each<[string, string, unknown, RegExp, RegExp]>([
    ['an unknown corpus', 'ask', { q: MOONS, corpus: 'nowhere' }, /no corpus of that name/, /Choose one/],
    ['a bad day', 'ask', { q: MOONS, as_of: 'yesterday' }, /not a date/, /2024-05-31/],
    ['too many tags', 'saved.save', { ...saved, tags: Array(17).fill('t') }, /at most 16 tags/, /remove/],
    ['a long question', 'ask', { q: 'x'.repeat(2_001) }, /question is too long/, /shorten/],
    ['an unknown answer', 'saved.save', saved, /no such answer/, /./],
  ])('names %s and what would help', async (_, procedure, input, message, next) => {
    const path = procedure === 'ask' ? '/api/answers' : '/api/saved';
    const rest = (await visitor(server.url).send('POST', path, input)).body.error;
    const reply = await visitor(server.url).send('POST', `/api/trpc/${procedure}`, input);
    const page = reply.body.error.data.refusal;
    for (const error of [rest, page]) {
      expect(error.message).toMatch(message);
      expect(error.message).not.toMatch(UNREADABLE);
      if (error.next_step !== undefined) expect(error.next_step).toMatch(next);
    }
  });

  it('names the receipt of the engine where the engine refused', async () => {
    const { body } = await visitor(server.url).send('POST', '/api/answers', { q: MOONS, corpus: 'nowhere' });
    expect(body.error.receipt_id).toMatch(/^rc_/);
    const input = { q: MOONS, corpus: 'nowhere' };
    const page = await visitor(server.url).send('POST', '/api/trpc/ask', input);
    expect(page.body.error.data.refusal.receipt_id).toMatch(/^rc_/);
    // What the engine never saw has no receipt of it.
    const own = await visitor(server.url).send('POST', '/api/answers', { q: '' });
    expect(own.body.error).not.toHaveProperty('receipt_id');
  });

  it('says how long to wait, in the header too', async () => {
    const reader = visitor(server.url);
    await reader.send('GET', '/api/history');
    let reply = await reader.send('POST', '/api/trpc/saved.remove', { id: 'none' });
    for (let writes = 1; writes <= 30; writes += 1) {
      reply = await reader.send('POST', '/api/trpc/saved.remove', { id: 'none' });
    }
    expect(reply.status).toBe(429);
    const { retry_after_ms } = reply.body.error.data.refusal;
    expect(Number(reply.headers.get('retry-after'))).toBe(Math.ceil(retry_after_ms / 1_000));
    expect(reply.body.error.message).not.toMatch(UNREADABLE);
  });
});

describe('what is no call of one procedure', () => {
  it.each([
    ['a batch', 'POST', '/api/trpc/ask,ask?batch=1', { 0: { q: MOONS }, 1: { q: MOONS } }, 400],
    ['a read of what writes', 'GET', '/api/trpc/ask', undefined, 405],
    ['a procedure that there is not', 'POST', '/api/trpc/nothing', {}, 404],
  ])('is refused in words: %s', async (_, method, path, body, status) => {
    const reply = await visitor(server.url).send(method, path, body);
    expect(reply.status).toBe(status);
    const { error } = Array.isArray(reply.body) ? reply.body[0] : reply.body;
    expect(error.data.refusal).toMatchObject({
      status,
      reason: expect.any(String),
      message: expect.any(String),
    });
    expect(reply.headers.has('x-adduce-reason')).toBe(false);
  });
});

describe('the trace of a visit', () => {
  const traceOf = async (sent?: string) => {
    const headers: Record<string, string> = sent === undefined ? {} : { 'x-trace': sent };
    return (await visitor(server.url).send('GET', '/api/healthz', undefined, headers)).headers.get('x-trace');
  };

  it('is the caller’s own, or a fresh one', async () => {
    expect(await traceOf('visit-1')).toBe('visit-1');
    expect(await traceOf('x'.repeat(128))).toBe('x'.repeat(128));
    const fresh = await traceOf();
    expect(fresh).toMatch(/^[0-9a-f]{32}$/);
    expect(await traceOf()).not.toBe(fresh);
  });

  it.each(['x'.repeat(129), 'a b', 'a"b', '<script>'])('is a fresh one in place of %s', async (sent) => {
    expect(await traceOf(sent)).toMatch(/^[0-9a-f]{32}$/);
  });
});
