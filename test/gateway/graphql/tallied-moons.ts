/** A server over documents of three publishers, of which two contradict the oldest. */
import { afterAll, beforeAll, expect } from 'vitest';
import { ingestInto, jsonLines, type TestDocument } from '../../engine/documents.ts';
import { asking } from './asking.ts';
import { type RunningServer, startServer, storeFolder } from './graphql-server.ts';

export const MOONS = 'Saturn has 145 moons.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'www.old.example', day: '2019-10-07' },
  { id: 'one', text: `${MOONS} Jupiter has 95 moons.`, domain: 'a.one.example', day: '2023-05-12' },
  { id: 'more', text: `${MOONS} Mars has 2 moons.`, domain: 'b.one.example', day: '2023-05-13' },
  { id: 'two', text: MOONS, domain: 'two.example', day: '2023-05-14' },
];

/** For all tests of a file; after them the server has met no fault. */
export function talliedMoons() {
  let folder: Awaited<ReturnType<typeof storeFolder>>;
  let server: RunningServer;
  beforeAll(async () => {
    folder = await storeFolder();
    server = await startServer({ path: folder.path });
    await ingestInto(server.engine, 'moons', [jsonLines(DOCUMENTS)]);
  });
  afterAll(async () => {
    await server.stop();
    expect(server.faults).toEqual([]);
    await folder[Symbol.asyncDispose]();
  });
  const asked = asking(() => server);
  const refusalOf = async (query: string, headers = {}) => {
    const { errors } = await asked.ask(query, headers);
    return errors?.[0]?.extensions?.code;
  };
  return { ...asked, refusalOf, server: () => server };
}
