/** How an analyst walks a corpus, on every store: held against plain readings of random graphs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPath, MAX_FANOUT, type PathRequest } from '../../engine/explore/find-path.ts';
import {
  MAX_EDGES,
  MAX_NODES,
  type Neighbourhood,
  type NeighbourhoodRequest,
  type NeighbourPlace,
  readNeighbourhood,
  readNeighbours,
} from '../../engine/explore/neighbourhood.ts';
import { otherEnd } from '../../engine/explore/walk.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { EDGE_KINDS, type EdgeKind, type GraphEdge, type GraphNodeId } from '../../graph/store/edges.ts';
import type { GraphReader, GraphStore } from '../../graph/store/store.ts';
import { artefactIn, claimIn, type Place, placeOf, type Shape, shape, worldOf } from './explore-world.ts';
import { type OpenedStore, type OpenStore, save } from './graph-store/harness.ts';
import { isIn, plainEdges } from './graph-store/plain-edges.ts';
import { at } from './graph-store/records.ts';
import { range, type World } from './graph-store/world.ts';
import { readName } from './watched-reads.ts';

/** A server plans each statement anew after its schema was made. */
const TIMEOUT_MS = 120_000;
const ALL = { seq: 1_000_000, until: at(1_000_000) };
const NO_EDGES = { rivals: [], proposals: [], support: [], disputes: [] };

interface Asked {
  readonly world: World;
  readonly reach: Pick<NeighbourhoodRequest, 'view' | 'prefixes' | 'kinds'>;
  readonly nodes: readonly GraphNodeId[];
}

const request = fc.record({
  shape,
  seq: fc.oneof(fc.constant(99), fc.integer({ min: 0, max: 60 })),
  until: fc.oneof(fc.constant(99), fc.integer({ min: 0, max: 60 })),
  kinds: fc.oneof(fc.constant(EDGE_KINDS), fc.subarray([...EDGE_KINDS], { minLength: 1 })),
  isNarrow: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});

export function describeExplore(name: string, open: OpenStore): void {
  describe(`exploring on ${name}`, () => {
    const test = (title: string, body: (opened: OpenedStore) => Promise<void>) =>
      it(title, { timeout: TIMEOUT_MS }, async () => {
        const opened = await open();
        try {
          await body(opened);
        } finally {
          await opened.dispose();
        }
      });

    /** Each run in a world of its own, in one store. */
    const inWorlds = (store: GraphStore, check: (asked: Asked) => Promise<void>) => {
      let worlds = 0;
      return fc.assert(
        fc.asyncProperty(request, async (one) => {
          worlds += 1;
          const place = placeOf(worlds);
          const world = worldOf(place, one.shape);
          await save(store, world);
          const view = { seq: place.base + one.seq, until: at(place.base + one.until) };
          const prefixes = one.isNarrow ? [0, 1, 2].map((n) => claimIn(place, n)) : null;
          // A server takes milliseconds for what the other store does in microseconds.
          const every = store.capabilities.engine === 'embedded' ? 1 : 3;
          const nodes = nodesOf(place, one.shape).filter((_, index) => index % every === 0);
          await check({ world, reach: { view, prefixes, kinds: one.kinds }, nodes });
        }),
        { numRuns: store.capabilities.engine === 'embedded' ? 40 : 4 },
      );
    };

    describe('a neighbourhood', () => describeNeighbourhood(test, inWorlds));
    describe('a path', () => describePath(test, inWorlds));
  });
}

type Test = (title: string, body: (opened: OpenedStore) => Promise<void>) => void;
type InWorlds = (store: GraphStore, check: (asked: Asked) => Promise<void>) => Promise<void>;

