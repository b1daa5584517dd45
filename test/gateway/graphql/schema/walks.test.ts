/** Neighbourhoods, paths and chains of successors over a real server, and who sees what of them. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const CORPUS = 'moons';
const OLD = 'Saturn has 82 moons.';
const NEW = 'Saturn has 145 moons.';
const JUPITER = 'Jupiter has 95 moons.';
const MARS = 'Mars has 2 moons.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: OLD, domain: 'old.example', day: '2019-10-07' },
  { id: 'one', text: `${NEW} ${JUPITER}`, domain: 'one.example', day: '2023-05-12' },
  { id: 'two', text: NEW, domain: 'two.example', day: '2023-05-13' },
  { id: 'mars', text: MARS, domain: 'mars.example', day: '2023-05-14' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let addrs: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, CORPUS, [jsonLines(DOCUMENTS)]);
  const { claims } = await dataOf('{ claims { nodes { addr text } } }');
  addrs = new Map(claims.nodes.map(({ addr, text }: Record<string, string>) => [text, addr]));
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf, tokenFor } = asking(() => server);

const named = (text: string) => JSON.stringify(addrs.get(text));
const NODE = '... on Claim { text } ... on Artefact { domain }';
const NODES = `nodes { nodeId distance more repeated cursor node { __typename ${NODE} } }`;

type Ends = Readonly<Record<'kind' | 'sourceId' | 'targetId', string>>;

interface Shown {
  readonly text?: string;
  readonly domain?: string;
}

interface Node {
  readonly nodeId: string;
  readonly distance: number;
  readonly more: number;
  readonly node: Shown & { readonly __typename: string };
}

const shownName = ({ text, domain }: Shown) => text ?? domain ?? '';
const nameOf = ({ node }: Pick<Node, 'node'>) => shownName(node);

describe('a neighbourhood', () => {
  const around = async (args: string, headers = {}) =>
    (
      await dataOf(
        `{ neighbourhood(${args}) { isBounded ${NODES} edges { kind sourceId targetId weight logSeq } } }`,
        headers,
      )
    ).neighbourhood;

  it('holds what is around a claim, step by step', async () => {
    const found = await around(`of: ${named(NEW)}`);
    expect(found.nodes.map((node: Node) => [node.distance, nameOf(node)])).toEqual(
      expect.arrayContaining([
        [0, NEW],
        [1, 'one.example'],
        [1, 'two.example'],
        [1, OLD],
      ]),
    );
    expect(found.nodes).toHaveLength(4);
    expect(found.isBounded).toBe(false);
    const kinds = new Set(found.edges.map(({ kind }: { kind: string }) => kind));
    expect(kinds).toEqual(new Set(['STATES', 'SUPPORTS', 'CONTRADICTS', 'SUPERSEDES']));
    const next = await around(`of: ${named(NEW)}, depth: 2, kinds: [STATES]`);
    expect(next.nodes.map(nameOf)).toContain(JUPITER);
    expect(next.nodes.map(nameOf)).not.toContain(OLD);
  });

  it('says how much more there is at each node, and where that is', async () => {
    const { nodes, edges } = await around(`of: ${named(NEW)}, limitPerNode: 1`);
    expect(edges).toHaveLength(1);
    const query = (after: string) =>
      `{ neighbours(of: ${named(NEW)}, first: 2${after}) { more pageInfo { hasNextPage endCursor } nodes { kind sourceId targetId } } }`;
    const { neighbours: all } = await dataOf(query(''));
    expect(all.nodes.length + all.more).toBe(nodes[0].more + 1);
    const rest: unknown[] = [];
    for (let cursor = nodes[0].cursor; ; ) {
      const { neighbours } = await dataOf(query(`, after: "${cursor}"`));
      rest.push(...neighbours.nodes);
      if (!neighbours.pageInfo.hasNextPage) break;
      cursor = neighbours.pageInfo.endCursor;
    }
    expect(rest).toHaveLength(nodes[0].more);
  });

  it('is gone on from with a cursor of this very list alone', async () => {
    const { nodes } = await around(`of: ${named(NEW)}, limitPerNode: 1, kinds: [SUPPORTS, STATES]`);
    const refusalOf = async (args: string) => {
      const { errors } = await ask(`{ neighbours(${args}, after: "${nodes[0].cursor}") { more } }`);
      expect(errors).toMatchObject([{ extensions: { code: 'invalid:query' } }]);
      return errors?.[0]?.message;
    };
    const another = 'the cursor is of a list with another ';
    expect(await refusalOf(`of: ${named(NEW)}`)).toBe(`${another}kinds`);
    expect(await refusalOf(`of: ${named(OLD)}, kinds: [STATES, SUPPORTS]`)).toBe(`${another}of`);
    expect(await refusalOf(`of: ${named(NEW)}, kinds: [STATES], asOf: "2023-06-01"`)).toBe(
      `${another}asOf, another kinds`,
    );
    const { neighbours } = await dataOf(
      `{ neighbours(of: ${named(NEW)}, kinds: [STATES, SUPPORTS], after: "${nodes[0].cursor}") { nodes { kind } } }`,
    );
    expect(neighbours.nodes).toHaveLength(nodes[0].more);
    const listed = await ask(`{ claims(after: "${nodes[0].cursor}") { totalCount } }`);
    expect(listed.errors?.[0]?.message).toBe('the cursor is not of claims, but of another field');
  });

  it('says of each node as many edges as its pages have, and how many of them were reached from elsewhere', async () => {
    let all = 0;
    for (const args of [
      'depth: 1, limitPerNode: 1',
      'depth: 2, limitPerNode: 2',
      'depth: 3, limitPerNode: 3',
    ]) {
      const { nodes, edges } = await around(`of: ${named(JUPITER)}, ${args}`);
      for (const { nodeId, more, repeated, cursor } of nodes) {
        const after = cursor === null ? '' : `, after: "${cursor}"`;
        const page = `(of: "${nodeId}", first: 100${after}) { more nodes { kind sourceId targetId } }`;
        const found = await dataOf(
          `{ rest: neighbours${page} all: neighbours(of: "${nodeId}", first: 100) { nodes { kind sourceId targetId } } }`,
        );
        expect([found.rest.more, found.rest.nodes.length]).toEqual([0, more]);
        const shown: Ends[] = edges.map(({ kind, sourceId, targetId }: Ends) => ({
          kind,
          sourceId,
          targetId,
        }));
        const again = found.rest.nodes.filter((edge: Ends) =>
          shown.some((one) => isDeepStrictEqual(one, edge)),
        );
        expect(again).toHaveLength(repeated);
        all += repeated;
        expect([...shown, ...found.rest.nodes]).toEqual(expect.arrayContaining(found.all.nodes));
      }
    }
    expect(all, 'the test has some that come again').toBeGreaterThan(0);
  });

  it('begins at an artefact or at a bare id too, and is as of a time', async () => {
    const { claim } = await dataOf(
      `{ claim(addr: ${named(NEW)}) { claimId occurrences { artefact { artefactId } } } }`,
    );
    const [{ artefact }] = claim.occurrences;
    expect((await around(`of: "${artefact.artefactId}"`)).nodes.map(nameOf)).toContain(NEW);
    expect((await around(`of: "${claim.claimId}"`)).nodes.map(nameOf)).toContain('two.example');
    const early = await around(`of: "${claim.claimId}", asOf: "2023-05-12"`);
    expect(early.nodes.map(nameOf)).not.toContain('two.example');
    expect(await around(`of: "${claim.claimId}", asOf: "2020-01-01"`)).toBeNull();
    expect(await around(`of: "${artefact.artefactId}", asOf: "2020-01-01"`)).toBeNull();
  });

  it('is nothing where there is no such node', async () => {
    expect(await around(`of: "wx://${CORPUS}/claim/c1${'a'.repeat(26)}"`)).toBeNull();
    expect(await around('of: "a1unknown"')).toBeNull();
  });

  it('goes nowhere that a token does not reach, nor counts it', async () => {
    const reached = addrs.get(NEW) ?? '';
    const found = await around(`of: "${reached}", depth: 4`, await tokenFor({ prefixes: [reached] }));
    expect(found.nodes.filter(({ node }: Node) => node.__typename === 'Claim').map(nameOf)).toEqual([NEW]);
    expect(found.nodes.map(({ more }: Node) => more)).toEqual([0, 0, 0]);
    expect(await around(`of: ${named(OLD)}`, await tokenFor({ prefixes: [reached] }))).toBeNull();
    expect(await around(`of: ${named(OLD)}`, await tokenFor({ prefixes: [`wx://${CORPUS}/`] }))).toEqual(
      await around(`of: ${named(OLD)}`),
    );
  });
});

describe('a path', () => {
  const path = async (args: string, headers = {}) =>
    (
      await dataOf(
        `{ path(${args}) { outcome isBounded visited nodes { ${NODE} } edges { kind } } }`,
        headers,
      )
    ).path;

  it('is the shortest between two claims', async () => {
    const found = await path(`from: ${named(OLD)}, to: ${named(JUPITER)}`);
    expect(found.outcome).toBe('FOUND');
    expect(found.nodes.map(shownName)).toEqual([OLD, NEW, 'one.example', JUPITER]);
    expect(found.edges.map(({ kind }: { kind: string }) => kind)).toContain('STATES');
  });

  it('is none where nothing leads there, nothing so short, or nothing of these kinds', async () => {
    const outcome = async (args: string) => (await path(`from: ${named(OLD)}, ${args}`)).outcome;
    expect(await outcome(`to: ${named(MARS)}, maxDepth: 6`)).toBe('EXHAUSTED');
    expect(await outcome(`to: ${named(JUPITER)}, maxDepth: 2`)).toBe('DEPTH');
    expect(await outcome(`to: ${named(JUPITER)}, kinds: [CONTRADICTS]`)).toBe('EXHAUSTED');
  });

  it('leads over no claim that a token does not reach', async () => {
    const ends = [addrs.get(OLD) ?? '', addrs.get(JUPITER) ?? ''];
    const found = await path(
      `from: ${named(OLD)}, to: ${named(JUPITER)}`,
      await tokenFor({ prefixes: ends }),
    );
    expect(found).toMatchObject({ outcome: 'EXHAUSTED', nodes: [] });
    expect(
      await path(`from: ${named(OLD)}, to: ${named(NEW)}`, await tokenFor({ prefixes: ends })),
    ).toBeNull();
  });
});

describe('a chain of successors', () => {
  const CHAIN = `predecessors { addr distance claim { text } } successors { addr distance claim { text } }
    accepted { text } isCyclic isBounded
    links { isAccepted claim { text } successor { text } proposals { kind actorRoot effectiveAt } }`;
  const chain = async (args: string) =>
    (await dataOf(`{ supersessionChain(${args}) { ${CHAIN} } }`)).supersessionChain;

  it('tells what replaced a claim, by whose word and since when', async () => {
    const found = await chain(`addr: ${named(OLD)}`);
    expect(found).toMatchObject({
      predecessors: [],
      successors: [{ distance: 1, claim: { text: NEW } }],
      accepted: [{ text: NEW }],
      isCyclic: false,
      isBounded: false,
    });
    const [link] = found.links;
    expect(link).toMatchObject({ isAccepted: true, claim: { text: OLD }, successor: { text: NEW } });
    expect(link.proposals[0]).toMatchObject({
      kind: 'SUPERSEDE_PROPOSE',
      effectiveAt: '2023-05-12T09:00:00.000Z',
    });
    expect(await chain(`addr: ${named(NEW)}`)).toMatchObject({ predecessors: [{ claim: { text: OLD } }] });
  });

  it('is as of a time', async () => {
    expect(await chain(`addr: ${named(OLD)}, asOf: "2020-01-01"`)).toMatchObject({
      successors: [],
      links: [],
    });
    expect(await chain(`addr: ${named(NEW)}, asOf: "2020-01-01"`)).toBeNull();
  });
});

describe('a walk', () => {
  it.each([
    ['invalid:query', `neighbourhood(of: "a1x", depth: 0) { isBounded }`],
    ['invalid:query', `neighbourhood(of: "a1x", depth: 5) { isBounded }`],
    ['invalid:query', `neighbourhood(of: "a1x", limitPerNode: 0) { isBounded }`],
    ['invalid:query', `neighbourhood(of: "a1x", limitPerNode: 51) { isBounded }`],
    ['invalid:addr', `neighbourhood(of: "Saturn") { isBounded }`],
    ['invalid:addr', `neighbourhood(of: "wx://moons/sec/x") { isBounded }`],
    ['invalid:query', `neighbourhood(of: "c1${'a'.repeat(26)}", asOf: "soon") { isBounded }`],
    ['invalid:corpus_unknown', `neighbourhood(of: "c1${'a'.repeat(26)}", corpus: "none") { isBounded }`],
    [
      'invalid:query',
      `neighbourhood(of: "wx://moons/claim/c1${'a'.repeat(26)}", corpus: "other") { isBounded }`,
    ],
    ['invalid:query', `path(from: "a1x", to: "a1y", maxDepth: 7) { visited }`],
    [
      'invalid:query',
      `path(from: "wx://moons/claim/c1${'a'.repeat(26)}", to: "wx://x/claim/c1${'a'.repeat(26)}") { visited }`,
    ],
    ['invalid:query', `neighbours(of: "a1x", last: 1) { more }`],
    ['invalid:query', `neighbours(of: "a1x", first: -1) { more }`],
    ['invalid:query', `neighbours(of: "c1${'a'.repeat(26)}", after: "x") { more }`],
    ['invalid:addr', `supersessionChain(addr: "x") { isCyclic }`],
  ])('is refused with %s: %s', async (code, field) => {
    const { data, errors } = await ask(`{ ${field} }`);
    expect(errors).toMatchObject([{ extensions: { code } }]);
    expect(Object.values(data)).toEqual([null]);
  });

  it('that would hold too much is refused before it begins', async () => {
    const field = 'nodes { node { ... on Claim { rivals { rivals { text addr lang } } } } }';
    const { errors } = await ask(`{ neighbourhood(of: "a1x", depth: 4, limitPerNode: 50) { ${field} } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'query:too_large' } }]);
  });
});
