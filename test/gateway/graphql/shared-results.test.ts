/** What subscribers that could share a result are told, each of them. */
import { describe, expect, it, vi } from 'vitest';
import { appendTo, ingestLakes } from './fan-out/evidence.ts';
import type { RunningServer } from './graphql-server.ts';
import { openAcknowledged } from './raw-socket.ts';
import { serversOfEachTest } from './servers.ts';

const servers = serversOfEachTest();
const SHOWN =
  'subscription ($show: Boolean = true) { ledger(corpus: "lakes", after: -1) { logSeq actor @include(if: $show) } }';

/** Gives what it has been told so far. */
async function subscribe({ url }: RunningServer, query: string, variables: object = {}) {
  const raw = await openAcknowledged(url);
  raw.send({ id: '1', type: 'subscribe', payload: { query, variables } });
  return () => raw.messages.map(({ payload }) => payload);
}

describe('subscribers of which one gives null for a variable with a default', () => {
  it.each([
    ['first', [{ show: null }, {}]],
    ['last', [{}, { show: null }]],
  ])('are told apart, where it comes %s', async (_, both) => {
    const server = await servers.start();
    const [vell] = await ingestLakes(server.engine);
    const told = await Promise.all(both.map((variables) => subscribe(server, SHOWN, variables)));
    await appendTo(server.engine, vell, 'ann');
    for (const [index, variables] of both.entries()) {
      await vi.waitFor(() => expect(told[index]?.()).toHaveLength(3));
      const last = told[index]?.().at(-1);
      if ('show' in variables) expect(last).toMatchObject({ errors: [expect.anything()] });
      else expect(last).toEqual({ data: { ledger: expect.objectContaining({ actor: 'ann' }) } });
    }
  });
});
