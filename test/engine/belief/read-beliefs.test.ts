import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Beliefs } from '../../../engine/belief/read-beliefs.ts';
import type { EvidenceKind } from '../../../graph/evidence.ts';
import type { View } from '../../../graph/store/rows.ts';
import type { GraphReader, GraphStore } from '../../../graph/store/store.ts';
import { endOfDay } from '../../../graph/time.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { day, LedgerWorld, type Said, shown, wholeBelief } from './ledger-world.ts';

let opened: OpenedStore;
let store: GraphStore;
let worlds = 0;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  store = opened.store;
  // T of the present from the beginning: folds of another one are not kept.
  await new LedgerWorld(store, 1_000_000).observe(0, DAYS);
});
afterAll(() => opened.dispose());

function newWorld(): LedgerWorld {
  worlds += 1;
  return new LedgerWorld(store, worlds * 100);
}

/** Milliseconds for a law: many worlds, each written to disk. */
const SLOW = 60_000;

const CLAIMS = [0, 1, 2];
const ARTEFACTS = 6;
const DAYS = 900;

const anyDay = fc.oneof(fc.integer({ min: 0, max: DAYS }), fc.integer({ min: 300, max: 303 }));
const anyClaim = fc.constantFrom(...CLAIMS);
const anyArtefact = fc.integer({ min: 0, max: ARTEFACTS - 1 });

const said: fc.Arbitrary<Said> = fc.record({
  claim: anyClaim,
  kind: fc.constantFrom<EvidenceKind[]>('corroborate', 'corroborate', 'dispute', 'supersede-propose'),
  actor: fc.integer({ min: 0, max: 5 }).map((n) => `actor${n}`),
  on: anyDay,
  standing: fc.constantFrom(100, 500, 700, 1000),
  artefacts: fc.array(anyArtefact, { minLength: 1, maxLength: 3 }),
  successor: fc.constantFrom(null, 0, 1, 2, 3),
  authority: fc.constantFrom(null, null, null, 'capability' as const),
});

/** `lag`: how many log entries behind the newest the reading's snapshot is. */
interface Look {
  readonly claims: readonly number[];
  readonly until: number;
  readonly lag: number;
}

const look: fc.Arbitrary<Look> = fc.record({
  claims: fc.array(anyClaim, { minLength: 1, maxLength: 3 }),
  until: fc.constantFrom(301, 600, DAYS, DAYS, 2 * DAYS),
  lag: fc.constantFrom(0, 0, 0, 1, 2, 5),
});

type Step =
  | { readonly do: 'say'; readonly said: Said }
  | { readonly do: 'observe'; readonly artefact: number; readonly on: number }
  | { readonly do: 'observeAll'; readonly artefacts: readonly number[]; readonly on: number }
  | { readonly do: 'read'; readonly looks: readonly Look[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('say' as const), said }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('observe' as const), artefact: anyArtefact, on: anyDay }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('observeAll' as const),
      artefacts: fc.array(anyArtefact),
      on: anyDay,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      looks: fc.array(look, { minLength: 1, maxLength: 3 }),
    }),
  },
);

const spoken = step.filter((one) => one.do === 'say' || one.do === 'read');

/** Event-loop slices that each read of the store takes. */
const anyWaits = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 });

/** From what keeps nothing to what keeps all. */
const anyBounds = fc.record({
  claims: fc.constantFrom(1, 2, 4_096),
  bytes: fc.constantFrom(1, 30_000, 1_000_000_000),
});

async function write(world: LedgerWorld, one: Exclude<Step, { do: 'read' }>): Promise<void> {
  if (one.do === 'say') return world.say(one.said);
  if (one.do === 'observe') return world.observe(one.artefact, one.on);
  return world.observeAll(one.artefacts, one.on);
}

async function viewAt({ until, lag }: Pick<Look, 'until' | 'lag'>): Promise<View> {
  const { size } = await store.head();
  return { seq: Math.max(-1, size - 1 - lag), until: endOfDay(day(until)) };
}

async function expectWhole(beliefs: Beliefs, world: LedgerWorld, one: Look, view: View): Promise<void> {
  const addrs = one.claims.map((n) => world.claim(n));
  const read = await beliefs.read(addrs, view);
  expect([...read.keys()]).toEqual([...new Set(addrs)]);
  for (const [addr, belief] of read) {
    expect(await shown(belief)).toEqual(await wholeBelief(store, addr, view));
  }
}

describe('beliefs of kept folds', () => {
  it(
    'equal the fold of the whole ledger, whatever is appended, observed, read before and given up',
    async () => {
      const steps = fc.array(step, { minLength: 4, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(steps, anyBounds, async (all, bounds) => {
          const world = newWorld();
          const beliefs = new Beliefs(store, bounds);
          for (const one of all) {
            if (one.do !== 'read') await write(world, one);
            else for (const each of one.looks) await expectWhole(beliefs, world, each, await viewAt(each));
          }
        }),
        { numRuns: 100 },
      );
    },
    SLOW,
  );

  it(
    'equal it too where readings overlap with each other and with appends',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(spoken, { minLength: 4, maxLength: 25 }), anyWaits, async (all, waits) => {
          const world = newWorld();
          await runOverlapping(all, world, new Beliefs(slowed(store, waits)));
        }),
        { numRuns: 100 },
      );
    },
    SLOW,
  );

  it(
    'equal it again once the artefacts that were observed meanwhile are known',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), anyWaits, async (all, waits) => {
          const world = newWorld();
          const beliefs = new Beliefs(slowed(store, waits));
          // What was known of observations when a reading ran cannot be known afterwards: only the end is looked at.
          await runOverlapping(all, world, beliefs).catch(() => undefined);
          for (const claim of CLAIMS) {
            const last = { claims: [claim], until: DAYS, lag: 0 };
            await expectWhole(beliefs, world, last, await viewAt(last));
          }
        }),
        { numRuns: 100 },
      );
    },
    SLOW,
  );
});

async function runOverlapping(all: readonly Step[], world: LedgerWorld, beliefs: Beliefs): Promise<void> {
  const running: Promise<void>[] = [];
  for (const one of all) {
    if (one.do !== 'read') await write(world, one);
    else
      for (const each of one.looks)
        running.push(heard(expectWhole(beliefs, world, each, await viewAt(each))));
  }
  const ended = await Promise.allSettled(running);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** A rejection that comes before anybody waits for it is looked at later, and no fault of the run. */
function heard(look: Promise<void>): Promise<void> {
  look.catch(() => undefined);
  return look;
}

/** The store, whose reads take some event-loop slices each, so that readings overlap as over a network. */
function slowed(reader: GraphReader, turns: readonly number[]): GraphReader {
  let calls = 0;
  return new Proxy(reader, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        calls += 1;
        for (let left = turns[calls % turns.length] ?? 0; left > 0; left -= 1) {
          await new Promise(setImmediate);
        }
        return Reflect.apply(method, target, args);
      };
    },
  });
}
