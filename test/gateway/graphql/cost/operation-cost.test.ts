import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_COMPLEXITY } from '../../../../gateway/graphql/cost/limits.ts';
import { post, type RunningServer, startServer, storeFolder } from '../graphql-server.ts';
import { PAGES, PING } from './priced-queries.ts';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

describe('what an operation costs', () => {
  const costOf = async (query: string, variables: object = {}) =>
    (await post(server.url, query, { variables })).cost;

  it('is said in extensions, beside its bound', async () => {
    expect(await costOf(PING)).toEqual({ asked: 1, limit: MAX_COMPLEXITY });
  });

  it('grows with the page sizes that variables give, inner by outer', async () => {
    const asked = async (n: number) => (await costOf(PAGES, { n }))?.asked ?? 0;
    const [one = 0, ten = 0, twenty = 0] = [await asked(1), await asked(10), await asked(20)];
    expect(ten).toBeGreaterThan(one);
    // Twice the page on both levels is four times what is inside.
    expect(twenty).toBeGreaterThan(3.5 * ten);
  });

  it('takes the default page where none is asked for, and no less for a page below one', async () => {
    const asked = async (n: number | null) => (await costOf(PAGES, { n }))?.asked;
    expect(await asked(null)).toBe(await asked(20));
    expect(await asked(-5)).toBe(await asked(1));
  });

  const PLAIN = 3;
  const ELEVEN = Array.from({ length: 11 }, (_, n) => `"${n % 10}"`).join(' ');
  it.each([
    ['a page in its order', '', '', PLAIN],
    ['a page by confidence', 'orderBy: {by: CONFIDENCE}', '', PLAIN + 1_000],
    ['a filter whose rows are looked up', 'filter: {subject: "x", cluster: "y"}', '', PLAIN + 250],
    ['a count of what is looked up', 'filter: {entity: "x", text: "y"}', 'totalCount', PLAIN + 1 + 2 * 250],
    ['a filter of words', 'filter: {text: "x"}', '', PLAIN + 1_500],
    ['a range of values', 'filter: {value: {number: {from: 1}}}', '', PLAIN + 1_500],
    ['a filter that is null', 'filter: {text: null}', '', PLAIN],
    [
      'a list of values that an index may find many rows by',
      `filter: {subject: [${ELEVEN}]}`,
      '',
      PLAIN + 1_500,
    ],
    ['as many as are most often few', `filter: {subject: [${ELEVEN.slice(0, -4)}]}`, '', PLAIN + 250],
    ['a range of the order', 'filter: {seq: {from: 1}}', '', PLAIN],
    ['a range of another order', 'filter: {effectiveAt: {from: "2020"}}', '', PLAIN + 1_500],
    ['what filters join', 'filter: {text: "x", or: [{text: "y"}, {not: {domain: "z"}}]}', '', PLAIN + 7_000],
    ['what is sought by each of two', 'filter: {or: [{subject: "x"}, {entity: "y"}]}', '', PLAIN + 250 + 47],
    [
      'what is sought by each of two, by too many names together',
      `filter: {or: [{subject: [${ELEVEN.slice(0, -4)}]}, {entity: [${ELEVEN.slice(0, -4)}]}]}`,
      '',
      PLAIN + 3_000,
    ],
    ['what is sought by one of two', 'filter: {or: [{subject: "x"}, {text: "y"}]}', '', PLAIN + 3_000],
    ['filters of words and places', 'filter: {text: "x", licence: "y"}', '', PLAIN + 4_000],
    ['a count', '', 'totalCount totalIsExact', PLAIN + 2 + 1_000],
    ['a count of what a filter passes', 'filter: {text: "x"}', 'totalCount', PLAIN + 1 + 2 * 1_500],
    ['groups', '', 'aggregate { domain { key } licence { key } }', PLAIN + 81 + 2 * 2_000],
  ])('holds the work of %s', async (_, args, more, cost) => {
    const of = args === '' ? '' : `, ${args}`;
    expect((await costOf(`{ claims(first: 1${of}) { nodes { addr } ${more} } }`))?.asked).toBe(cost);
  });

  it.each([
    ['publishers', 'filter: {text: "x"}', PLAIN + 250],
    ['publishers', 'filter: {counts: {artefacts: {from: 1}}}, orderBy: {by: ARTEFACTS}', PLAIN + 250],
    ['oppositions', 'filter: {contradicted: "x"}', PLAIN + 250],
    ['entities', 'filter: {text: "x"}', PLAIN + 1_500],
    ['entities', 'filter: {key: "x"}', PLAIN + 250],
    ['entities', 'filter: {seq: {from: 9000000}}', PLAIN + 1_500],
    ['entities', 'filter: {seq: {from: 9000000}}, orderBy: {by: KEY}', PLAIN + 1_500],
    ['entities', 'filter: {seq: {from: 9000000}}, orderBy: {by: LOG}', PLAIN],
    ['entities', 'orderBy: {by: KEY}', PLAIN],
    ['entities', 'asOf: "2020-01-01"', PLAIN + 1_500],
    ['publishers', 'asOf: "2020-01-01", orderBy: {by: LOG}', PLAIN + 250],
    ['publishers', 'asOf: null', PLAIN],
  ])('holds the work of %s(%s)', async (list, args, cost) => {
    expect((await costOf(`{ ${list}(first: 1, ${args}) { nodes { since } } }`))?.asked).toBe(cost);
  });

  const around = async (args: string, fields: string) =>
    (await costOf(`{ neighbourhood(of: "a1x", ${args}) { ${fields} } }`))?.asked ?? 0;

  it('holds as many nodes as a neighbourhood may be asked for, and as many edges, at no more than 600 of each', async () => {
    const NODES = 'nodes { nodeId }';
    const EDGES = 'edges { kind }';
    const bare = (args: string) => around(args, '__typename');
    const of = async (args: string, fields: string) => (await around(args, fields)) - (await bare(args));
    expect(await of('limitPerNode: 5', `${NODES} __typename`)).toBe(6 * 2);
    expect(await of('limitPerNode: 5', `${EDGES} __typename`)).toBe(6 * 2);
    expect(await of('depth: 4, limitPerNode: 50', `${NODES} __typename`)).toBe(600 * 2);
    expect(await of('depth: 2, limitPerNode: 24', `${NODES} __typename`)).toBe(577 * 2);
    expect(await of('depth: 2, limitPerNode: 25', `${NODES} __typename`)).toBe(600 * 2);
  });

  const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => `ans_${n}`));
  it.each([
    ['of up to 100 answers', `answerId: ${ids(100)}`, PLAIN],
    ['of more', `answerId: ${ids(101)}`, PLAIN + 249],
    ['of a corpus', 'corpus: "x"', PLAIN + 249],
  ])('holds the work of verdicts %s', async (_, filter, cost) => {
    expect((await costOf(`{ findings(first: 1, filter: {${filter}}) { nodes { seq } } }`))?.asked).toBe(cost);
  });

  it.each([
    ['annotations of a corpus', 'annotations(first: 1) { nodes { body } }', PLAIN + 249],
    [
      'annotations of a corpus by kind',
      'annotations(first: 1, corpus: "x", filter: {kind: [NOTE]}) { nodes { body } }',
      PLAIN + 249,
    ],
    [
      'annotations of an address',
      'annotations(first: 1, target: "wx://x/sec/y/0") { nodes { body } }',
      PLAIN,
    ],
    [
      'annotations of an address by words',
      'annotations(first: 1, target: "wx://x/sec/y/0", filter: {text: "x"}) { nodes { body } }',
      PLAIN + 249,
    ],
    ['the ledgers of a corpus', 'ledger(first: 1) { nodes { seq } }', PLAIN + 249],
  ])('holds the work of a list of %s', async (_, list, cost) => {
    expect((await costOf(`{ ${list} }`))?.asked).toBe(cost);
  });

  const sections = (count: number, of: string) =>
    `query${of.includes('$a') ? ' ($a: [ID!])' : ''} { artefacts(first: ${count}) { nodes { sections(first: 1${of}) { nodes { addr } } } } }`;
  const EACH = `, filter: {or: [${'{addr: $a} '.repeat(49)}]}`;
  const values = (count: number) => ({ a: Array.from({ length: count }, (_, n) => `wx://c/sec/${n}`) });

  it('holds the filters of sections and their values, of each artefact', async () => {
    const asked = async (of: string, a = values(1)) => (await costOf(sections(10, of), a))?.asked ?? 0;
    const plain = await asked('');
    expect(await asked(', filter: {heading: "x"}')).toBe(plain + 10 * 4);
    expect(await asked(', filter: {heading: "x", not: {place: {from: 1}}}')).toBe(plain + 10 * 8);
    expect(await asked(', filter: {addr: $a}', values(1_000))).toBe(plain + 10 * 8);
    expect(await asked(EACH, values(1_000))).toBe(plain + 10 * (4 * 50 + 4 * 49));
  });

  it('refuses many values of many filters of the sections of a hundred artefacts', async () => {
    const { status, body } = await post(server.url, sections(100, EACH), { variables: values(1_000) });
    expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'query:too_large']);
  });

  it('holds the work of each list under whatever name, in fragments and by variables', async () => {
    const query = `query ($f: ClaimFilter, $c: ClusterFilter = {text: "x"}) {
      a: claims(first: 1, filter: $f) { nodes { addr } } ...more
    }
    fragment more on Query { clusters(first: 1, filter: $c) { ...counted } ... { artefacts(first: 1) { totalCount } } }
    fragment counted on ClusterConnection { totalCount }`;
    expect((await costOf(query, { f: { licence: 'x' } }))?.asked).toBe(7 + 4_000 + 2 * 1_500 + 250);
  });

  it('refuses thirty filters of words at once, and takes what its bound allows', async () => {
    const lists = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `t${n}: claims(first: 1, filter: {text: "${n}"}) { nodes { addr } }`).join(' ')} }`;
    const { status, body } = await post(server.url, lists(30));
    expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'query:too_large']);
    const most = Math.floor(MAX_COMPLEXITY / 1_503);
    expect((await post(server.url, lists(most))).cost?.asked).toBe(most * 1_503);
    expect((await post(server.url, lists(most + 1))).status).toBe(400);
  });

  it('counts the operation that is named, not its neighbour in the document', async () => {
    const query = `query Small { __typename } ${PAGES.replace('query (', 'query Large(')}`;
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName: 'Small', variables: { n: 100 } }),
    });
    expect(await response.json()).toMatchObject({ extensions: { cost: { asked: 1 } } });
  });

  it('is in the refusal of a query past the bound', async () => {
    const { status, body } = await post(server.url, PAGES, { variables: { n: 120 } });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.extensions).toEqual({
      code: 'query:too_large',
      cost: { asked: expect.any(Number), limit: MAX_COMPLEXITY },
    });
  });

  it('is not asked of a query whose variables do not fit', async () => {
    const { status, cost } = await post(server.url, PAGES, { variables: { n: 'many' } });
    expect({ status, cost }).toEqual({ status: 400, cost: null });
  });
});
