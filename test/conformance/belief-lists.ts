/** Lists of claims by belief, on every store: they hold what a reader of each claim gets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import type { ListedBelief } from '../../engine/explore/belief-tables.ts';
import { type ClaimsRequest, MAX_FOLDED_AS_OF } from '../../engine/explore/list-claims.ts';
import type { SourceFile } from '../../engine/ingest/ingest.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { forCaller } from '../../graph/caller.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { EvidenceKind } from '../../graph/evidence.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { ingestInto, jsonLines, viewOf } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import { claimIn, placeOf, worldOf } from './explore-world.ts';
import { type OpenedStore, type OpenStore, save } from './graph-store/harness.ts';
import { at, corpus } from './graph-store/records.ts';
import { range } from './graph-store/world.ts';

/** A server plans each statement anew after its schema was made. */
const TIMEOUT_MS = 120_000;
const DAY_MS = 86_400_000;
const SKY = 'sky';
const RUNS = { embedded: { numRuns: 6, maxLength: 8 }, neo4j: { numRuns: 1, maxLength: 4 } };

interface Step {
  readonly kind: EvidenceKind;
  readonly of: number;
  readonly to: number;
  readonly actor: number;
  readonly standing: number;
  /** Whole days before it. */
  readonly days: number;
  /** Whether the projection follows it, and the day with it. */
  readonly isFollowed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<EvidenceKind>('corroborate', 'dispute', 'dispute', 'supersede-propose'),
  of: fc.nat(3),
  to: fc.nat(3),
  actor: fc.nat(4),
  standing: fc.constantFrom(200, 700, 1000),
  days: fc.constantFrom(0, 0, 1, 400, 2_000),
  isFollowed: fc.boolean(),
});

