/** What connections are asked with: every kind of list refuses what is no size and no cursor of its own. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const OFFSET = 'OffsetConnection:';
const encoded = (text: string) => Buffer.from(text).toString('base64');

/** A list of each kind: by offset (of an array, of a ledger), by position in the log, by value. */
const LISTS: readonly (readonly [string, (args: string) => string])[] = [
  ['corpora', (args) => `{ corpora(${args}) { nodes { name } pageInfo { endCursor } } }`],
  ['a ledger', (args) => `{ claims(first: 1) { nodes { ledger(${args}) { nodes { seq } } } } }`],
  ['answers', (args) => `{ answers(${args}) { nodes { answerId } } }`],
  ['claims', (args) => `{ claims(${args}) { nodes { addr } } }`],
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const documents = [{ id: 'one', text: 'Saturn has 145 moons.', domain: 'one.example', day: '2023-05-12' }];
  for (const corpus of ['moons', 'skies', 'stars']) {
    await ingestInto(server.engine, corpus, [jsonLines(documents)]);
  }
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

/** The codes of a query's errors. */
async function codesOf(query: string): Promise<unknown[]> {
  const { body } = await post(server.url, query);
  return (body.errors ?? []).map(({ extensions }) => extensions?.code);
}

describe.each(LISTS)('a page of %s', (_, listed) => {
  it.each([
    ['a cursor of nothing', 'after: "x"'],
    ['an empty cursor', 'after: ""'],
    ['a cursor that is no base64', 'before: "*"'],
    ['an offset that is no number', `after: "${encoded(`${OFFSET}abc`)}"`],
    ['an offset before the first', `before: "${encoded(`${OFFSET}-2`)}"`],
    ['an offset past every number', `after: "${encoded(`${OFFSET}1e400`)}"`],
    ['a cursor in another spelling', `after: "${encoded(`${OFFSET}01`)}"`],
    ['a cursor with more behind it', `after: "${encoded(`${OFFSET}1`)}!"`],
    ['a cursor that is far too long', `after: "${'A'.repeat(10_000)}"`],
    ['a negative first', 'first: -1'],
    ['a negative last', 'last: -1'],
    ['one more than a page has', 'first: 101'],
    ['one more from the end', 'last: 101'],
  ])('is refused by %s', async (_, args) => {
    expect(await codesOf(listed(args))).toEqual(['invalid:query']);
  });

  it('may be of no size, and of the most', async () => {
    expect(await codesOf(listed('first: 0'))).toEqual([]);
    expect(await codesOf(listed('first: 100'))).toEqual([]);
    expect(await codesOf(listed('last: 100'))).toEqual([]);
  });

  it('names the most that it may have where more is asked for', async () => {
    const { body } = await post(server.url, listed('first: 500'));
    expect(body.errors).toMatchObject([
      { message: 'first is 0 to 100 here', extensions: { details: { argument: 'first', most: 100 } } },
    ]);
  });
});

it('goes on behind each cursor that was given, also of an empty page', async () => {
  const names: string[] = [];
  let args = 'first: 0';
  for (let pages = 0; pages < 4; pages += 1) {
    const { body } = await post(server.url, LISTS[0]?.[1](args) ?? '');
    names.push(...body.data.corpora.nodes.map(({ name }: { name: string }) => name));
    args = `first: 1, after: "${body.data.corpora.pageInfo.endCursor}"`;
  }
  expect(names).toEqual(['moons', 'skies', 'stars']);
});

it('refuses any text that is no cursor, and breaks on none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LISTS),
      fc.base64String({ maxLength: 40 }),
      async ([, listed], text) => {
        expect(await codesOf(listed(`after: "${text}"`))).toEqual(['invalid:query']);
      },
    ),
    { numRuns: 60 },
  );
});
