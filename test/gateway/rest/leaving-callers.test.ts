/** What REST reads for a caller ends with the connection; what it writes does not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRange } from '../../../graph/store/ranges.ts';
import { WatchedReads } from '../../conformance/watched-reads.ts';
import { openRestFixture, QUESTION, type RestFixture } from './rest-fixture.ts';

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Calls for one who leaves at the second read. */
async function callAndLeave(path: string, init: RequestInit = {}) {
  const leaving = new AbortController();
  const watched = new WatchedReads();
  watched.at(2, () => leaving.abort());
  const engine = fixture.engineOver(watched.around(fixture.store));
  const url = `http://localhost${path}`;
  const reply = await fixture.rest({}, engine)(new Request(url, { ...init, signal: leaving.signal }));
  expect(leaving.signal.aborted).toBe(true);
  return { reply, after: watched.since };
}

it('reads nothing further for a search, and that is no fault', async () => {
  const { after } = await callAndLeave(`/v1/search?q=${encodeURIComponent(QUESTION)}`);
  // The envelope, which nobody gets, names the corpus.
  expect(after).toEqual(['corpora']);
  expect(fixture.faults).toEqual([]);
});

it('answers a question to its end: a repeated request finds the answer', async () => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: QUESTION }),
  };
  const { reply, after } = await callAndLeave('/v1/answers', init);
  expect(reply.status).toBe(200);
  expect(after.length).toBeGreaterThan(0);
  expect(
    await readRange(
      fixture.store,
      'answers',
      { tenant: 'local', uses: null, after: -1, before: null },
      { newestFirst: true, limit: 10 },
    ),
  ).toHaveLength(1);
});