export function describeBeliefLists(name: string, open: OpenStore): void {
  const test = (
    title: string,
    body: (opened: OpenedStore, engine: Engine, clock: TestClock) => Promise<void>,
  ) =>
    it(title, { timeout: TIMEOUT_MS }, async () => {
      const opened = await open();
      try {
        const clock = new TestClock();
        await body(opened, createTestEngine(opened.store, clock), clock);
      } finally {
        await opened.dispose();
      }
    });

  describe(`lists by belief on ${name}`, () => {
    test('say after every append what a reader of each claim gets', async ({ store }, engine, clock) => {
      const claims = await ingestSky(engine);
      const { numRuns, maxLength } = RUNS[store.capabilities.engine];
      let now = Date.parse(clock.now());
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength }), async (steps) => {
          for (const one of steps) {
            now += 60_000 + one.days * DAY_MS;
            clock.set(new Date(now).toISOString());
            await append(engine, claims, one);
            if (one.isFollowed) await engine.beliefProjection.catchUp();
            await expectAsRead(engine, claims, null);
          }
          await expectAsRead(engine, claims, '2026-09-02');
        }),
        { numRuns },
      );
    });

    test('know that a day has passed, and that the documents were seen again', async (_, engine, clock) => {
      const claims = await ingestSky(engine);
      await expectAsRead(engine, claims, null);
      clock.set('2031-10-01T12:00:00.000Z');
      await ingestSky(engine);
      await expectAsRead(engine, claims, null);
      clock.set('2031-10-02T12:00:00.000Z');
      await ingestInto(engine, SKY, [
        jsonLines([{ id: 'z', domain: 'z.example', day: '2031-10-02', text: 'Nothing.' }]),
      ]);
      await expectAsRead(engine, await claimsOf(engine), null);
    });

    test('know what was seen again while neither S nor T moved, in their corpus or in another', async (_, engine, clock) => {
      await ingestSky(engine);
      clock.set('2031-10-01T12:00:00.000Z');
      await ingestInto(engine, SKY, [aside('y'), aside('z')]);
      const { view } = await viewOf(engine, SKY);
      const claims = await claimsOf(engine);
      await expectAsRead(engine, claims, null);
      await ingestInto(engine, 'elsewhere', [skyLines()]);
      await expectAsRead(engine, claims, null);
      await ingestInto(engine, SKY, [aside('y')]);
      await expectAsRead(engine, claims, null);
      await ingestSky(engine);
      await expectAsRead(engine, claims, null);
      expect((await viewOf(engine, SKY)).view).toEqual(view);
    });

    test('go on as they began when documents were seen again, on another service too', async ({
      store,
    }, engine, clock) => {
      await ingestSky(engine);
      clock.set('2031-10-01T12:00:00.000Z');
      await ingestInto(engine, SKY, [aside('y'), aside('z')]);
      const begun = await engine.explore.claims(await requestOf(engine, null));
      const whole = await begun.page(firstPage('confidence', 9));
      const [first, ...others] = whole.rows;
      await ingestInto(engine, SKY, [skyLines(['a', 'd'])]);
      const request = { ...(await requestOf(engine, null)), view: whole.view };
      const rest = { ...firstPage('confidence', 9), after: first?.key ?? null };
      for (const service of [engine, createTestEngine(store, clock)]) {
        expect((await (await service.explore.claims(request)).page(rest)).rows).toEqual(others);
      }
      const anew = await engine.explore.claims(await requestOf(engine, null));
      expect((await anew.page(rest)).rows).not.toEqual(others);
      // A reader of a position that is not there yet does not get the same for ever.
      const beyond = { ...request, view: { ...whole.view, observedUpTo: 1_000_000 } };
      expect((await (await engine.explore.claims(beyond)).page(rest)).view).not.toEqual(beyond.view);
      await expectAsRead(engine, await claimsOf(engine), null);
    });

    test('know when bytes that somebody has named before are first seen', async (_, engine, clock) => {
      const [claim] = await ingestSky(engine);
      const late = { name: 'late.txt', bytes: new TextEncoder().encode('Nothing yet.\n') };
      const hash = blake3Hex(late.bytes);
      if (claim === undefined) throw new Error('there are four claims');
      const ref = 'https://late.example/late';
      await appendAs(engine, 'early', { claim, kind: 'corroborate', standing: 700, ref, hash });
      clock.set('2031-10-01T12:00:00.000Z');
      await ingestInto(engine, SKY, [aside('y')]);
      await expectAsRead(engine, await claimsOf(engine), null);
      await ingestInto(engine, 'elsewhere', [late]);
      const [state] = await readRange(
        engine.store,
        'artefacts',
        { corpus: 'elsewhere', after: -1 },
        { limit: 1 },
      );
      expect(state?.record.hash).toBe(hash);
      await expectAsRead(engine, await claimsOf(engine), null);
    });

    test('fold as many claims as their bound, and say when there is one more', async ({ store }, engine) => {
      const place = placeOf(0);
      const many = MAX_FOLDED_AS_OF + 1;
      const places = range(many).map((n): [number, number] => [n, 0]);
      const none = { rivals: [], proposals: [], support: [], disputes: [] };
      const world = worldOf(place, { ...none, claims: many, artefacts: 1, places, clusters: range(many) });
      await save(store, { ...world, corpora: [corpus('w0', { size: 100_000 })] });
      const request = {
        corpus: 'w0',
        isAsOf: true,
        filter: ANY_CLAIM,
        prefixes: null,
        belief: ['none'],
      } as const;
      const list = async (seq: number) => {
        const found = await engine.explore.claims({ ...request, view: { seq, until: at(100_000) } });
        return [await found.count(), await found.isBounded('list'), await found.isBounded('beliefs')];
      };
      // The place of claim n stands at position n + 10.
      const count = MAX_FOLDED_AS_OF;
      expect(await list(MAX_FOLDED_AS_OF + 9)).toEqual([{ count, isExact: true }, false, false]);
      expect(await list(MAX_FOLDED_AS_OF + 10)).toEqual([{ count, isExact: false }, true, true]);
      const unfiltered = await engine.explore.claims({
        ...request,
        belief: null,
        view: { seq: 1e6, until: at(1e5) },
      });
      expect(await unfiltered.isBounded('list')).toBe(false);
      expect(await unfiltered.count()).toEqual({ count: many, isExact: true });
      const [first] = (await unfiltered.page(firstPage('seq', 1))).rows;
      expect(first?.id).toBe(claimIn(place, 0));
    });

    test('end with the reason of a caller that has left', async (_, engine) => {
      await ingestSky(engine);
      const list = await engine.explore.claims(await requestOf(engine, null));
      const late = AbortSignal.abort('late');
      await expect(forCaller(late, () => list.page(firstPage('confidence', 5)))).rejects.toBe('late');
      const again = await engine.explore.claims(await requestOf(engine, null));
      expect((await again.page(firstPage('confidence', 5))).rows).toHaveLength(4);
    });
  });
}

async function ingestSky(engine: Engine): Promise<ClaimAddr[]> {
  await ingestInto(engine, SKY, [skyLines()]);
  return claimsOf(engine);
}

function skyLines(only: readonly string[] = ['a', 'b', 'c', 'd']): SourceFile {
  const document = (id: string, text: string, day: string) => ({ id, day, domain: `${id}.example`, text });
  const documents = [
    document('a', 'Saturn has 62 known moons.', '2026-09-01'),
    document('b', 'Saturn has 82 known moons.', '2026-09-02'),
    document('c', 'Saturn has 82 known moons.', '2026-09-03'),
    document('d', 'Jupiter has 95 known moons. Mars has 2 known moons.', '2026-09-03'),
  ];
  return jsonLines(documents.filter(({ id }) => only.includes(id)));
}

function aside(id: string): SourceFile {
  return jsonLines([{ id, domain: 'z.example', day: '2031-10-01', text: `Nothing of ${id}.` }]);
}

async function claimsOf(engine: Engine): Promise<ClaimAddr[]> {
  const view = { seq: 1_000_000, until: '9999-12-31T23:59:59.999Z' };
  const selection = {
    corpus: SKY,
    view,
    filter: ANY_CLAIM,
    prefixes: null,
    closedLicences: [],
    among: null,
  };
  return (await engine.store.claimAddrs(selection, 9)).addrs.toSorted(byCodeUnit);
}

