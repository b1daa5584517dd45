/** GraphQL on any store: whatever is reached from several items costs as many calls of the store as from one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import {
  beliefsOf,
  corroborateAll,
  FEW_CLAIMS,
  fillComets,
  KeptService,
  MANY_CLAIMS,
} from './graphql-loaders/behind.ts';
import { roots } from './graphql-loaders/roots.ts';
import { givesItems, nodeTypes, selection } from './graphql-loaders/selection.ts';
import { type Calls, StoreCounter } from './graphql-loaders/store-counter.ts';
import { CORPUS, fillWorld, type World } from './graphql-loaders/world.ts';

/** A server on a loaded machine takes a while. */
const TIMEOUT_MS = 240_000;
/** Nodes of a type that are shown at once. */
const MANY = 4;

export function describeGraphqlLoaders(name: string, open: OpenStore): void {
  describe(`GraphQL on ${name}`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    let world: World;
    let ids: ReadonlyMap<string, readonly string[]>;
    const counter = new StoreCounter();

    /** Nothing is kept from an earlier request. */
    const askAnew = (query: string, variables: object = {}) => {
      const engine = createTestEngine(counter.around(opened.store));
      return ask(createGraphql({ engine, config: graphqlConfig() }), query, variables);
    };

    beforeAll(async () => {
      opened = await open();
      world = await fillWorld(createTestEngine(opened.store));
      ids = await idsOf(askAnew);
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());

    it.each(relations())('reads $name of several as it reads it of one', async ({ type, query }) => {
      const some = ids.get(type) ?? [];
      expect(some.length, `the test has ${type} to show`).toBeGreaterThan(1);
      const alone: Calls[] = [];
      for (const id of some) {
        const { calls } = await counter.during(() => askAnew(query, { ids: [id] }));
        alone.push(calls);
      }
      const { calls } = await counter.during(() => askAnew(query, { ids: some }));
      expect(moreCalls(calls, alone)).toEqual([]);
    });

    it.each(roots())('reads many items of $name as it reads few', async ({ queries }) => {
      const { few, many } = queries(world);
      const one = await counter.during(() => askAnew(few));
      const several = await counter.during(() => askAnew(many));
      expect(itemsIn(several.result), 'the test has many to show').toBeGreaterThan(itemsIn(one.result));
      expect(moreCalls(several.calls, [one.calls])).toEqual([]);
    });

    describe('of an engine that is kept between requests', () => {
      let claims: readonly ClaimAddr[];

      beforeAll(async () => {
        await fillComets(opened.store);
        claims = addrsOf(await askAnew(beliefsOf(MANY_CLAIMS)));
        expect(claims).toHaveLength(MANY_CLAIMS);
      }, TIMEOUT_MS);

      it('reads beliefs in many claims as in few as of another time, whenever it is asked', async () => {
        await corroborateAll(opened.store, claims, 21, 'first');
        const { counter: own, graphql } = new KeptService(opened.store);
        const askFor = (first: number, asOf: string) =>
          own.during(() => ask(graphql, beliefsOf(first, `asOf: "${asOf}"`)));
        await askFor(MANY_CLAIMS, '2098-01-01');
        const few = await askFor(FEW_CLAIMS, '2099-01-01');
        const many = await askFor(MANY_CLAIMS, '2100-01-01');
        expect(many.calls).toEqual(few.calls);
        expect(many.calls.get('ranges ledger'), 'the ledgers were read').toBe(1);
      });

      // Up to 16 entries are taken in one slice, more of them page by page.
      it.each([1, 2, 20])(
        'reads beliefs in many claims as in few where its folds are %i entries behind',
        async (entries) => {
          const [one, other] = [new KeptService(opened.store), new KeptService(opened.store)];
          for (const { graphql } of [one, other]) await ask(graphql, beliefsOf(MANY_CLAIMS));
          await corroborateAll(opened.store, claims, entries, `late-${entries}`);
          const few = await one.counter.during(() => ask(one.graphql, beliefsOf(FEW_CLAIMS)));
          const many = await other.counter.during(() => ask(other.graphql, beliefsOf(MANY_CLAIMS)));
          expect(many.calls).toEqual(few.calls);
          // A single entry is the head, which is read in any case.
          expect(many.calls.get('ranges ledger') ?? 0, 'the folds lacked these').toBe(entries === 1 ? 0 : 1);
          expect(many.result).toEqual(await askAnew(beliefsOf(MANY_CLAIMS)));
        },
      );
    });
  });
}

function addrsOf(result: unknown): ClaimAddr[] {
  return (result as { claims: { nodes: { addr: ClaimAddr }[] } }).claims.nodes.map(({ addr }) => addr);
}

/** Methods that were called more often than in any of the others. */
function moreCalls(calls: Calls, others: readonly Calls[]): string[] {
  return [...calls].flatMap(([method, count]) => {
    const most = Math.max(...others.map((other) => other.get(method) ?? 0));
    return count > most ? [`${method}: ${count} instead of ${most}`] : [];
  });
}

/** Items of all lists; of a path, what was looked at. */
function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  const visited = 'visited' in value ? Number(value.visited) : 0;
  return Object.values(value).reduce((sum: number, member) => sum + itemsIn(member), own + visited);
}

/** Global ids by type, as one walk through the answers finds them. */
async function idsOf(query: (text: string) => Promise<unknown>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { __typename: type, id } = value as { __typename?: string; id?: string };
    const known = type === undefined ? [] : (found.get(type) ?? []);
    if (type !== undefined && id !== undefined && !known.includes(id) && known.length < MANY) {
      found.set(type, [...known, id]);
    }
    for (const member of Object.values(value)) walk(member);
  };
  for (const text of EVERYTHING) walk(await query(text));
  return found;
}

const EVERYTHING = [
  '{ corpora { nodes { __typename id } } coverageGaps { nodes { __typename id } } }',
  `{ publishers(first: 4, corpus: "${CORPUS}") { nodes { __typename id } } entities(first: 4, corpus: "${CORPUS}") { nodes { __typename id } }
    actors(first: 4, corpus: "${CORPUS}") { nodes { __typename id } } oppositions(first: 4, corpus: "${CORPUS}") { nodes { __typename id } }
    supersessionChains(first: 4, corpus: "${CORPUS}") { nodes { __typename id } }
    artefacts(first: 4, corpus: "${CORPUS}") { nodes { sections { nodes { __typename id } } } } }`,
  `{ search(q: "moons of Saturn Jupiter Neptune Uranus", first: 12) { artefact { __typename id
    claims(first: 2) { nodes { __typename id cluster { __typename id } } } } } }`,
  `{ answers(first: 4) { nodes { __typename id evidenceSet { __typename id } receipt { __typename id }
    claims { __typename id ledger(first: 2) { nodes { __typename id } }
      annotations(first: 2) { nodes { __typename id } } }
    findings(first: 2) { nodes { __typename id } } } } }`,
];

interface Relation {
  readonly type: string;
  /** Type and field. */
  readonly name: string;
  readonly query: string;
}

/** Every field of a node that gives items. @throws where a field needs arguments that this does not know */
function relations(): Relation[] {
  return nodeTypes().flatMap((type) =>
    Object.values(type.getFields())
      .filter(givesItems)
      .map((field) => ({
        type: type.name,
        name: `${type.name}.${field.name}`,
        query: `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type.name} { ${selection(field, [type.name])} } } }`,
      })),
  );
}

async function ask(graphql: Graphql, query: string, variables: object = {}): Promise<unknown> {
  const response = await graphql.handle(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    }),
  );
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  expect(errors, query).toBeUndefined();
  return data;
}
