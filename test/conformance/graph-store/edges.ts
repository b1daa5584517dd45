/** Conformance: edges of the claim graph, held against a plain reading of the same world. */
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  EDGE_KINDS,
  type EdgeKind,
  type EdgePlace,
  EVIDENCE_OF,
  type EvidenceEdgeKind,
  type GraphEdge,
  type GraphNodeId,
} from '../../../graph/store/edges.ts';
import type { GraphReader } from '../../../graph/store/store.ts';
import { type StoreTest, save } from './harness.ts';
import { inView, plainEdges } from './plain-edges.ts';
import { artefactId, at, claimAddr, ledgerEntry } from './records.ts';
import { makeWorld, worldChanges } from './world.ts';

const WORLD = makeWorld();
const ALL = { seq: 1_000, until: at(1_000) };
const NODES: readonly GraphNodeId[] = [
  ...WORLD.claims.map(({ addr }) => addr),
  ...WORLD.artefacts.map(({ record }) => record.artefact_id),
  claimAddr(98),
  artefactId(98),
];

const view = fc.record({
  seq: fc.integer({ min: -1, max: 130 }),
  until: fc.integer({ min: 0, max: 70 }).map(at),
});
const prefixes = fc.constantFrom<readonly string[] | null>(null, null, [], ['wx://space/claim/c11']);

