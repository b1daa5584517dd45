import { describe, expect, it } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openInitialised, subscribe } from '../findings-socket.ts';
import { serversOfEachTest } from '../servers.ts';

const servers = serversOfEachTest();

/** Costs more than an operation may, on a page of a hundred claims. */
const HEAVY =
  'cluster { claims(first: 100) { nodes { cluster { claims(first: 100) { nodes { addr } } } } } }';

interface Extra {
  readonly again?: boolean;
  readonly documentId?: string;
}

interface SentError {
  readonly extensions: Record<string, unknown>;
}

/** Of a message of the type `error`, or a result that has some. */
function errorsOf({ type, payload }: { type: string; payload?: unknown }): readonly SentError[] {
  if (type === 'error') return payload as readonly SentError[];
  return (payload as { errors?: readonly SentError[] } | undefined)?.errors ?? [];
}

describe('an operation over a socket', () => {
  it('gets an error for a query past its bounds, and goes on', async () => {
    const raw = await openInitialised(await servers.start());
    await eventually(() => expect(raw.messages).toHaveLength(1));
    const aliases = Array.from({ length: 31 }, (_, index) => `a${index}: __typename`).join(' ');
    raw.send({ id: '1', type: 'subscribe', payload: { query: `{ ${aliases} }` } });
    raw.send({ id: '2', type: 'subscribe', payload: { query: '{' } });
    raw.send({ id: '3', type: 'subscribe', payload: { query: '{ __typename }' } });
    await eventually(() => expect(raw.messages.map(({ id, type }) => `${id} ${type}`)).toContain('3 next'));
    expect(
      raw.messages
        .filter(({ type }) => type === 'error')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['1', '2']);
    raw.socket.close();
  });

  it.each([
    ['past the bounds of a document', '{ a: __typename '.repeat(31) + '}'.repeat(31), {}],
    ['past the bounds of an operation', `{ claims(first: 100) { nodes { ${HEAVY} } } }`, {}],
    ['for the schema, which is not told', '{ __schema { queryType { name } } }', {}],
    ['for a document that is not listed', '', { documentId: `sha256:${'0'.repeat(64)}` }],
    ['past its rate', '{ __typename }', { again: true }],
  ])(
    'is refused %s in words for a socket, without those for HTTP',
    async (_, query, { again, ...more }: Extra) => {
      const config = { introspection: 'off', ratePerMinute: 20 } as const;
      const raw = await openInitialised(await servers.start({ config }));
      await eventually(() => expect(raw.messages).toHaveLength(1));
      for (let index = 0; index < (again ? 60 : 1); index += 1) {
        raw.send({ id: `${index}`, type: 'subscribe', payload: { query, ...more } });
      }
      const errors = () => raw.messages.flatMap(errorsOf);
      await eventually(() => expect(errors().length).toBeGreaterThan(0));
      for (const { extensions } of errors()) {
        expect(extensions).toEqual(expect.objectContaining({ code: expect.stringMatching(/^\w+:\w+$/) }));
        expect(extensions).not.toHaveProperty('http');
      }
      raw.socket.close();
    },
  );

  it('has at most a hundred operations at a time', async () => {
    const raw = await openInitialised(await servers.start());
    await eventually(() => expect(raw.messages).toHaveLength(1));
    for (let id = 0; id < 101; id += 1) raw.send(subscribe(`${id}`));
    await eventually(() => expect(raw.messages).toHaveLength(2));
    expect(raw.messages[1]).toMatchObject({ id: '100', type: 'error' });
    raw.socket.close();
  });
});