function describeNeighbourhood(test: Test, inWorlds: InWorlds): void {
  test('is what a plain breadth-first search finds', async ({ store }) => {
    await inWorlds(store, async ({ world, reach, nodes }) => {
      for (const [index, of] of nodes.entries()) {
        const depth = 1 + (index % 4);
        const found = await readNeighbourhood(store, { ...reach, of, depth, limitPerNode: 50 });
        expect(found && { nodes: distances(found), edges: found.edges }).toEqual(
          plain(world, reach, of, depth),
        );
        expect(found?.isBounded ?? false).toBe(false);
      }
    });
  });

  test('says of every node how many edges follow from its cursor, and leaves out no other', async ({
    store,
  }) => {
    await inWorlds(store, async ({ world, reach, nodes }) => {
      for (const [index, of] of nodes.slice(0, 4).entries()) {
        const bounds = { depth: 1 + (index % 3), limitPerNode: [1, 2, 3, 50][index % 4] ?? 1 };
        const found = await readNeighbourhood(store, { ...reach, of, ...bounds });
        await expectRest(store, reach, found, (node) => edgesAt(world, reach, node));
      }
    });
  });

  test('goes through the edges of a node page by page, each once', async ({ store }) => {
    await inWorlds(store, async ({ world, reach, nodes }) => {
      for (const of of nodes.slice(0, 3)) {
        const found = await walk(store, reach, of, null);
        expect(found).toEqual(isIn(world, of, reach.view, reach.prefixes) ? edgesAt(world, reach, of) : []);
      }
    });
  });

  test('costs one store call for each level and type of node, however many nodes there are', async ({
    store,
  }) => {
    for (const spread of [2, 40]) {
      const place = placeOf(spread);
      await save(store, worldOf(place, star(spread)));
      const { reader, calls } = counting(store);
      const of = artefactIn(place, 0);
      const found = await readNeighbourhood(reader, { ...everything, of, depth: 2, limitPerNode: 50 });
      expect(found?.nodes.length).toBe(spread + 1);
      // Of the middle, an artefact; of its claims; of them once more nothing is new.
      expect(calls).toEqual({ edges: 1 + 1, 'records artefacts': 1 });
    }
  });

  test('stops at its bound of nodes, and says so and how much is missing', async ({ store }) => {
    const many = MAX_NODES + 20;
    const place = placeOf(1);
    await save(store, worldOf(place, fan(many)));
    const middle = claimIn(place, many);
    const found = await readNeighbourhood(store, { ...everything, of: middle, depth: 4, limitPerNode: 50 });
    expect(found?.isBounded).toBe(true);
    expect(found?.nodes).toHaveLength(MAX_NODES);
    const isThere = new Set(found?.nodes.map(({ id }) => id));
    for (const { from, to } of found?.edges ?? []) expect(isThere.has(from) && isThere.has(to)).toBe(true);
  });

  test('stops at its bound of edges, and says so and how much is missing', async ({ store }) => {
    const artefacts = 50;
    for (const [place, claims] of [
      [placeOf(1), MAX_EDGES / artefacts],
      [placeOf(30), MAX_EDGES / artefacts + 1],
    ] as const) {
      await save(store, worldOf(place, mesh(claims, artefacts)));
      const of = claimIn(place, 0);
      const request = { ...everything, kinds: ['states'], of, depth: 3, limitPerNode: artefacts } as const;
      const found = await readNeighbourhood(store, request);
      const missing = claims * artefacts - MAX_EDGES;
      expect([found?.edges.length, found?.isBounded]).toEqual([MAX_EDGES, missing > 0]);
      // Either end of an edge misses it.
      expect(found?.nodes.reduce((sum, { more }) => sum + more, 0)).toBe(2 * missing);
    }
  });

  test('at its bounds leaves out nothing that does not follow from the cursors', async ({ store }) => {
    const [wide, dense] = [placeOf(1), placeOf(60)];
    await save(store, worldOf(wide, fan(MAX_NODES + 20)));
    await save(store, worldOf(dense, mesh(15, 50)));
    for (const of of [claimIn(wide, MAX_NODES + 20), claimIn(dense, 0)]) {
      const found = await readNeighbourhood(store, { ...everything, of, depth: 3, limitPerNode: 50 });
      expect(found?.isBounded).toBe(true);
      const some = found && { ...found, nodes: found.nodes.filter(({ more }) => more > 0).slice(0, 20) };
      await expectRest(store, everything, some, (node) => walk(store, everything, node, null));
    }
  });

  test('is of nothing that the view does not see', async ({ store }) => {
    const place = placeOf(1);
    await save(store, worldOf(place, star(3)));
    const request = { ...everything, depth: 1, limitPerNode: 5 };
    for (const of of [claimIn(place, 98), artefactIn(place, 98), 'a1' as const]) {
      expect(await readNeighbourhood(store, { ...request, of })).toBeNull();
      expect(await readNeighbours(store, { ...request, of, after: null, limit: 1 })).toBeNull();
    }
    const early = { ...request, view: { ...ALL, seq: place.base + 9 } };
    expect(await readNeighbourhood(store, { ...early, of: claimIn(place, 1) })).toBeNull();
    const other = { ...request, prefixes: ['wx://other/'] };
    expect(await readNeighbourhood(store, { ...other, of: claimIn(place, 1) })).toBeNull();
    expect((await readNeighbourhood(store, { ...other, of: artefactIn(place, 0) }))?.nodes).toHaveLength(1);
  });
}