export function describeEdges(test: StoreTest): void {
  test('gives every edge at both of its ends as a plain reading does', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    await fc.assert(
      fc.asyncProperty(view, prefixes, fc.constantFrom(...EDGE_KINDS), async (seen, reach, kind) => {
        const query = { kinds: [kind], of: NODES, view: seen, prefixes: reach, after: null, limit: 1_000 };
        const expected = NODES.map((node) => plainEdges(WORLD, kind, node, seen, reach));
        const [found] = await store.edges(query);
        expect(found).toEqual(expected.map((first) => ({ first, total: first.length })));
      }),
      { numRuns: store.capabilities.engine === 'embedded' ? 80 : 14 },
    );
  });

  test('gives the first edges of several kinds as it gives those of each', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    await fc.assert(
      fc.asyncProperty(view, prefixes, fc.shuffledSubarray([...EDGE_KINDS]), async (seen, reach, kinds) => {
        const query = { kinds, view: seen, prefixes: reach, after: null, limit: 2 };
        const expected = kinds.map((kind) =>
          NODES.map((node) => plainEdges(WORLD, kind, node, seen, reach)).map((all) => {
            return { first: all.slice(0, 2), total: all.length };
          }),
        );
        expect(await store.edges({ ...query, of: NODES })).toEqual(expected);
        expect(await store.edges({ ...query, of: [] })).toEqual(kinds.map(() => []));
      }),
      { numRuns: store.capabilities.engine === 'embedded' ? 40 : 7 },
    );
  });

  test('gives each edge once for each time that its kind is asked for', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const query = { of: NODES, view: ALL, prefixes: null, after: null, limit: 1_000 };
    for (const kind of EDGE_KINDS) {
      const [expected] = await store.edges({ ...query, kinds: [kind] });
      expect(await store.edges({ ...query, kinds: [kind, kind] })).toEqual([expected, expected]);
    }
  });

  test('goes through the edges of a node page by page, each once', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    for (const kind of EDGE_KINDS) {
      for (const node of [claimAddr(1), claimAddr(2), artefactId(1)]) {
        expect(await walk(store, kind, node)).toEqual(plainEdges(WORLD, kind, node, ALL, null));
      }
    }
  });

  test('says of each node how many edges there are behind the place, limited or not', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const all = plainEdges(WORLD, 'states', artefactId(1), ALL, null);
    const [first] = all;
    const after = { other: first?.to ?? claimAddr(0), from: artefactId(1) };
    const query = {
      kinds: ['states'],
      of: [artefactId(1), artefactId(98)],
      view: ALL,
      prefixes: null,
    } as const;
    expect(await store.edges({ ...query, after, limit: 1 })).toEqual([
      [
        { first: [all[1]], total: all.length - 1 },
        { first: [], total: 0 },
      ],
    ]);
    expect(await store.edges({ ...query, of: [], after: null, limit: 1 })).toEqual([[]]);
  });

  test('lists proposals from both sides in the view by position, with their number', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const claims = [claimAddr(1), claimAddr(2), claimAddr(98)];
    const proposed = WORLD.ledger.filter(({ successor }) => successor !== null);
    for (const seen of [ALL, { seq: 73, until: at(1_000) }, { seq: 1_000, until: at(30) }]) {
      for (const end of ['claim', 'successor'] as const) {
        for (const asked of [claims, ...claims.map((addr) => [addr]), []]) {
          const found = await store.proposals(end, asked, seen, 1);
          // Those of other claims may be among them.
          for (const addr of [...asked, ...found.keys()]) {
            const all = proposed.filter((one) => one[end] === addr && inView(seen, one));
            expect(found.get(addr)).toEqual({ first: all.slice(0, 1), total: all.length });
          }
        }
      }
    }
  });

  test('gives the ledger entries that each edge rests on, as a plain reading does', async ({ store }) => {
    await save(store, worldChanges(WORLD));
    const kinds = Object.keys(EVIDENCE_OF) as EvidenceEdgeKind[];
    for (const seen of [ALL, { seq: 60, until: at(1_000) }, { seq: 1_000, until: at(30) }]) {
      const edges = kinds.flatMap((kind) =>
        NODES.flatMap((node) => plainEdges(WORLD, kind, node, ALL, null)).map((edge) => ({ ...edge, kind })),
      );
      const expected = edges.map(({ kind, from, to }) =>
        WORLD.ledger
          .filter((one) => one.kind === EVIDENCE_OF[kind] && one.claim === to && inView(seen, one))
          .filter((one) =>
            kind === 'supersedes'
              ? one.successor === from
              : one.evidence.some(({ artefact }) => artefact === from),
          )
          .toSorted((a, b) => a.log.seq - b.log.seq),
      );
      expect(await store.edgeEvidence(edges, seen, 100)).toEqual(expected);
      if (seen === ALL) expect(expected.map((all) => all.length)).toEqual(edges.map(({ weight }) => weight));
      expect(await store.edgeEvidence(edges, seen, 1)).toEqual(expected.map((all) => all.slice(0, 1)));
    }
    const [none] = await store.edgeEvidence(
      [{ kind: 'supports', from: artefactId(98), to: claimAddr(1) }],
      ALL,
      9,
    );
    expect(none).toEqual([]);
    expect(await store.edgeEvidence([], ALL, 9)).toEqual([]);
  });

  test('counts evidence once however often an entry names the artefact', async ({ store }) => {
    const item = {
      ref: 'x',
      hash: 'h',
      kind: 'source',
      check: 'match',
      domain: 'd.org',
      artefact: artefactId(1),
    } as const;
    const entry = ledgerEntry(1, 0, { evidence: [item, item], log: { seq: 9, tree_size: 10, root: '' } });
    await save(store, { ...worldChanges({ ...WORLD, ledger: [] }), ledger: [entry] });
    await save(store, { ledger: [entry] });
    const query = {
      kinds: ['supports'],
      of: [claimAddr(1)],
      view: ALL,
      prefixes: null,
      after: null,
      limit: 9,
    } as const;
    const edge = { kind: 'supports', from: artefactId(1), to: claimAddr(1), seq: 9, weight: 1 };
    expect(await store.edges(query)).toEqual([[{ first: [edge], total: 1 }]]);
  });
}

async function walk(store: GraphReader, kind: EdgeKind, node: GraphNodeId): Promise<GraphEdge[]> {
  const found: GraphEdge[] = [];
  for (let after: EdgePlace | null = null; ; ) {
    const query = { kinds: [kind], of: [node], view: ALL, prefixes: null, after, limit: 1 };
    const [[page] = []] = await store.edges(query);
    const [edge] = page?.first ?? [];
    if (edge === undefined) return found;
    found.push(edge);
    after = { other: edge.from === node ? edge.to : edge.from, from: edge.from };
  }
}
