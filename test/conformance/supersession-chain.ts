/** What replaced a claim and what it replaced, on every store. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import {
  MAX_CHAIN,
  MAX_LINKS,
  MAX_PROPOSALS,
  type SupersessionChain,
} from '../../engine/explore/supersession-chain.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { readRange } from '../../graph/store/ranges.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { ANY_TALLY } from '../../graph/store/tallies.ts';
import { ingestInto, jsonLines, viewOf } from '../engine/documents.ts';
import { createTestEngine } from '../engine/test-engine.ts';
import { claimIn, type Place, placeOf, type Shape, worldOf } from './explore-world.ts';
import { type OpenedStore, type OpenStore, save } from './graph-store/harness.ts';
import { at } from './graph-store/records.ts';
import { range } from './graph-store/world.ts';

/** A server plans each statement anew after its schema was made. */
const TIMEOUT_MS = 120_000;
const CLAIMS = 6;
const ALL = { seq: 1_000_000, until: at(1_000_000) };
const OLD = 'Saturn has 62 known moons.';
const NEW = 'Saturn has 82 known moons.';
const NEWEST = 'Saturn has 145 known moons.';

export function describeSupersessionChain(name: string, open: OpenStore): void {
  const test = (title: string, body: (opened: OpenedStore, engine: Engine) => Promise<void>) =>
    it(title, { timeout: TIMEOUT_MS }, async () => {
      const opened = await open();
      try {
        await body(opened, createTestEngine(opened.store));
      } finally {
        await opened.dispose();
      }
    });

  describe(`chains of successors on ${name}`, () => {
    test('tell what was accepted, by whose events and when, from either end', async (_, engine) => {
      const claims = await ingestMoons(engine);
      const chain = await read(engine, claims.get(OLD));
      expect(chain?.successors.map(({ claim, distance }) => [claim, distance])).toEqual(
        expect.arrayContaining([[claims.get(NEW), 1]]),
      );
      expect(chain?.predecessors).toEqual([]);
      expect(chain?.accepted.at(-1)).toBe(claims.get(NEWEST));
      const [link] = chain?.links ?? [];
      expect(link).toMatchObject({ claim: claims.get(OLD), successor: claims.get(NEW) });
      expect(link?.proposals[0]).toMatchObject({
        kind: 'supersede-propose',
        actor_root: 'publisher:b.example',
        effective_at: '2023-09-02T09:00:00.000Z',
      });
      const back = await read(engine, claims.get(NEWEST));
      expect(back?.successors).toEqual([]);
      expect(back?.predecessors.map(({ claim }) => claim)).toEqual(
        expect.arrayContaining([claims.get(OLD), claims.get(NEW)]),
      );
      expect(back?.isCyclic).toBe(false);
    });

    test('are as of a time: before anybody proposed it there is none, before the claim nothing', async (_, engine) => {
      const claims = await ingestMoons(engine);
      expect(await read(engine, claims.get(OLD), '2023-09-01')).toMatchObject({ successors: [], links: [] });
      expect(await read(engine, claims.get(NEW), '2023-09-01')).toBeNull();
      const middle = await read(engine, claims.get(NEW), '2023-09-02');
      expect(middle).toMatchObject({
        successors: [],
        predecessors: [{ claim: claims.get(OLD), distance: 1 }],
      });
      expect(middle?.links).toMatchObject([{ isAccepted: true }]);
    });

    test('tell what was only proposed', async (_, engine) => {
      const claims = await ingestMoons(engine);
      const [claim, successor] = [claims.get(NEWEST), claims.get(OLD)];
      if (claim === undefined || successor === undefined) throw new Error('there are no such claims');
      const writer = { actor: 'ann', actorRoot: 'ann', standing: 250, tokenId: 't', maySupersede: false };
      const evidence = [{ ref: successor, hash: 'unknown', kind: 'source' as const }];
      const request = {
        claim,
        corpus: 'sky',
        kind: 'supersede-propose' as const,
        evidence,
        attestations: [],
      };
      const appended = await engine.appendEvidence({ ...request, stake: null, writer, idempotency: null });
      if (!appended.ok) throw new Error(appended.refusal.message);
      const chain = await read(engine, claim);
      const link = chain?.links.find((one) => one.claim === claim);
      expect(link).toMatchObject({ successor, isAccepted: false, proposals: [{ actor_root: 'ann' }] });
      expect(chain).toMatchObject({ accepted: [], isCyclic: true, isBounded: false });
      expect(chain?.successors.map((one) => one.claim)).toEqual(
        expect.arrayContaining(chain?.predecessors.map((one) => one.claim) ?? []),
      );
    });

    test('are what a plain walk over the proposals finds, whatever circles there are', async ({
      store,
    }, engine) => {
      let worlds = 0;
      const pairs = fc.array(fc.tuple(fc.nat(CLAIMS - 1), fc.nat(CLAIMS - 1)), { maxLength: 9 });
      await fc.assert(
        fc.asyncProperty(pairs, fc.integer({ min: 38, max: 50 }), async (proposals, seq) => {
          worlds += 1;
          const place = placeOf(worlds);
          await save(store, worldOf(place, shapeOf(proposals)));
          const view = { seq: place.base + seq, until: ALL.until };
          const said = proposals.filter(([of, to], index) => of !== to && 40 + index <= seq);
          for (const n of range(CLAIMS)) {
            const claim = claimIn(place, n);
            const chain = await engine.explore.supersessionChain({ claim, view, prefixes: null });
            expect(chain && sides(chain)).toEqual(plain(place, said, n));
            expect(chain?.isBounded).toBe(false);
          }
        }),
        { numRuns: store.capabilities.engine === 'embedded' ? 25 : 4 },
      );
    });

    test('follow as many claims and proposals as their bounds, and say when there is one more', async ({
      store,
    }, engine) => {
      const ofLength = (length: number) => range(length).map((n): [number, number] => [n, n + 1]);
      expect(await lengthOf(store, engine, placeOf(10), ofLength(MAX_CHAIN))).toEqual([MAX_CHAIN, false]);
      expect(await lengthOf(store, engine, placeOf(20), ofLength(MAX_CHAIN + 1))).toEqual([MAX_CHAIN, true]);
      const onOne = (count: number) => range(count).map((): [number, number] => [0, 1]);
      expect(await lengthOf(store, engine, placeOf(30), onOne(MAX_PROPOSALS))).toEqual([1, false]);
      expect(await lengthOf(store, engine, placeOf(40), onOne(MAX_PROPOSALS + 1))).toEqual([1, true]);
    });

    test('show as many links as their bound, the first of the log, and say when there is one more', async ({
      store,
    }, engine) => {
      const spread = 50;
      // To each from the first, and between those.
      const proposals = range(spread).flatMap((n) =>
        range(spread).flatMap((m): [number, number][] => (m === n ? [] : [[n, m]])),
      );
      for (const [place, count] of [
        [placeOf(10), MAX_LINKS],
        [placeOf(20), MAX_LINKS + 1],
      ] as const) {
        await save(store, worldOf(place, shapeOf(proposals.slice(0, count), spread)));
        const request = { claim: claimIn(place, 0), view: ALL, prefixes: null };
        const chain = await engine.explore.supersessionChain(request);
        expect([chain?.links.length, chain?.isBounded]).toEqual([MAX_LINKS, count > MAX_LINKS]);
        expect(chain?.links[0]).toMatchObject({ claim: claimIn(place, 0), successor: claimIn(place, 1) });
      }
    });

    test('are a part of a chain that branches, which is listed with all of its claims', async ({
      store,
    }, engine) => {
      const place = placeOf(1);
      const proposals: [number, number][] = [
        [1, 2],
        [3, 2],
      ];
      await save(store, worldOf(place, shapeOf(proposals)));
      const from = async (n: number) => {
        const request = { claim: claimIn(place, n), view: ALL, prefixes: null };
        const chain = await engine.explore.supersessionChain(request);
        return [chain?.predecessors, chain?.successors].map((side) => side?.map(({ claim }) => claim));
      };
      expect(await from(1)).toEqual([[], [claimIn(place, 2)]]);
      expect(await from(2)).toEqual([expect.arrayContaining([claimIn(place, 1), claimIn(place, 3)]), []]);
      const list = engine.explore.tallies({
        kind: 'chain',
        corpus: place.corpus,
        view: ALL,
        filter: ANY_TALLY,
      });
      const page = { by: 'key', descending: false, after: null, before: null } as const;
      const { rows } = await list.page({ ...page, limit: 9, isBackward: false });
      expect(await list.named(rows.map(({ id }) => id))).toMatchObject([{ counts: { length: 3 } }]);
    });

    test('go nowhere that a reader may not see', async ({ store }, engine) => {
      const place = placeOf(1);
      await save(
        store,
        worldOf(
          place,
          shapeOf([
            [0, 1],
            [1, 2],
            [0, 3],
          ]),
        ),
      );
      const request = { claim: claimIn(place, 0), view: ALL };
      const some = [claimIn(place, 0), claimIn(place, 2), claimIn(place, 3)];
      const chain = await engine.explore.supersessionChain({ ...request, prefixes: some });
      expect(chain?.successors).toEqual([{ claim: claimIn(place, 3), distance: 1 }]);
      expect(chain?.links).toMatchObject([{ successor: claimIn(place, 3) }]);
      expect(
        await engine.explore.supersessionChain({ ...request, prefixes: [claimIn(place, 3)] }),
      ).toBeNull();
    });
  });
}

