/** The claims of supersession chains, in pages, of one chain and of several at once. */
import { expect, it } from 'vitest';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { talliedMoons } from '../tallied-moons.ts';

const { dataOf, tokenFor, refusalOf, server } = talliedMoons();

const MEMBERS =
  'totalCount totalIsExact nodes { addr occurrenceCount } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

const membersOf = async (page: string, asOf = 'null') =>
  (
    await dataOf(
      `{ supersessionChains(first: 1, orderBy: {by: LOG}, asOf: ${asOf}) { nodes { id addr members(${page}) { ${MEMBERS} } } } }`,
    )
  ).supersessionChains.nodes[0];
const addrsIn = ({ nodes }: { nodes: readonly { addr: string }[] }) => nodes.map(({ addr }) => addr);

const addrOf = async (text: string): Promise<ClaimAddr> => {
  const { claims } = await dataOf(`{ claims(filter: {text: "${text}"}) { nodes { addr } } }`);
  return claims.nodes[0].addr;
};

const propose = async (claim: ClaimAddr, successor: ClaimAddr) => {
  const outcome = await server().engine.appendEvidence({
    ...{ claim, corpus: 'moons', kind: 'supersede-propose', attestations: [], stake: null },
    evidence: [
      { ref: successor, hash: '', kind: 'source' },
      { ref: 'https://seen.example/1', hash: 'seen', kind: 'source' },
    ],
    writer: { actor: 'eve', actorRoot: 'eve', standing: 700, tokenId: 't', maySupersede: true },
    idempotency: null,
  });
  expect(outcome.ok).toBe(true);
};

it('are given in pages, from either end', async () => {
  const { addr, members } = await membersOf('first: 100');
  const all = addrsIn(members);
  expect(all[0]).toBe(addr);
  expect(new Set(all).size).toBeGreaterThan(1);
  expect(members).toMatchObject({ totalCount: all.length, totalIsExact: true });
  expect(members.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  const forwards: string[] = [];
  for (let page = 'first: 1'; ; ) {
    const { members } = await membersOf(page);
    forwards.push(...addrsIn(members));
    if (!members.pageInfo.hasNextPage) break;
    page = `first: 1, after: "${members.pageInfo.endCursor}"`;
  }
  expect(forwards).toEqual(all);
  const backwards: string[] = [];
  for (let page = 'last: 1'; ; ) {
    const { members } = await membersOf(page);
    backwards.push(...addrsIn(members));
    if (!members.pageInfo.hasPreviousPage) break;
    page = `last: 1, before: "${members.pageInfo.startCursor}"`;
  }
  expect(backwards).toEqual(all.toReversed());
});

it('go on where the page is one short, and nowhere behind the last or before the first', async () => {
  const { members } = await membersOf('first: 100');
  const all = addrsIn(members);
  const more = async (page: string) => (await membersOf(page)).members.pageInfo.hasNextPage;
  expect(await more(`first: ${all.length - 1}`)).toBe(true);
  expect(await more(`first: ${all.length}`)).toBe(false);
  const { startCursor, endCursor } = members.pageInfo;
  for (const page of [`after: "${endCursor}"`, `before: "${startCursor}", last: 1`, 'first: 0']) {
    const { members } = await membersOf(page);
    expect(members).toMatchObject({ nodes: [], totalCount: all.length });
  }
  expect(addrsIn((await membersOf(`after: "${startCursor}", before: "${endCursor}"`)).members)).toEqual(
    all.slice(1, -1),
  );
});

it('refuse cursors of others, sizes past the most, and what is no cursor', async () => {
  const { members } = await membersOf('first: 1');
  const { claims } = await dataOf('{ claims(first: 1) { pageInfo { endCursor } } }');
  const place = Buffer.from(JSON.stringify(['item/1', 'wx://moons/claim/none', 'ClaimChain.members']));
  const refused = [
    `after: "${claims.pageInfo.endCursor}"`,
    `after: "${place.toString('base64url')}"`,
    `after: "${members.pageInfo.endCursor}="`,
    'after: "x"',
    'first: 101',
    'first: -1',
  ];
  for (const page of refused) {
    const query = `{ supersessionChains { nodes { members(${page}) { nodes { addr } } } } }`;
    expect(await refusalOf(query)).toBe('invalid:query');
  }
  const query = `{ claims(after: "${members.pageInfo.endCursor}") { nodes { addr } } }`;
  expect(await refusalOf(query)).toBe('invalid:query');
});

it('are for no token of a part of the corpus, nor of another one', async () => {
  const { id } = await membersOf('first: 1');
  const query = `{ node(id: "${id}") { ... on ClaimChain { members { nodes { addr } } } } }`;
  const narrowed = await tokenFor({ prefixes: ['wx://moons/claim/c1a'] }, ['svc.evidence']);
  expect(await dataOf(query, narrowed)).toEqual({ node: null });
  const other = await tokenFor({ corpora: ['other'] }, ['svc.evidence']);
  expect(await dataOf(query, other)).toEqual({ node: null });
});

it('of several chains, in pages of several sizes and from both ends, are those of each', async () => {
  const [jupiter, mars] = [await addrOf('Jupiter has'), await addrOf('Mars has')];
  await propose(jupiter, mars);
  const { supersessionChains } = await dataOf(
    `{ supersessionChains { nodes { addr counts { length }
         one: members(first: 1) { nodes { addr } } end: members(last: 1) { nodes { addr } }
         all: members(first: 100) { totalCount nodes { addr } } reversed: members(last: 100) { nodes { addr } } } } }`,
  );
  expect(supersessionChains.nodes).toHaveLength(2);
  for (const { addr, counts, one, end, all, reversed } of supersessionChains.nodes) {
    expect(all.totalCount).toBe(counts.length);
    expect(addrsIn(all)).toHaveLength(counts.length);
    expect(addrsIn(all)[0]).toBe(addr);
    expect(addrsIn(reversed)).toEqual(addrsIn(all));
    expect([addrsIn(one), addrsIn(end)]).toEqual([addrsIn(all).slice(0, 1), addrsIn(all).slice(-1)]);
  }
  const [[first], [second]] = supersessionChains.nodes.map(({ all }: { all: never }) => addrsIn(all));
  expect(first).not.toBe(second);
});

it('of now are given as of a time, without places where one was not stated then, and are not counted', async () => {
  const { addr, members: before } = await membersOf('first: 100');
  const mars = await addrOf('Mars has');
  await propose(addr, mars);
  const { members } = await membersOf('first: 100');
  expect(addrsIn(members)).toEqual(expect.arrayContaining([...addrsIn(before), mars]));
  const { members: then } = await membersOf('first: 100', '"2023-05-12"');
  expect(addrsIn(then)).toEqual(addrsIn(members));
  const places = new Map(
    then.nodes.map((one: { addr: string; occurrenceCount: number }) => [one.addr, one.occurrenceCount]),
  );
  expect([places.get(addr), places.get(mars)]).toEqual([1, 0]);
  expect([then.totalCount, then.totalIsExact]).toEqual([null, null]);
});

it('of a chain that was joined to another one are those of the other alone', async () => {
  const { supersessionChains } = await dataOf(
    '{ supersessionChains { nodes { counts { length } members { nodes { addr } } } } }',
  );
  const [chain, ...others] = supersessionChains.nodes;
  expect(others).toEqual([]);
  expect(new Set(addrsIn(chain.members)).size).toBe(chain.counts.length);
});
