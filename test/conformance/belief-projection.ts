/** The projection of beliefs, on every store: whatever it has followed, it says what a fold of every ledger says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectedView } from '../../engine/belief/projection/belief-cut.ts';
import { BeliefProjection } from '../../engine/belief/projection/belief-projection.ts';
import { keyOfLedger } from '../../engine/belief/projection/fold-ledgers.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ClaimAddr } from '../../graph/address.ts';
import { utcDayOf } from '../../graph/belief/utc-day.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { canonicalClaim, clusterOf } from '../../graph/cluster.ts';
import { claimAddr } from '../../graph/content-address.ts';
import type { EvidenceKind } from '../../graph/evidence.ts';
import type { EntryBody } from '../../graph/log/entry.ts';
import { rebuildInPlace } from '../../graph/log/rebuild.ts';
import { LISTED_STATES } from '../../graph/store/beliefs.ts';
import { ANY_CLAIM } from '../../graph/store/filters.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { type GraphStore, StoreUnavailable } from '../../graph/store/store.ts';
import { ingestInto, jsonLines, viewOf } from '../engine/documents.ts';
import { createTestEngine, TestClock } from '../engine/test-engine.ts';
import type { OpenedStore, OpenStore } from './graph-store/harness.ts';
import { range } from './graph-store/world.ts';

const TIMEOUT_MS = 180_000;
const DAY_MS = 86_400_000;
const SKY = 'sky';
const OTHER = 'elsewhere';
const RUNS = { embedded: { numRuns: 12, maxLength: 10 }, neo4j: { numRuns: 2, maxLength: 5 } };

interface Step {
  readonly what: EvidenceKind | 'observed' | 'observed elsewhere';
  readonly of: number;
  readonly to: number;
  readonly actor: number;
  readonly standing: number;
  readonly days: number;
  readonly isFollowed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom<Step['what'][]>(
    'corroborate',
    'dispute',
    'dispute',
    'supersede-propose',
    'observed',
    'observed elsewhere',
  ),
  of: fc.nat(3),
  to: fc.nat(4),
  actor: fc.nat(3),
  standing: fc.constantFrom(200, 700, 1000),
  days: fc.constantFrom(0, 0, 1, 300, 1_500),
  isFollowed: fc.boolean(),
});

export function describeBeliefProjection(name: string, open: OpenStore): void {
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

  describe(`the projection of beliefs on ${name}`, () => {
    test('is the fold of every ledger after any entries, whatever it has followed between', async ({
      store,
    }, engine, clock) => {
      const { numRuns, maxLength } = RUNS[store.capabilities.engine];
      await ingestInto(engine, SKY, [skyLines()]);
      await ingestInto(engine, OTHER, [otherLines('Pluto has 5 known moons.')]);
      let now = Date.parse(clock.now());
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength }), async (steps) => {
          for (const one of steps) {
            now += 60_000 + one.days * DAY_MS;
            clock.set(new Date(now).toISOString());
            await take(engine, one, now);
            if (one.isFollowed) await engine.beliefProjection.catchUp();
          }
          await engine.beliefProjection.catchUp();
          await expectFolded(engine, SKY);
          await expectFolded(engine, OTHER);
        }),
        { numRuns },
      );
    });

    test('gives the pages of one list while it follows what is appended between them', async (_, engine, clock) => {
      await ingestInto(engine, SKY, [skyLines()]);
      await engine.beliefProjection.catchUp();
      for (const by of ['confidence', 'seq'] as const) {
        const { view } = await viewOf(engine, SKY);
        const request = { corpus: SKY, isAsOf: false, filter: ANY_CLAIM, belief: null, prefixes: null };
        const first = { by, descending: false, after: null, before: null, limit: 9, isBackward: false };
        const states = [...LISTED_STATES];
        const begun = await engine.explore.claims({ ...request, belief: states, view });
        const whole = await begun.page(first);
        const [head, ...others] = whole.rows;
        const [claim] = await claimsOf(engine.store, SKY);
        clock.set(new Date(Date.parse(clock.now()) + 60_000).toISOString());
        await appendAs(engine, SKY, `actor-${by}`, {
          claim: claim ?? nothing(),
          kind: 'dispute',
          standing: 700,
        });
        for (const isFollowed of [false, true]) {
          if (isFollowed) await engine.beliefProjection.catchUp();
          const list = await engine.explore.claims({ ...request, belief: states, view: whole.view });
          const rest = await list.page({ ...first, after: head?.key ?? null });
          expect(rest.rows).toEqual(others);
          expect(await list.count()).toEqual({ count: whole.rows.length, isExact: true });
          expect(await list.isBounded('list')).toBe(false);
        }
      }
    });

    test('goes on where another one was ended while it gave a cluster another state', async ({
      store,
    }, engine, clock) => {
      const members = 1_103;
      const claims = await assertCluster(engine, clock, members);
      await engine.beliefProjection.catchUp();
      expect(await statesOf(store, claims)).toEqual({ none: members });
      const [canonical = nothing()] = claims;
      await appendAs(engine, SKY, 'one', { claim: canonical, kind: 'corroborate', standing: 700 });
      // Four transactions of the five that it takes.
      await expect(new BeliefProjection(endingStore(store, 4)).catchUp()).rejects.toThrow(StoreUnavailable);
      expect(await statesOf(store, claims)).toEqual({ none: 103, settled: 1_000 });
      await expectListed(engine, { settled: members });
      for (const actor of ['two', 'three', 'four'])
        await appendAs(engine, SKY, actor, { claim: canonical, kind: 'dispute', standing: 1_000 });
      await expectListed(engine, { disputed: members });
      await engine.beliefProjection.catchUp();
      expect(await statesOf(store, claims)).toEqual({ disputed: members });
      await expectListed(engine, { disputed: members });
      expect(await tallied(store)).toEqual([
        { corpus: SKY, state: 'disputed', claims: members },
        { corpus: SKY, state: 'settled', claims: 3 },
        { corpus: SKY, state: 'superseded', claims: 1 },
      ]);
    });

    test('is one where two follow a store at once, and the same again after a rebuild', async ({
      store,
    }, engine, clock) => {
      await ingestInto(engine, SKY, [skyLines()]);
      const claims = await claimsOf(store, SKY);
      for (const [n, claim] of claims.entries()) {
        clock.set(new Date(Date.parse(clock.now()) + 3 * DAY_MS).toISOString());
        await appendAs(engine, SKY, `actor-${n}`, {
          claim,
          kind: n % 2 ? 'dispute' : 'corroborate',
          standing: 700,
        });
        await Promise.all([new BeliefProjection(store).catchUp(), engine.beliefProjection.catchUp()]);
      }
      await engine.beliefProjection.catchUp();
      await expectFolded(engine, SKY);
      const rows = () => store.beliefs('after', { corpus: SKY, after: '', limit: 99 });
      const before = await rows();
      await rebuildInPlace(store, () => undefined);
      expect(await rows()).toEqual([]);
      await engine.beliefProjection.catchUp();
      expect(await rows()).toEqual(before);
      await expectFolded(engine, SKY);
    });

    test('follows the log by itself until it is ended', async ({ store }, engine) => {
      const faults: unknown[] = [];
      const end = engine.beliefProjection.follow((fault) => faults.push(fault));
      await ingestInto(engine, SKY, [skyLines()]);
      await expect
        .poll(() => tallied(store), { timeout: 30_000 })
        .toEqual([
          { corpus: SKY, state: 'settled', claims: 3 },
          { corpus: SKY, state: 'superseded', claims: 1 },
        ]);
      const { view } = await viewOf(engine, SKY);
      const [begun] = await store.beliefs('day', { corpus: SKY });
      expect(begun?.confidentDay).toBe(-1);
      // The days have stood for long enough then.
      await expect
        .poll(async () => (await store.beliefs('day', { corpus: SKY }))[0]?.confidentDay, { timeout: 60_000 })
        .toBe(utcDayOf(view.until));
      await end();
      const [claim = nothing()] = await claimsOf(store, SKY);
      await appendAs(engine, SKY, 'late', { claim, kind: 'dispute', standing: 700 });
      const [position] = await store.beliefs('position', {});
      expect(position?.seq).toBeLessThan((await store.head()).size - 1);
      expect(faults).toEqual([]);
    });
  });
}

/** In the order of their addresses. */
async function claimsOf(store: GraphStore, corpus: string): Promise<ClaimAddr[]> {
  const view = { seq: 1_000_000, until: '9999-12-31T23:59:59.999Z' };
  const selection = { corpus, view, filter: ANY_CLAIM, prefixes: null, closedLicences: [], among: null };
  return (await store.claimAddrs(selection, 9)).addrs.toSorted(byCodeUnit);
}