/** Each claim of the sky by its text. */
async function ingestMoons(engine: Engine): Promise<Map<string, ClaimAddr>> {
  const document = (id: string, text: string, day: string) => ({ id, day, domain: `${id}.example`, text });
  const documents = [
    document('a', OLD, '2023-09-01'),
    document('b', NEW, '2023-09-02'),
    document('c', NEW, '2023-09-02'),
    document('d', NEWEST, '2023-09-03'),
    document('e', NEWEST, '2023-09-03'),
  ];
  await ingestInto(engine, 'sky', [jsonLines(documents)]);
  const artefacts = await readRange(engine.store, 'artefacts', { corpus: 'sky', after: -1 }, { limit: 9 });
  const stated = await engine.store.ranges('occurrencesIn', {
    by: artefacts.map(({ record }) => record.artefact_id),
  });
  const found = await engine.claims([...new Set(stated.flat().map(({ claim }) => claim))], null);
  return new Map(found.flatMap((view) => (view ? [[view.claim.core.text, view.claim.addr] as const] : [])));
}

async function read(engine: Engine, claim: ClaimAddr | undefined, asOf: string | null = null) {
  if (claim === undefined) throw new Error('there is no such claim');
  const { view } = await viewOf(engine, 'sky', asOf);
  return engine.explore.supersessionChain({ claim, view, prefixes: null });
}

