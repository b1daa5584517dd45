/** What REST reads for a caller ends with the connection; what it writes does not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GraphStore } from '../../../graph/store.ts';
import { openRestFixture, QUESTION, type RestFixture } from './rest-fixture.ts';

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Calls for one who leaves at the second read. */
async function callAndLeave(path: string, init: RequestInit = {}) {
  const leaving = new AbortController();
  const after: string[] = [];
  const engine = fixture.engineOver(watched(fixture.store, leaving, after));
  const url = `http://localhost${path}`;
  const reply = await fixture.rest({}, engine)(new Request(url, { ...init, signal: leaving.signal }));
  expect(leaving.signal.aborted).toBe(true);
  return { reply, after };
}

/** @param after takes the names of reads that give something once the caller has left */
function watched(store: GraphStore, leaving: AbortController, after: string[]): GraphStore {
  let count = 0;
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      if (['transact', 'onCommit'].includes(name)) return member;
      return async (...args: unknown[]) => {
        count += 1;
        if (count === 2) leaving.abort();
        const hasLeft = leaving.signal.aborted;
        const found: unknown = await Reflect.apply(member, target, args);
        if (hasLeft) after.push(name);
        return found;
      };
    },
  });
}

it('reads nothing further for a search, and that is no fault', async () => {
  const { after } = await callAndLeave(`/v1/search?q=${encodeURIComponent(QUESTION)}`);
  // The envelope, which nobody gets, names the corpus.
  expect(after).toEqual(['corpora']);
  expect(fixture.faults).toEqual([]);
});

it('answers a question to its end: who asks again finds it', async () => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: QUESTION }),
  };
  const { reply, after } = await callAndLeave('/v1/answers', init);
  expect(reply.status).toBe(200);
  expect(after.length).toBeGreaterThan(0);
  expect(await fixture.store.answersOf('local', 10)).toHaveLength(1);
});