function describePath(test: Test, inWorlds: InWorlds): void {
  test('is the shortest, and of those the first by address', async ({ store }) => {
    await inWorlds(store, async ({ world, reach, nodes }) => {
      for (const [index, from] of nodes.entries()) {
        const to = nodes[(index * 5 + 3) % nodes.length] ?? from;
        const maxDepth = 1 + (index % 6);
        const found = await findPath(store, { ...reach, from, to, maxDepth });
        const isSeen = [from, to].every((end) => isIn(world, end, reach.view, reach.prefixes));
        if (!isSeen) expect(found).toBeNull();
        else expectPath(world, { ...reach, from, to, maxDepth }, found);
      }
    });
  });

  test('is the node itself where both ends are one', async ({ store }) => {
    const place = placeOf(1);
    await save(store, worldOf(place, star(2)));
    const end = claimIn(place, 1);
    const found = await findPath(store, { ...everything, from: end, to: end, maxDepth: 1 });
    expect(found).toEqual({ nodes: [end], edges: [], outcome: 'found', isBounded: false, visited: 1 });
  });

  test('says whether there is none, or none so short', async ({ store }) => {
    const place = placeOf(1);
    await save(
      store,
      worldOf(place, {
        ...star(3),
        places: [
          [0, 0],
          [1, 0],
          [1, 1],
          [2, 1],
          [3, 2],
        ],
      }),
    );
    const outcome = async (to: number, maxDepth: number) => {
      const ends = { from: claimIn(place, 0), to: claimIn(place, to) };
      return (await findPath(store, { ...everything, ...ends, maxDepth }))?.outcome;
    };
    expect(await outcome(2, 3)).toBe('depth');
    expect(await outcome(2, 4)).toBe('found');
    expect(await outcome(3, 6)).toBe('exhausted');
  });

  test('says where a node has more edges than are followed', async ({ store }) => {
    const place = placeOf(1);
    await save(store, worldOf(place, star(MAX_FANOUT + 1)));
    const last = range(MAX_FANOUT + 1)
      .map((n) => claimIn(place, n))
      .sort(byCodeUnit)
      .at(-1);
    const ends = { from: artefactIn(place, 0), to: last ?? claimIn(place, 0) };
    const found = await findPath(store, { ...everything, ...ends, maxDepth: 1 });
    expect(found).toMatchObject({ outcome: 'bounded', isBounded: true, nodes: [] });
  });

  test('costs one store call for each level and type of node', async ({ store }) => {
    const place = placeOf(1);
    await save(store, worldOf(place, star(40)));
    const { reader, calls } = counting(store);
    const ends = { from: claimIn(place, 1), to: claimIn(place, 39) };
    expect(await findPath(reader, { ...everything, ...ends, maxDepth: 6 })).toMatchObject({
      outcome: 'found',
    });
    expect(calls).toEqual({ edges: 1 + 1, 'ranges occurrences': 2 });
  });
}

const everything = { view: ALL, prefixes: null, kinds: EDGE_KINDS } as const;

/** Claims that one artefact states. */
function star(claims: number): Shape {
  const places = range(claims + 1).map((n): [number, number] => [n, 0]);
  const clusters = range(claims + 1);
  return { ...NO_EDGES, claims: claims + 1, artefacts: 3, places: places.slice(0, claims), clusters };
}

/** A claim with as many artefacts as may be followed, each of which states claims of its own. */
function fan(claims: number): Shape {
  const artefacts = 40;
  const places = [
    ...range(artefacts).map((n): [number, number] => [claims, n]),
    ...range(claims).map((n): [number, number] => [n, n % artefacts]),
  ];
  return { ...NO_EDGES, claims: claims + 1, artefacts, places, clusters: range(claims + 1) };
}

/** Every artefact states every claim. */
function mesh(claims: number, artefacts: number): Shape {
  const places = range(claims).flatMap((n) => range(artefacts).map((m): [number, number] => [n, m]));
  return { ...NO_EDGES, claims, artefacts, places, clusters: range(claims) };
}

function nodesOf(place: Place, { claims, artefacts }: Shape): GraphNodeId[] {
  return [
    ...range(claims).map((n) => claimIn(place, n)),
    ...range(artefacts).map((n) => artefactIn(place, n)),
  ];
}

/** Every edge at a node, by kind, then by its other end. */
function edgesAt(world: World, { view, prefixes, kinds }: Asked['reach'], node: GraphNodeId): GraphEdge[] {
  return EDGE_KINDS.filter((kind) => kinds.includes(kind)).flatMap((kind: EdgeKind) =>
    plainEdges(world, kind, node, view, prefixes),
  );
}

function plain(world: World, reach: Asked['reach'], of: GraphNodeId, depth: number) {
  if (!isIn(world, of, reach.view, reach.prefixes)) return null;
  const found = new Map<GraphNodeId, number>([[of, 0]]);
  const edges: GraphEdge[] = [];
  for (const [node, distance] of found) {
    if (distance === depth) continue;
    for (const edge of edgesAt(world, reach, node)) {
      edges.push(edge);
      const other = otherEnd(edge, node);
      if (!found.has(other)) found.set(other, distance + 1);
    }
  }
  return { nodes: found, edges: unique(edges) };
}

