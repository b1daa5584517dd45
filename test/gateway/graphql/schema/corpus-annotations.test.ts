/** Annotations of a whole corpus, over a real server. */
import { beforeAll, describe, expect, it } from 'vitest';
import { annotateOn } from '../../../engine/annotated.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { talliedMoons } from '../tallied-moons.ts';

const { ask, dataOf, tokenFor, refusalOf, server } = talliedMoons();

const SECTION = 'wx://moons/sec/none/0';
const TWINE = { id: 'sea', text: 'The sea has 4 tides.', domain: 'sea.example', day: '2023-05-12' };
const BODIES = ['one', 'zwei', 'tres', 'four'];
let claims: string[];

const page = async (args: string, headers = {}) =>
  (
    await dataOf(
      `{ annotations${args === '' ? '' : `(${args})`} { totalCount nodes { body target }
           pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      headers,
    )
  ).annotations;
const bodies = async (args: string, headers = {}): Promise<string[]> =>
  (await page(args, headers)).nodes.map(({ body }: { body: string }) => body);

beforeAll(async () => {
  await ingestInto(server().engine, 'other', [jsonLines([TWINE])]);
  const found = await dataOf('{ claims(corpus: "moons") { nodes { addr } } }');
  claims = found.claims.nodes.map(({ addr }: { addr: string }) => addr);
  const targets = [claims[0] ?? '', SECTION, claims[1] ?? '', claims[0] ?? ''];
  await annotateOn(server().engine, 'wx://other/entity/x', 'elsewhere');
  for (const [index, target] of targets.entries()) {
    await annotateOn(server().engine, target, BODIES[index]);
  }
});

describe('annotations of a corpus', () => {
  it('are those on all its addresses, in the order of the log, of the first corpus where none is named', async () => {
    expect(await bodies('')).toEqual(BODIES);
    expect(await bodies('corpus: "moons"')).toEqual(BODIES);
    expect(await bodies('corpus: "other"')).toEqual(['elsewhere']);
    const { nodes, totalCount } = await page('');
    expect(nodes[1].target).toBe(SECTION);
    expect(totalCount).toBeNull();
  });

  it('come in pages from either end, and in no more behind the last', async () => {
    expect(await page('first: 4')).toMatchObject({ pageInfo: { hasNextPage: false } });
    const { pageInfo } = await page('first: 3');
    expect(pageInfo.hasNextPage).toBe(true);
    expect(await bodies(`after: "${pageInfo.endCursor}"`)).toEqual(['four']);
    expect(await bodies(`before: "${pageInfo.endCursor}", last: 1`)).toEqual(['zwei']);
    expect(await bodies('last: 2')).toEqual(['tres', 'four']);
    const { pageInfo: last } = await page('last: 1');
    expect(await page(`after: "${last.endCursor}"`)).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: false },
    });
    expect(await bodies('first: 0')).toEqual([]);
  });

  it('pass the filters that those of an address have', async () => {
    expect(await bodies('filter: {text: "E"}')).toEqual(['one', 'zwei', 'tres']);
    expect(await bodies('filter: {not: {text: "e"}}, first: 1')).toEqual(['four']);
    expect(await bodies('filter: {kind: [CORRECTION, CONTEXT]}')).toEqual([]);
    expect(await bodies('filter: {kind: [NOTE, CONTEXT]}, last: 1')).toEqual(['four']);
    expect(await bodies('filter: {actor: "nobody"}')).toEqual([]);
    expect(await bodies('filter: {createdAt: {to: "2000-01-01"}}')).toEqual([]);
    expect(await bodies('filter: {createdAt: {from: "2000-01-01"}}')).toEqual(BODIES);
    expect(await bodies('filter: {seq: {from: 1000000}}')).toEqual([]);
    expect(await bodies('asOf: "2001-01-01"')).toEqual([]);
    expect(await bodies('asOf: "2099-01-01"')).toEqual(BODIES);
  });

  it('refuse cursors of other lists, an unknown corpus, and a corpus beside a target', async () => {
    const { pageInfo } = await page('first: 1');
    const { pageInfo: ofTarget } = await page(`target: "${claims[0]}", first: 1`);
    const refused = [
      'after: "x"',
      `after: "${ofTarget.endCursor}"`,
      `after: "${pageInfo.endCursor}", corpus: "other"`,
      `after: "${pageInfo.endCursor}", filter: {text: "e"}`,
      `after: "${pageInfo.endCursor}", target: "${claims[0]}"`,
      `target: "${claims[0]}", corpus: "moons"`,
      'filter: {kind: []}',
      'first: 101',
      'first: -1',
      'asOf: "x"',
    ];
    for (const args of refused) {
      expect(await refusalOf(`{ annotations(${args}) { nodes { body } } }`), args).toBe('invalid:query');
    }
    for (const corpus of ['none', 'MOONS', '']) {
      const { data, errors } = await ask(`{ annotations(corpus: "${corpus}") { nodes { body } } }`);
      expect([data.annotations, errors?.[0]?.extensions?.code]).toEqual([null, 'invalid:corpus_unknown']);
    }
  });

  it('show a token those on addresses that it reaches, and none without its capability', async () => {
    const part = await tokenFor({ prefixes: [claims[0] ?? ''] }, ['wiki.annotations']);
    expect(await bodies('', part)).toEqual(['one', 'four']);
    expect(await bodies('last: 1', part)).toEqual(['four']);
    const { pageInfo } = await page('first: 1', part);
    expect(await bodies(`after: "${pageInfo.endCursor}"`, part)).toEqual(['four']);
    const after = `{ annotations(after: "${pageInfo.endCursor}") { nodes { body } } }`;
    expect(await refusalOf(after)).toBe('invalid:query');
    const other = await tokenFor({ corpora: ['other'] }, ['wiki.annotations']);
    expect(await bodies('corpus: "other"', other)).toEqual(['elsewhere']);
    const all = '{ annotations(corpus: "moons") { nodes { body } } }';
    expect(await refusalOf(all, other)).toBe('denied:corpus_forbidden');
    expect(await refusalOf(all, await tokenFor({}, ['wiki.search']))).toBe('denied:capability_missing');
  });
});
