/** Clusters of claims that say the same: as nodes, by their ids, and as a list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimAddr } from '../../../../graph/address.ts';
import { disputeBy } from '../../../engine/annotated.ts';
import { ingestInto, jsonLines, type TestDocument } from '../../../engine/documents.ts';
import { asking } from '../asking.ts';
import { type RunningServer, startServer, storeFolder } from '../graphql-server.ts';

const NEW = 'Saturn has 145 moons.';
/** Says the same in other words. */
const AGAIN = 'Saturn has a total of 145 moons.';
const OLD = 'Saturn has 82 moons.';
const JUPITER = 'Jupiter has 95 moons.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'one', text: `${NEW} ${JUPITER}`, domain: 'www.one.example', day: '2023-05-12', title: 'Planets' },
  { id: 'two', text: AGAIN, domain: 'two.example', day: '2023-05-10', title: 'Saturn' },
  { id: 'three', text: `Of rings. ${NEW}`, domain: 'two.example', day: '2023-05-14', title: 'Rings' },
  { id: 'old', text: OLD, domain: 'old.example', day: '2019-10-07', title: 'Saturn' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
let addrs: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  // One by one, so that the first claim of the cluster is the one that took effect later.
  for (const document of DOCUMENTS) await ingestInto(server.engine, 'moons', [jsonLines([document])]);
  await ingestInto(server.engine, 'skies', [jsonLines(DOCUMENTS.slice(0, 1))]);
  const { claims } = await dataOf('{ claims { nodes { addr text } } }');
  addrs = new Map(claims.nodes.map(({ addr, text }: Record<string, string>) => [text, addr]));
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { ask, dataOf, tokenFor } = asking(() => server);

const CLUSTER = `id clusterId corpus claimCount artefactCount claims { nodes { text } }
  artefacts { nodes { url domain } } domains { key count } publishers { key count }`;

interface Cluster {
  readonly id: string;
  readonly clusterId: string;
  readonly claimCount: number;
  readonly claims: { readonly nodes: readonly { readonly text: string }[] };
}

const clusterOf = async (text: string, asOf: string | null = null, headers = {}) => {
  const time = asOf === null ? '' : `, asOf: "${asOf}"`;
  const { claim } = await dataOf(
    `{ claim(addr: "${addrs.get(text)}"${time}) { cluster { ${CLUSTER} } } }`,
    headers,
  );
  return claim?.cluster;
};

describe('a cluster', () => {
  it('has the claims that say the same, and whatever states them', async () => {
    const cluster = await clusterOf(AGAIN);
    expect(cluster).toMatchObject({
      corpus: 'moons',
      claimCount: 2,
      artefactCount: 3,
      claims: { nodes: [{ text: NEW }, { text: AGAIN }] },
      domains: [
        { key: 'two.example', count: 2 },
        { key: 'www.one.example', count: 1 },
      ],
      publishers: [
        { key: 'two.example', count: 2 },
        { key: 'one.example', count: 1 },
      ],
    });
    expect(cluster.artefacts.nodes.map(({ domain }: { domain: string }) => domain)).toEqual([
      'www.one.example',
      'two.example',
      'two.example',
    ]);
    expect(await clusterOf(NEW)).toEqual(cluster);
    expect(cluster.clusterId).toBe(`cl_${addrs.get(NEW)?.split('/').at(-1)}`);
  });

  it('is found again by its id and by its global id, as of its time', async () => {
    for (const asOf of [null, '2023-05-11']) {
      const cluster = await clusterOf(AGAIN, asOf);
      const time = asOf === null ? '' : `, asOf: "${asOf}"`;
      const { byId, node } = await dataOf(
        `{ byId: cluster(id: "${cluster.clusterId}"${time}) { ${CLUSTER} } node(id: "${cluster.id}") { ... on Cluster { ${CLUSTER} } } }`,
      );
      expect(byId).toEqual(cluster);
      expect(node).toEqual(cluster);
    }
  });

  it('holds as of a time what was stated by then', async () => {
    const then = await clusterOf(AGAIN, '2023-05-11');
    expect(then).toMatchObject({ claimCount: 1, artefactCount: 1, claims: { nodes: [{ text: AGAIN }] } });
    const { clusterId } = then;
    expect(await dataOf(`{ cluster(id: "${clusterId}", asOf: "2020-01-01") { id } }`)).toEqual({
      cluster: null,
    });
  });

  it('shows a token what it was narrowed to', async () => {
    const headers = await tokenFor({ prefixes: [addrs.get(AGAIN) ?? ''] });
    expect(await clusterOf(AGAIN, null, headers)).toMatchObject({ claimCount: 1, artefactCount: 1 });
    const { clusterId, id } = await clusterOf(AGAIN);
    const elsewhere = await tokenFor({ corpora: ['skies'] });
    const query = `{ cluster(id: "${clusterId}") { id } node(id: "${id}") { id } }`;
    expect(await dataOf(query, elsewhere)).toEqual({ cluster: null, node: null });
  });

  it.each(['', 'cl_', 'c1aaa', 'cl_c1aaa', 'cl_c1aaa@2020-01-01', "cl_' OR 1=1 --"])(
    'is null for “%s”',
    async (id) => {
      expect(await dataOf(`{ cluster(id: ${JSON.stringify(id)}) { id } }`)).toEqual({ cluster: null });
    },
  );
});

describe('the list of clusters', () => {
  const firstsOf = async (args: string, headers = {}) => {
    const { clusters } = await dataOf(
      `{ clusters${args} { totalCount nodes { clusterId claimCount claims { nodes { text } } } } }`,
      headers,
    );
    expect(clusters.totalCount).toBe(clusters.nodes.length);
    return clusters.nodes.map(({ claims }: Cluster) => claims.nodes[0]?.text);
  };

  it('has each once, by its first claim', async () => {
    const all = await firstsOf('');
    expect(all.filter((text: string) => [NEW, AGAIN, OLD, JUPITER].includes(text))).toEqual([
      NEW,
      JUPITER,
      OLD,
    ]);
    expect(await firstsOf('(filter: {several: true})')).toEqual([NEW]);
    expect(await firstsOf('(filter: {several: false, subject: "saturn"})')).toEqual([OLD]);
    expect(await firstsOf('(filter: {entity: "JUPITER"})')).toEqual([JUPITER]);
    expect(await firstsOf('(filter: {text: "82"})')).toEqual([OLD]);
    expect(await firstsOf('(filter: {text: "a total of"})')).toEqual([]);
    expect(await firstsOf('(corpus: "skies")')).toEqual([NEW, JUPITER]);
    const byTime = await firstsOf(
      '(filter: {subject: "saturn"}, orderBy: {by: EFFECTIVE_AT, direction: ASC})',
    );
    expect(byTime).toEqual([OLD, NEW]);
  });

  it('is of a time: the first claim is the first of those that were stated by then', async () => {
    expect(await firstsOf('(asOf: "2023-05-11", filter: {subject: "saturn"})')).toEqual([AGAIN, OLD]);
    expect(await firstsOf('(asOf: "2023-05-11", filter: {several: true})')).toEqual([]);
    expect(await firstsOf('(asOf: "2019-01-01")')).toEqual([]);
  });

  it('is of the states of belief that are asked for, and in the order of confidence', async () => {
    for (const reader of ['one', 'two', 'three'])
      await disputeBy(server.engine, addrs.get(JUPITER) as ClaimAddr, reader);
    const { claims } = await dataOf('{ claims { nodes { text belief { state effectiveConfidence } } } }');
    const known = new Map<string, { readonly state: string; readonly effectiveConfidence: number }>(
      claims.nodes.map(({ text, belief }: { text: string; belief: never }) => [text, belief]),
    );
    const all = await firstsOf('');
    const states = new Set(all.map((text: string) => known.get(text)?.state));
    expect([...states]).toEqual(['SETTLED', 'DISPUTED']);
    for (const state of states) {
      expect(await firstsOf(`(filter: {belief: [${state}]})`)).toEqual(
        all.filter((text: string) => known.get(text)?.state === state),
      );
    }
    const ranked = await firstsOf('(orderBy: {by: CONFIDENCE, direction: DESC})');
    const confidences = ranked.map((text: string) => known.get(text)?.effectiveConfidence);
    expect(ranked.toSorted()).toEqual(all.toSorted());
    expect(confidences).toEqual(confidences.toSorted((a: number, b: number) => b - a));
    const bounded = '{ clusters(orderBy: {by: CONFIDENCE}) { isBounded } }';
    expect(await dataOf(bounded)).toEqual({ clusters: { isBounded: false } });
  });

  it('lists for a token the clusters that it reaches, by their first claims in reach', async () => {
    const headers = await tokenFor({ prefixes: [addrs.get(AGAIN) ?? ''] });
    expect(await firstsOf('', headers)).toEqual([AGAIN]);
  });

  it.each(['LOG', 'EFFECTIVE_AT', 'CONFIDENCE', 'ADDRESS'])('is paged from either end by %s', async (by) => {
    for (const direction of ['ASC', 'DESC']) {
      const order = `orderBy: {by: ${by}, direction: ${direction}}`;
      const { clusters: all } = await dataOf(`{ clusters(${order}) { nodes { id } } }`);
      const found: unknown[] = [];
      for (let place = ''; ; ) {
        const { clusters } = await dataOf(
          `{ clusters(first: 1, ${order}${place}) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
        );
        found.push(...clusters.nodes);
        if (!clusters.pageInfo.hasNextPage) break;
        place = `, after: "${clusters.pageInfo.endCursor}"`;
      }
      expect(found).toEqual(all.nodes);
      const { clusters: last } = await dataOf(`{ clusters(last: 2, ${order}) { nodes { id } } }`);
      expect(last.nodes).toEqual(all.nodes.slice(-2));
    }
  });

  it('refuses a cursor of another list, and what is no filter', async () => {
    const { clusters, claims } = await dataOf(
      '{ clusters(first: 1) { pageInfo { endCursor } } claims(first: 1) { pageInfo { endCursor } } }',
    );
    const { endCursor } = clusters.pageInfo;
    for (const args of [
      `after: "${claims.pageInfo.endCursor}"`,
      `after: "${endCursor}", filter: {several: true}`,
      `after: "${endCursor}", filter: {belief: [SETTLED]}`,
      `after: "${endCursor}", asOf: "2023-05-11"`,
      `after: "${endCursor}", corpus: "skies"`,
      `after: "${endCursor}", orderBy: {by: ADDRESS}`,
      'filter: {text: ""}',
      'filter: {belief: []}',
      'filter: {not: {several: true}}',
      'filter: {effectiveAt: {from: "soon"}}',
      'first: -1',
    ]) {
      const { errors } = await ask(`{ clusters(${args}) { nodes { id } } }`);
      expect([args, errors?.map(({ extensions }) => extensions?.code)]).toEqual([args, ['invalid:query']]);
    }
  });
});