async function append(engine: Engine, claims: readonly ClaimAddr[], given: Step): Promise<void> {
  const { kind, of, to, actor, standing } = given;
  const [claim, successor] = [claims[of], claims[to]];
  if (claim === undefined || successor === undefined) throw new Error('there are four claims');
  const ref = kind === 'supersede-propose' ? successor : `https://somewhere.example/${actor}`;
  await appendAs(engine, `actor-${actor}`, { claim, kind, standing, ref, hash: 'unknown' });
}

interface Appended extends Pick<Step, 'kind' | 'standing'> {
  readonly claim: ClaimAddr;
  readonly ref: string;
  readonly hash: string;
}

async function appendAs(engine: Engine, actor: string, appended: Appended): Promise<void> {
  const { claim, kind, standing, ref, hash } = appended;
  await engine.appendEvidence({
    claim,
    corpus: SKY,
    kind,
    evidence: [{ ref, hash, kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing, tokenId: 't', maySupersede: standing === 1000 },
    idempotency: null,
  });
}

async function requestOf(engine: Engine, asOf: string | null): Promise<ClaimsRequest> {
  const { view } = await viewOf(engine, SKY, asOf);
  return { corpus: SKY, view, isAsOf: asOf !== null, filter: ANY_CLAIM, belief: null, prefixes: null };
}

function firstPage(by: 'confidence' | 'seq', limit: number) {
  return { by, descending: false, after: null, before: null, limit, isBackward: false } as const;
}

interface ReadBelief extends Pick<ListedBelief, 'state' | 'confidence'> {
  readonly addr: ClaimAddr;
  readonly cluster: string;
  readonly seq: number;
}

/** A cluster is listed by its first claim, and has the belief of each. */
async function expectClusters(
  engine: Engine,
  read: readonly ReadBelief[],
  request: ClaimsRequest,
): Promise<void> {
  const bySeq = read.toSorted((a, b) => a.seq - b.seq);
  const firsts = [...Map.groupBy(bySeq, ({ cluster }) => cluster).values()].flatMap(([first]) => first ?? []);
  const inOrder = firsts.toSorted((a, b) => a.confidence - b.confidence || byCodeUnit(a.cluster, b.cluster));
  const all = await engine.explore.clusterList({ ...request, several: null });
  expect((await all.page(firstPage('confidence', 9))).rows.map(({ id, key }) => [id, key.value])).toEqual(
    inOrder.map(({ cluster, confidence }) => [cluster, confidence]),
  );
  expect(await all.isBounded()).toBe(false);
  for (const state of new Set(firsts.map((one) => one.state))) {
    const some = await engine.explore.clusterList({ ...request, belief: [state], several: null });
    const expected = firsts.filter((one) => one.state === state).map(({ cluster }) => cluster);
    expect(await some.count()).toEqual({ count: expected.length, isExact: true });
    expect((await some.page(firstPage('seq', 9))).rows.map(({ id }) => id)).toEqual(expected);
  }
}

/** Held against the beliefs that claims are shown with, which are folded for themselves. */
async function expectAsRead(
  engine: Engine,
  claims: readonly ClaimAddr[],
  asOf: string | null,
): Promise<void> {
  const request = await requestOf(engine, asOf);
  const views = await engine.claims(claims, asOf);
  const read = views.flatMap((view): ReadBelief[] => {
    if (view === null || view.occurrences.length === 0) return [];
    const { fold } = view.belief;
    const { addr, claim_cluster_id: cluster, seq } = view.claim;
    const state = fold?.belief.state ?? 'none';
    const confidence = fold?.confidence ?? -1;
    return [{ addr, cluster, seq, state, confidence }];
  });
  const list = await engine.explore.claims(request);
  const { rows } = await list.page(firstPage('confidence', 9));
  const inOrder = read.toSorted(
    (a, b) => a.confidence - b.confidence || byCodeUnit(a.cluster, b.cluster) || a.seq - b.seq,
  );
  expect(rows.map(({ id, key }) => [id, key.value])).toEqual(
    inOrder.map(({ addr, confidence }) => [addr, confidence]),
  );
  const states = new Set(read.map(({ state }) => state));
  await expectClusters(engine, read, request);
  expect(new Map((await list.beliefs()).map(({ key, count }) => [key, count]))).toEqual(
    new Map<string, number>(
      [...states].map((state) => [state, read.filter((one) => one.state === state).length]),
    ),
  );
  for (const state of states) {
    const some = await engine.explore.claims({ ...request, belief: [state] });
    const expected = read.filter((one) => one.state === state).map(({ addr }) => addr);
    expect(await some.count()).toEqual({ count: expected.length, isExact: true });
    const found = (await some.page(firstPage('seq', 9))).rows.map(({ id }) => id);
    expect(found.toSorted(byCodeUnit)).toEqual(expected.toSorted(byCodeUnit));
  }
}