function distances({ nodes }: Neighbourhood): Map<GraphNodeId, number> {
  return new Map(nodes.map(({ id, distance }) => [id, distance]));
}

/** Behind the cursor of each node are as many as it says; with those that are shown they are all that there is. */
async function expectRest(
  reader: GraphReader,
  reach: Asked['reach'],
  found: Neighbourhood | null,
  allOf: (node: GraphNodeId) => readonly GraphEdge[] | Promise<readonly GraphEdge[]>,
): Promise<void> {
  for (const { id, more, repeated, last } of found?.nodes ?? []) {
    const shown = found?.edges.filter(({ from, to }) => from === id || to === id) ?? [];
    const rest = more === 0 ? [] : await walk(reader, reach, id, last);
    expect(rest).toHaveLength(more);
    expect(shown.length + more - repeated).toBe(unique(await allOf(id)).length);
    expect(unique([...shown, ...rest])).toEqual(unique(await allOf(id)));
  }
}

function unique(edges: readonly GraphEdge[]): GraphEdge[] {
  const once = new Map(
    edges.map((edge) => [`${EDGE_KINDS.indexOf(edge.kind)} ${edge.from} ${edge.to}`, edge]),
  );
  return [...once].sort(([a], [b]) => byCodeUnit(a, b)).map(([, edge]) => edge);
}

async function walk(
  reader: GraphReader,
  reach: Asked['reach'],
  of: GraphNodeId,
  from: NeighbourPlace | null,
): Promise<GraphEdge[]> {
  const found: GraphEdge[] = [];
  for (let after = from; ; ) {
    const page = await readNeighbours(reader, { ...reach, of, after, limit: 3 });
    found.push(...(page?.edges ?? []));
    const last = page?.edges.at(-1);
    if (page === null || last === undefined || page.more === 0) return found;
    after = { kind: last.kind, other: otherEnd(last, of), from: last.from };
  }
}

/** Every shortest path by trying them all, in the order of their addresses. */
function expectPath(world: World, request: PathRequest, found: Awaited<ReturnType<typeof findPath>>): void {
  const { from, to, maxDepth } = request;
  let paths: GraphNodeId[][] = [[from]];
  const seen = new Set([from]);
  for (let depth = 0; depth < maxDepth && !paths.some((path) => path.at(-1) === to); depth += 1) {
    paths = paths.flatMap((path) =>
      othersOf(world, request, path.at(-1) ?? from).map((other) => [...path, other]),
    );
    paths = paths.filter((path) => !seen.has(path.at(-1) ?? from));
    for (const path of paths) seen.add(path.at(-1) ?? from);
  }
  const [first] = paths
    .filter((path) => path.at(-1) === to)
    .sort((a, b) => byCodeUnit(a.join(' '), b.join(' ')));
  expect(found?.nodes).toEqual(first ?? []);
  expect(found?.outcome === 'found').toBe(first !== undefined);
  if (first === undefined) expect(found?.outcome).toBe(seenAll(world, request) ? 'exhausted' : 'depth');
  const steps = (first ?? []).slice(1).map((node, index) => [first?.[index], node]);
  const between = steps.flatMap(([one = from, other]) =>
    edgesAt(world, request, one).filter((edge) => otherEnd(edge, one) === other),
  );
  expect(found?.edges).toEqual(between);
}

/** Whether the search came to its end within the steps: what is reached with one step more is no more. */
function seenAll(world: World, request: PathRequest): boolean {
  const within = plain(world, request, request.from, request.maxDepth)?.nodes.size;
  const last = plain(world, request, request.from, request.maxDepth - 1)?.nodes.size;
  return within === last;
}

function othersOf(world: World, reach: Asked['reach'], node: GraphNodeId): GraphNodeId[] {
  return [...new Set(edgesAt(world, reach, node).map((edge) => otherEnd(edge, node)))];
}

/** Counts calls of each read. */
function counting(store: GraphReader): {
  readonly reader: GraphReader;
  readonly calls: Record<string, number>;
} {
  const calls: Record<string, number> = {};
  const reader = new Proxy(store, {
    get: (target, name, receiver) => {
      const read = Reflect.get(target, name, receiver);
      if (typeof read !== 'function') return read;
      return (...args: unknown[]) => {
        const called = readName(String(name), args);
        calls[called] = (calls[called] ?? 0) + 1;
        return read.apply(target, args);
      };
    },
  });
  return { reader, calls };
}