function nothing(): never {
  throw new Error('there are claims');
}

async function tallied(store: GraphStore) {
  const tallies = await store.beliefs('tallies', { corpus: SKY });
  return tallies.filter(({ claims }) => claims !== 0).sort((a, b) => byCodeUnit(a.state, b.state));
}

function skyLines() {
  const document = (id: string, text: string, day: string) => ({ id, day, domain: `${id}.example`, text });
  return jsonLines([
    document('a', 'Saturn has 62 known moons.', '2026-09-01'),
    document('b', 'Saturn has 82 known moons.', '2026-09-02'),
    document('c', 'Saturn has 82 known moons.', '2026-09-03'),
    document('d', 'Jupiter has 95 known moons. Mars has 2 known moons.', '2026-09-03'),
  ]);
}

/** With a document of the first corpus, whose bytes two corpora observe then. */
function otherLines(text: string) {
  return jsonLines([
    { id: 'x', domain: 'x.example', day: '2026-09-01', text },
    { id: 'a', domain: 'a.example', day: '2026-09-01', text: 'Saturn has 62 known moons.' },
  ]);
}

async function take(engine: Engine, one: Step, now: number): Promise<void> {
  if (one.what === 'observed') {
    await ingestInto(engine, SKY, [skyLines()]);
  } else if (one.what === 'observed elsewhere') {
    await ingestInto(engine, OTHER, [otherLines(`Pluto has ${5 + (now % 7)} known moons.`)]);
  } else {
    const [claims, others] = [await claimsOf(engine.store, SKY), await claimsOf(engine.store, OTHER)];
    const claim = claims[one.of] ?? nothing();
    const successor = claims[one.to] ?? others[0] ?? nothing();
    const { what: kind, standing } = one;
    await appendAs(engine, SKY, `actor-${one.actor}`, { claim, kind, standing, successor });
  }
}

