/** An item of a list that cannot be read: null beside an error that says where, and the others stand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerId } from '../../../graph/address.ts';
import { answerOf, ingestInto, jsonLines } from '../../engine/documents.ts';
import { asking } from './asking.ts';
import { type RunningServer, startServer, storeFolder } from './graphql-server.ts';

const PLANETS = ['Saturn', 'Jupiter', 'Neptune'];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
/** Oldest first; the bytes of the second are others than the log has. */
let ids: AnswerId[];

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  const { engine } = server;
  const documents = PLANETS.map((planet, index) => ({
    id: planet,
    text: `${planet} has ${index + 90} moons.`,
    domain: `${planet.toLowerCase()}.example`,
    day: '2023-05-12',
  }));
  await ingestInto(engine, 'moons', [jsonLines(documents)]);
  ids = [];
  for (const planet of PLANETS) {
    const question = { corpus: 'moons', q: `How many moons does ${planet} have?` };
    ids.push((await answerOf(engine, question)).answer.answer_id);
  }
  const [record] = await engine.store.records('answers', ids.slice(1, 2));
  const hash = record?.body.answer_hash ?? '';
  await engine.store.transact(async (tx) => {
    await tx.removeBlobs([hash]);
    await tx.saveBlobs([{ hash, bytes: Buffer.from('another') }]);
  });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const { ask } = asking(() => server);

describe('a list with an answer whose bytes no longer match', () => {
  it.each([
    [
      'its nodes',
      '{ answers { nodes { answerId } } }',
      (data: Listed) => data.answers.nodes,
      ['answers', 'nodes', 1],
    ],
    [
      'its edges',
      '{ answers { edges { node { answerId } } } }',
      (data: Listed) => data.answers.edges.map(({ node }) => node),
      ['answers', 'edges', 1, 'node'],
    ],
  ])('has the others, and an error for that one: %s', async (_, query, nodesOf, path) => {
    // More than once: the first times on the full path, and later ones where a query is known.
    for (let time = 0; time < 4; time += 1) {
      const { data, errors } = await ask(query);
      expect(nodesOf(data)).toEqual([{ answerId: ids[2] }, null, { answerId: ids[0] }]);
      expect(errors).toMatchObject([{ path, extensions: { code: 'upstream:unavailable' } }]);
      expect(errors).toHaveLength(1);
    }
  });

  it('has its count and its page', async () => {
    const { data } = await ask(
      '{ answers { totalCount totalIsExact pageInfo { hasNextPage } nodes { answerId } } }',
    );
    expect(data.answers).toMatchObject({
      totalCount: 3,
      totalIsExact: true,
      pageInfo: { hasNextPage: false },
    });
  });

  it('is whole without that one', async () => {
    const { data, errors } = await ask('{ answers(first: 1) { nodes { answerId summary } } }');
    expect(errors).toBeUndefined();
    expect(data.answers.nodes).toMatchObject([
      { answerId: ids[2], summary: expect.stringContaining('Neptune') },
    ]);
  });
});

interface Listed {
  readonly answers: {
    readonly nodes: readonly unknown[];
    readonly edges: readonly { readonly node: unknown }[];
  };
}
