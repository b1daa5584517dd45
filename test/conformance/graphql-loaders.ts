/**
 * GraphQL on any store: whatever is reached from several items costs as many calls of the store as from one. The queries
 * are made from the schema itself, so that a relation that somebody adds is counted too.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { createGraphql, type Graphql } from '../../gateway/graphql/create-graphql.ts';
import { schema } from '../../gateway/graphql/schema.ts';
import type { GraphStore } from '../../graph/store.ts';
import { annotateOn, disputeBy } from '../engine/annotated.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import { graphqlConfig } from '../gateway/graphql/graphql-config.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';

const CORPUS = 'planets';
const PLANETS = ['Saturn', 'Jupiter', 'Neptune', 'Uranus'];
/** Of each planet an old figure, two sites that repeat a new one, and a later version of one of them. */
const DOCUMENTS = PLANETS.flatMap((planet, index): TestDocument[] => {
  const page = (id: string, moons: number, day: string) => ({
    id: `${planet}-${id}`,
    text: `${planet} has ${moons + index} moons. ${planet} lies beyond Mars.`,
    domain: `${id}.example`,
    day,
    title: planet,
  });
  return [page('old', 22, '2019-10-07'), page('one', 45, '2023-05-12'), page('two', 45, '2023-05-13')];
});

/** A server on a loaded machine takes a while. */
const TIMEOUT_MS = 240_000;
/** Nodes of a type that are shown at once. */
const MANY = 4;
/** Levels of types without an id that stand between two nodes. */
const MAX_NESTED = 4;

type Calls = ReadonlyMap<string, number>;

export function describeGraphqlLoaders(name: string, open: OpenStore): void {
  describe(`GraphQL on ${name}`, { timeout: TIMEOUT_MS }, () => {
    let opened: OpenedStore;
    const counter = new StoreCounter();
    let ids: ReadonlyMap<string, readonly string[]>;

    /** Nothing is kept from an earlier request. */
    const askAnew = (query: string, variables: object) => {
      const engine = createTestEngine(counter.around(opened.store));
      return ask(createGraphql({ engine, config: graphqlConfig() }), query, variables);
    };

    beforeAll(async () => {
      opened = await open();
      await fill(createTestEngine(opened.store));
      ids = await idsOf(askAnew);
    }, TIMEOUT_MS);
    afterAll(() => opened.dispose());

    const callsOf = (query: string, variables: object): Promise<Calls> =>
      counter.during(() => askAnew(query, variables));

    it.each(relations())('reads $name of several as it reads it of one', async ({ type, query }) => {
      const some = ids.get(type) ?? [];
      expect(some.length, `the test has ${type} to show`).toBeGreaterThan(1);
      const alone: Calls[] = [];
      for (const id of some) alone.push(await callsOf(query, { ids: [id] }));
      const together = await callsOf(query, { ids: some });
      for (const [method, count] of together) {
        const most = Math.max(...alone.map((calls) => calls.get(method) ?? 0));
        expect(count, `${method} for ${some.length} of ${type}`).toBeLessThanOrEqual(most);
      }
    });
  });
}

async function fill(engine: Engine): Promise<void> {
  await ingestInto(engine, CORPUS, [jsonLines(DOCUMENTS)]);
  for (const planet of PLANETS) {
    const { answer } = await answerOf(engine, { corpus: CORPUS, q: `How many moons does ${planet} have?` });
    const [claim] = answer.claims;
    if (claim === undefined) throw new Error(`nothing is known of ${planet}`);
    await annotateOn(engine, claim.addr);
    await annotateOn(engine, claim.addr, 'Counted anew.');
    for (const actor of ['ann', 'bob'])
      await disputeBy(engine, claim.addr, `${actor}-${planet.toLowerCase()}`);
  }
  const old = await engine.store.versions(
    CORPUS,
    PLANETS.map((planet) => `${planet}-old`),
  );
  for (const [index, [state]] of old.entries()) {
    if (state === undefined) throw new Error('there is no old page');
    const request = { artefact: state.record.artefact_id, reason: 'outdated', by: null };
    await (index < 2 ? engine.withdraw(request) : engine.redact(request));
  }
  await ingestInto(engine, 'elsewhere', [jsonLines(DOCUMENTS.slice(0, 2))]);
}

/** Global ids by type, as one walk through the answers finds them. */
async function idsOf(
  // Tests look into data as they asked for it.
  // biome-ignore lint/suspicious/noExplicitAny: the shape follows the query
  query: (text: string, variables: object) => Promise<any>,
): Promise<Map<string, string[]>> {
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
  for (const text of EVERYTHING) walk(await query(text, {}));
  return found;
}

const EVERYTHING = [
  '{ corpora { nodes { __typename id } } }',
  `{ search(q: "moons of Saturn Jupiter Neptune Uranus", first: 12) { artefact { __typename id
    claims(first: 2) { nodes { __typename id } } } } }`,
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
      .filter((field) => isObjectType(getNamedType(field.type)))
      .map((field) => ({
        type: type.name,
        name: `${type.name}.${field.name}`,
        query: `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type.name} { ${selection(field, [type.name])} } } }`,
      })),
  );
}

function nodeTypes(): GraphQLObjectType[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.filter(isNode);
}

function isNode(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Node');
}

/** The field with whatever it shows until the next nodes, of which it shows the leaves. */
function selection(field: GraphQLField<unknown, unknown>, path: readonly string[]): string {
  const needed = field.args.filter(isRequiredArgument);
  if (needed.length > 0) throw new Error(`${path.at(-1)}.${field.name} needs arguments: say here which`);
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return field.name;
  const paged = field.args.some(({ name }) => name === 'first') ? '(first: 3)' : '';
  const members = Object.values(type.getFields()).flatMap((member): string[] => {
    if (isLeafType(getNamedType(member.type)))
      return member.args.some(isRequiredArgument) ? [] : [member.name];
    const nested = getNamedType(member.type);
    const isEdges = member.name === 'edges' || nested.name === 'PageInfo';
    if (isEdges || isNode(type) || path.length > MAX_NESTED) return [];
    if (path.includes(nested.name)) {
      return isObjectType(nested) && isNode(nested) ? [`${member.name} { id }`] : [];
    }
    return [selection(member, [...path, type.name])];
  });
  return `${field.name}${paged} { ${members.join(' ')} }`;
}

async function ask(graphql: Graphql, query: string, variables: object): Promise<unknown> {
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

/** Counts the reads of a store, whoever makes them. */
class StoreCounter {
  #calls = new Map<string, number>();

  around(store: GraphStore): GraphStore {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || typeof name !== 'string') return member;
        return (...args: unknown[]) => {
          this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
          return Reflect.apply(member, target, args);
        };
      },
    });
  }

  async during(work: () => Promise<unknown>): Promise<Calls> {
    this.#calls = new Map();
    await work();
    return this.#calls;
  }
}
