import { queryObjects } from 'node:v8';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openAcknowledged } from '../raw-socket.ts';
import { serversOfEachTest } from '../servers.ts';

const servers = serversOfEachTest();
/** A socket may have as many at a time. */
const OPERATIONS = 60;

it.each([
  ['a query', '{ __typename }'],
  ['a query that reads', '{ claims { nodes { text } } }'],
  ['a query that fails', '{ claims(first: -1) { nodes { text } } }'],
  ['a document that is none', '{ nothing }'],
  ['a subscription that ends', 'subscription { findings(after: 1000000) { seq } }'],
])('a socket that stays open keeps nothing of %s', { timeout: 60_000 }, async (_, query) => {
  const raw = await openAcknowledged((await servers.start()).url);
  const ended = () => raw.messages.filter(({ type }) => type !== 'next').map(({ id }) => id);
  const ask = async () => {
    const ids = Array.from({ length: OPERATIONS }, (_, index) => String(index));
    raw.messages.length = 0;
    for (const id of ids) raw.send({ id, type: 'subscribe', payload: { query } });
    await vi.waitFor(() => expect(new Set(ended())).toEqual(new Set(ids)), { timeout: 20_000 });
  };
  await ask();
  const before = signals();
  await ask();
  await eventually(() => expect(signals()).toBeLessThan(before + OPERATIONS / 2));
  raw.socket.close();
});

it.each([
  ['a query', '{ claims { nodes { text } } }'],
  ['a subscription', 'subscription { findings { seq } }'],
])(
  'a socket that stays open keeps nothing of %s that was completed',
  { timeout: 60_000 },
  async (_, query) => {
    const raw = await openAcknowledged((await servers.start()).url);
    const ask = async () => {
      const ids = Array.from({ length: OPERATIONS }, (_, index) => String(index));
      for (const id of ids) raw.send({ id, type: 'subscribe', payload: { query } });
      for (const id of ids) raw.send({ id, type: 'complete' });
      raw.messages.length = 0;
      raw.send({ id: 'last', type: 'subscribe', payload: { query: '{ __typename }' } });
      await eventually(() => expect(raw.messages.at(-1)).toMatchObject({ id: 'last', type: 'complete' }));
    };
    await ask();
    const before = signals();
    await ask();
    await eventually(() => expect(signals()).toBeLessThan(before + OPERATIONS / 2));
    raw.socket.close();
  },
);

/** How many there are in this process, when what nothing refers to is gone. */
function signals(): number {
  return queryObjects(AbortSignal, { format: 'count' });
}
