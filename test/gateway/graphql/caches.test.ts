/** Clients that keep results by type and id: what one query has brought reads the same after all others have come. */
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core';
import { createClient, fetchExchange, gql, type RequestPolicy } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { introspectionFromSchema, isAbstractType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../gateway/graphql/schema.ts';
import { ingestInto, jsonLines, type TestDocument } from '../../engine/documents.ts';
import { asking } from './asking.ts';
import { type RunningServer, startServer, storeFolder } from './graphql-server.ts';

const NEW = 'Saturn has 145 moons.';
const DOCUMENTS: readonly TestDocument[] = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07' },
  { id: 'one', text: `${NEW} Jupiter has 95 moons.`, domain: 'one.example', day: '2023-05-12' },
  { id: 'two', text: NEW, domain: 'two.example', day: '2023-05-13' },
];

const CLAIM = 'id addr text belief { state effectiveConfidence } rivals { id addr }';
const NODE = `node { ... on Claim { ${CLAIM} } ... on Artefact { id domain withdrawn { reason } } }`;
const EDGE = 'id kind weight logSeq stance source { ... on Claim { id text } ... on Artefact { id title } }';

let folder: Awaited<ReturnType<typeof storeFolder>>;
let server: RunningServer;
/** Queries that overlap in whatever they show, from each claim. */
let queries: string[];

beforeAll(async () => {
  folder = await storeFolder();
  server = await startServer({ path: folder.path });
  await ingestInto(server.engine, 'moons', [jsonLines(DOCUMENTS)]);
  const { claims } = await dataOf('{ claims { nodes { addr } } }');
  const addrs: string[] = claims.nodes.map(({ addr }: { addr: string }) => JSON.stringify(addr));
  queries = addrs.flatMap((addr, index) => [
    ...[
      'depth: 1',
      'depth: 2, limitPerNode: 1',
      'depth: 3, limitPerNode: 3, kinds: [STATES]',
      'asOf: "2023-05-12"',
    ].map(
      (args) =>
        `{ neighbourhood(of: ${addr}, ${args}) { isBounded nodes { nodeId distance more repeated cursor ${NODE} } edges { ${EDGE} } } }`,
    ),
    `{ path(from: ${addr}, to: ${addrs[(index + 1) % addrs.length]}) { outcome visited nodes { ... on Claim { ${CLAIM} } ... on Artefact { id domain } } edges { ${EDGE} } } }`,
    `{ neighbours(of: ${addr}, first: 2) { more edges { cursor node { ${EDGE} } } } }`,
    `{ supersessionChain(addr: ${addr}) { predecessors { distance claim { id text } } successors { distance claim { id } } } }`,
    `{ claim(addr: ${addr}, asOf: "2020-01-01") { ${CLAIM} occurrences { logSeq artefact { id domain } } } }`,
  ]);
});
afterAll(async () => {
  await server.stop();
  expect(server.faults).toEqual([]);
  await folder[Symbol.asyncDispose]();
});

const { dataOf } = asking(() => server);

/** Names of the members of each union and interface, as Apollo takes them. */
function possibleTypes(): Record<string, string[]> {
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType);
  return Object.fromEntries(
    abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
}

/** Types without an id belong to what shows them: graphcache takes a list of these. */
function embedded(): Record<string, () => null> {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const without = types.filter((type) => type.getFields().id === undefined);
  return Object.fromEntries(without.map(({ name }) => [name, () => null]));
}

describe('a normalising cache', () => {
  it('of Apollo gives each result back as it came', async () => {
    const cache = new InMemoryCache({ possibleTypes: possibleTypes() });
    const client = new ApolloClient({ cache, link: new HttpLink({ uri: server.url }) });
    const came: unknown[] = [];
    for (const query of queries) {
      const { data } = await client.query({ query: gql(query), fetchPolicy: 'network-only' });
      came.push(data);
    }
    for (const [index, query] of queries.entries()) {
      expect(cache.readQuery({ query: gql(query) }), query).toEqual(came[index]);
    }
    expect(Object.keys(cache.extract()).filter((key) => key.startsWith('Claim:')).length).toBeGreaterThan(0);
    client.stop();
  });

  it('of urql gives each result back as it came', async () => {
    const client = createClient({
      url: server.url,
      preferGetMethod: false,
      exchanges: [
        cacheExchange({ keys: embedded(), schema: introspectionFromSchema(schema) as never }),
        fetchExchange,
      ],
    });
    const ask = async (query: string, requestPolicy: RequestPolicy) =>
      (await client.query(query, {}, { requestPolicy }).toPromise()).data;
    const came: unknown[] = [];
    for (const query of queries) came.push(await ask(query, 'network-only'));
    expect(came).not.toContain(undefined);
    for (const [index, query] of queries.entries()) {
      expect(await ask(query, 'cache-only'), query).toEqual(came[index]);
    }
  });
});