interface Appended {
  readonly claim: ClaimAddr;
  readonly kind: EvidenceKind;
  readonly standing: number;
  readonly successor?: ClaimAddr;
}

async function appendAs(
  engine: Engine,
  corpus: string,
  actor: string,
  { claim, kind, standing, successor }: Appended,
): Promise<void> {
  const ref =
    kind === 'supersede-propose' && successor !== undefined ? successor : `https://${actor}.example/`;
  await engine.appendEvidence({
    claim,
    corpus,
    kind,
    evidence: [{ ref, hash: 'unknown', kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing, tokenId: 't', maySupersede: standing === 1000 },
    idempotency: null,
  });
}

/** Every claim's state and its ledger's row against the belief that the claim is shown with. */
async function expectFolded(engine: Engine, corpus: string): Promise<void> {
  const { store } = engine;
  const addrs = await claimsOf(store, corpus);
  const views = (await engine.claims(addrs, null)).flatMap((one) => one ?? []);
  const counts = new Map<string, number>();
  for (const { claim, belief } of views) {
    const state = belief.fold?.state ?? 'none';
    const [row] = await store.beliefs('claims', { by: [claim.addr] });
    const [ledger] = await store.beliefs('ledgers', { by: [keyOfLedger(canonicalClaim(claim))] });
    expect([claim.core.text, row?.state, ledger?.state, ledger?.confidence]).toEqual([
      claim.core.text,
      state,
      state,
      belief.fold?.confidence ?? -1,
    ]);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const tallies = (await store.beliefs('tallies', { corpus })).filter(({ claims }) => claims !== 0);
  expect(new Map(tallies.map(({ state, claims }) => [state as string, claims]))).toEqual(counts);
  const { view } = await viewOf(engine, corpus);
  const observedUpTo = (await store.head()).size - 1;
  const projected = await projectedView(store, corpus, { ...view, observedUpTo });
  expect(projected?.isConfident).toBe(true);
  // Claims with a successor of another corpus are read anew each time.
  expect((projected?.moved ?? []).length).toBeLessThan(addrs.length);
}

/** Claims that say the same, of one cluster, that the log asserts one behind the other. */
async function assertCluster(engine: Engine, clock: TestClock, count: number): Promise<ClaimAddr[]> {
  await ingestInto(engine, SKY, [skyLines()]);
  const [state] = await readRange(engine.store, 'artefacts', { corpus: SKY, after: -1 }, { limit: 1 });
  const artefact = state?.record.artefact_id ?? nothing();
  const cores = range(count).map((n) => ({
    v: 1 as const,
    corpus: SKY,
    lang: 'en',
    text: `It has a moon (${n}).`,
  }));
  const addrs = cores.map(claimAddr);
  const cluster = clusterOf(addrs[0] ?? nothing());
  const span = { start: 0, end: 1 };
  await engine.writer.append(async () => ({
    entries: cores.map((core, n) => ({
      corpus: SKY,
      tenant: null,
      effectiveAt: clock.now(),
      body: {
        type: 'claim.asserted',
        addr: addrs[n] ?? nothing(),
        core,
        content_hash: 'a'.repeat(64),
        claim_cluster_id: cluster,
        slot: null,
        artefact,
        span,
        sentence: span,
        context_spans: [],
        contradicts: [],
      } satisfies EntryBody,
    })),
    result: () => undefined,
  }));
  return addrs;
}

async function statesOf(store: GraphStore, claims: readonly ClaimAddr[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await store.beliefs('claims', { by: claims })) {
    counts[state ?? 'unknown'] = (counts[state ?? 'unknown'] ?? 0) + 1;
  }
  return counts;
}

/** Of the cluster, beside the four claims of the documents, of which a newer value supersedes one. */
async function expectListed(engine: Engine, expected: Readonly<Record<string, number>>): Promise<void> {
  const { view } = await viewOf(engine, SKY);
  const request = { corpus: SKY, view, isAsOf: false, filter: ANY_CLAIM, belief: null, prefixes: null };
  const list = await engine.explore.claims(request);
  const groups = Object.fromEntries((await list.beliefs()).map(({ key, count }) => [key, count]));
  expect(groups).toEqual({ ...expected, settled: (expected.settled ?? 0) + 3, superseded: 1 });
  expect(await list.isBounded('beliefs')).toBe(false);
  for (const state of LISTED_STATES) {
    const some = await engine.explore.claims({ ...request, belief: [state] });
    expect(await some.count()).toEqual({ count: groups[state] ?? 0, isExact: true });
  }
}

/** A store that takes so many steps. */
function endingStore(store: GraphStore, transactions: number): GraphStore {
  let left = transactions;
  return new Proxy(store, {
    get: (target, name) =>
      name === 'moveBeliefs'
        ? (work: never) => {
            left -= 1;
            return left < 0 ? Promise.reject(new StoreUnavailable('ended')) : target.moveBeliefs(work);
          }
        : Reflect.get(target, name),
  });
}
