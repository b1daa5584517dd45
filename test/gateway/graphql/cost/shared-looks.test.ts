import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { listsOfWork } from '../../../../graph/caller.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

/** Among how many lists each list of claims shared what it may look at. */
const shared: number[] = [];
let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;

const around = (engine: Engine): Engine => ({
  ...engine,
  explore: {
    ...engine.explore,
    claims: (request) => {
      shared.push(listsOfWork());
      return engine.explore.claims(request);
    },
  },
});

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path, around });
  const document = { id: 'one', text: 'Saturn has 82 moons.', domain: 'one.example', day: '2023-05-12' };
  await ingestInto(server.engine, 'moons', [jsonLines([document])]);
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const TEXT = 'claims(corpus: "moons", first: 1, filter: {text: "x"})';

it.each([
  ['a page of the first rows', '{ claims(corpus: "moons", first: 1) { nodes { addr } } }', 1],
  ['a page that a filter passes', `{ ${TEXT} { nodes { addr } } }`, 1],
  [
    'its count and its groups',
    `{ ${TEXT} { totalCount totalIsExact aggregate { licence { key } domain { key } } } }`,
    4,
  ],
  ['the count of all beside the first rows', '{ claims(corpus: "moons") { nodes { addr } totalCount } }', 1],
  [
    'two lists',
    `{ a: ${TEXT} { nodes { addr } } artefacts(corpus: "moons", filter: {lang: "x"}) { nodes { title } } }`,
    2,
  ],
  [
    'lists of fragments',
    `{ ...f } fragment f on Query { a: ${TEXT} { ...g } b: ${TEXT} { ...g } } fragment g on ClaimConnection { nodes { addr } totalCount }`,
    4,
  ],
])('lists share what they may look at: %s', async (_, query, lists) => {
  // From the third time on a compiled query answers.
  for (let times = 0; times < 3; times += 1) {
    shared.length = 0;
    const { body } = await post(server.url, query);
    expect(body.errors).toBeUndefined();
    expect(new Set(shared)).toEqual(new Set([lists]));
  }
});

it('lists of a caller that sees some addresses only share it, whatever they ask for', async () => {
  const { tokenFor } = asking(() => server);
  const headers = await tokenFor({ prefixes: ['wx://moons/claim/c1'] });
  const query = ['a', 'b', 'c'].map(
    (name) => `${name}: claims(corpus: "moons", first: 1) { nodes { addr } }`,
  );
  for (let times = 0; times < 3; times += 1) {
    for (const [sent, lists] of [[headers, 3] as const, [{}, 1] as const]) {
      shared.length = 0;
      const { body } = await post(server.url, `{ ${query.join(' ')} }`, { headers: sent });
      expect(body.errors).toBeUndefined();
      expect(new Set(shared)).toEqual(new Set([lists]));
    }
  }
});
