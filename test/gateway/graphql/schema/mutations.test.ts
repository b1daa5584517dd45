import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRestFixture, type RestFixture } from '../../rest/rest-fixture.ts';
import { openSurface } from './mutation-surface.ts';

let fixture: RestFixture;
let surface: ReturnType<typeof openSurface>;
beforeAll(async () => {
  fixture = await openRestFixture();
});
beforeEach(() => {
  surface = openSurface(fixture.engine);
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('a mutation', () => {
  it.each([['application/json'], ['text/event-stream']])(
    'is refused by GET with Accept: %s, and nothing is written',
    async (accept) => {
      const { size } = await fixture.store.head();
      const url = `http://engine.example/graphql?query=${encodeURIComponent('mutation { mintKey { __typename } }')}`;
      const { status, headers } = await surface.graphql.handle(new Request(url, { headers: { accept } }));
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST');
      expect((await fixture.store.head()).size).toBe(size);
    },
  );

  it('is refused by a form of any page, and by another origin’s script', async () => {
    const { size } = await fixture.store.head();
    const body = JSON.stringify({ query: 'mutation { mintKey { __typename } }' });
    const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
    const script = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body,
    };
    const statuses: number[] = [];
    for (const init of [form, script]) {
      statuses.push(
        (await surface.graphql.handle(new Request('http://engine.example/graphql', init))).status,
      );
    }
    expect(statuses).toEqual([415, 403]);
    expect((await fixture.store.head()).size).toBe(size);
  });
});