function shapeOf(proposals: Shape['proposals'], claims = CLAIMS): Shape {
  const places = range(claims).map((n): [number, number] => [n, 0]);
  const none = { rivals: [], support: [], disputes: [] };
  return { ...none, claims, artefacts: 1, places, proposals, clusters: range(claims) };
}

async function lengthOf(store: GraphStore, engine: Engine, place: Place, proposals: [number, number][]) {
  await save(store, worldOf(place, shapeOf(proposals, MAX_CHAIN + 2)));
  const chain = await engine.explore.supersessionChain({
    claim: claimIn(place, 0),
    view: ALL,
    prefixes: null,
  });
  return [chain?.successors.length, chain?.isBounded];
}

function sides({ predecessors, successors, isCyclic, links }: SupersessionChain) {
  return {
    predecessors,
    successors,
    isCyclic,
    links: links.map(({ claim, successor }) => `${claim} ${successor}`).sort(),
  };
}

/** Every way from the claim forwards, and backwards. */
function plain(place: Place, said: readonly (readonly [number, number])[], n: number) {
  const later = distances(said, n);
  const earlier = distances(
    said.map(([of, to]) => [to, of]),
    n,
  );
  const links = said.filter(([of, to]) => later.has(of) || earlier.has(to));
  const members = (found: ReadonlyMap<number, number>) =>
    [...found]
      .filter(([one]) => one !== n)
      .map(([one, distance]) => ({ claim: claimIn(place, one), distance }))
      .sort((a, b) => a.distance - b.distance || byCodeUnit(a.claim, b.claim));
  return {
    predecessors: members(earlier),
    successors: members(later),
    isCyclic: links.some(([of, to]) => distances(links, to).has(of)),
    links: [...new Set(links.map(([of, to]) => `${claimIn(place, of)} ${claimIn(place, to)}`))].sort(),
  };
}

function distances(edges: readonly (readonly [number, number])[], start: number): Map<number, number> {
  const found = new Map([[start, 0]]);
  for (const [node, distance] of found) {
    for (const [of, to] of edges) if (of === node && !found.has(to)) found.set(to, distance + 1);
  }
  return found;
}
