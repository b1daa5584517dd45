/** Queries that are compiled, and then meet a fault: the fast path replies what the full path replies. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../../../gateway/graphql/create-graphql.ts';
import { openEmbedded } from '../../../../graph/embedded/open.ts';
import { type GraphStore, StoreUnavailable } from '../../../../graph/store/store.ts';
import { ingestInto, jsonLines } from '../../../engine/documents.ts';
import { createTestEngine } from '../../../engine/test-engine.ts';
import { graphqlConfig } from '../graphql-config.ts';
import { storeFolder } from '../graphql-server.ts';
import { SHORT, WHOLE } from './both-paths.ts';

/** So often a query is answered before it is compiled; by then no result of it is kept. */
const ENOUGH = 2;
const DOCUMENTS = [
  { id: 'old', text: 'Saturn has 82 moons.', domain: 'old.example', day: '2019-10-07' },
  { id: 'new', text: 'Saturn has 145 moons.', domain: 'new.example', day: '2023-05-12' },
];

let folder: Awaited<ReturnType<typeof storeFolder>>;
let store: GraphStore;
let engine: Engine;
let graphql: Graphql | null = null;
let fault: Error | null = null;
const told: unknown[] = [];
const names = { claim: '', artefact: '' };

beforeAll(async () => {
  folder = await storeFolder();
  store = await openEmbedded({ path: folder.path });
  engine = createTestEngine(store);
  await ingestInto(engine, 'moons', [jsonLines(DOCUMENTS)]);
  const { data } = JSON.parse(
    (await send('{ claims { nodes { addr } } artefacts { nodes { artefactId } } }', WHOLE)).body,
  );
  names.claim = data.claims.nodes[0].addr;
  names.artefact = data.artefacts.nodes[0].artefactId;
});
afterEach(async () => {
  fault = null;
  await graphql?.close(0);
  graphql = null;
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function orFault<A extends readonly unknown[], T>(read: (...args: A) => Promise<T>) {
  return (...args: A): Promise<T> => (fault === null ? read(...args) : Promise.reject(fault));
}

/** Over an engine whose reads fail while there is a fault. */
function surface(): Graphql {
  const { claims, artefacts, search } = engine;
  const failing = { claims: orFault(claims), artefacts: orFault(artefacts), search: orFault(search) };
  return createGraphql({
    engine: { ...engine, ...failing },
    config: graphqlConfig({ onFault: (one) => told.push(one) }),
  });
}

async function send(query: string, accept: string) {
  graphql ??= surface();
  const body = JSON.stringify({ query });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length), accept };
  const request = new Request('http://adduce.test/graphql', { method: 'POST', headers, body });
  const response = await graphql.handle(request);
  return { status: response.status, body: await response.text() };
}

const idOf = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64url');

describe('a compiled query that meets a fault', () => {
  it.each([
    ['a claim', () => `{ claim(addr: "${names.claim}") { __typename } }`],
    ['claims of a list', () => '{ claims { nodes { rivals { __typename } } } }'],
    ['a node', () => `{ node(id: "${idOf('Claim', names.claim)}") { __typename ... on Claim { text } } }`],
    [
      'a node of which only its type is asked',
      () => `{ node(id: "${idOf('Claim', names.claim)}") { __typename } }`,
    ],
    ['a node that there is not', () => '{ node(id: "nothing") { __typename } }'],
    ['nodes', () => `{ nodes(ids: ["nothing", "${idOf('Artefact', names.artefact)}"]) { __typename } }`],
    ['a search', () => '{ search(q: "moons") { title } }'],
  ])('says what the whole way says, and tells its owner as often: %s', async (_, queryOf) => {
    for (let time = 0; time < ENOUGH; time += 1) {
      expect((await send(queryOf(), SHORT)).body).not.toContain('errors');
    }
    for (const one of [new StoreUnavailable('gone'), new Error('the secret inside')]) {
      fault = one;
      told.length = 0;
      const short = await send(queryOf(), SHORT);
      const ofShort = told.length;
      expect(JSON.parse(short.body).errors.length).toBeGreaterThan(0);
      expect(short.body).not.toContain('secret');
      expect(await send(queryOf(), WHOLE)).toEqual(short);
      expect(told).toHaveLength(2 * ofShort);
    }
    fault = null;
    expect((await send(queryOf(), SHORT)).body).not.toContain('errors');
  });
});
