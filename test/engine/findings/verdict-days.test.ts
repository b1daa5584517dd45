/** A verdict that lasts is not looked at again on each day, and is right on each. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { saveLastDays } from '../../../engine/findings/verdict-days.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import { utcDay } from '../../../graph/belief/utc-day.ts';
import { substituted } from '../../../graph/store/by-kind.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { brokenVerdicts } from '../../simulation/promises.ts';
import { answerOf, ingestInto, jsonLines, type TestDocument } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine, TestClock } from '../test-engine.ts';

const CORPUS = 'lakes';
const START = '2026-03-01T12:00:00.000Z';
const DAY_MS = 86_400_000;
const LAKES = ['Vell', 'Orn', 'Sund'] as const;
type Lake = (typeof LAKES)[number];

const survey = (lake: Lake, source: string, depth: number, day: string): TestDocument => ({
  id: `${lake}-${source}`,
  text: `Lake ${lake} is ${depth} metres deep.`,
  domain: `${source}.example`,
  day,
});
/** The last lake has two sources. */
const DOCUMENTS = [
  ...LAKES.map((lake, n) => survey(lake, 'first', 100 + n, '2026-02-01')),
  survey('Sund', 'second', 102, '2026-02-10'),
];

let opened: OpenedStore;
beforeEach(async () => {
  opened = await openEmptyEmbedded();
});
afterEach(() => opened.dispose());

/** A corpus with an answer for each lake, all of the first day. */
class Lakes {
  readonly clock = new TestClock(START);
  readonly store: GraphStore;
  readonly engine: Engine;
  readonly #claims: ClaimAddr[] = [];
  #documents = DOCUMENTS;
  #said = 0;

  constructor(store: GraphStore) {
    this.store = store;
    this.engine = createTestEngine(store, this.clock);
  }

  async prepare(): Promise<this> {
    await this.observe();
    await this.engine.monitor.catchUp();
    for (const lake of LAKES) {
      const { answer } = await answerOf(this.engine, { corpus: CORPUS, q: `How deep is Lake ${lake}?` });
      this.#claims.push(...answer.claims.map(({ addr }) => addr as ClaimAddr));
    }
    expect(this.#claims).toHaveLength(LAKES.length);
    await this.engine.monitor.catchUp();
    return this;
  }

  get today(): number {
    return utcDay(Date.parse(this.clock.now()));
  }

  pass(days: number): void {
    this.clock.set(new Date(Date.parse(this.clock.now()) + days * DAY_MS).toISOString());
  }

  /** Looks at the sources again: each of their documents is there still. */
  observe(): Promise<unknown> {
    return ingestInto(this.engine, CORPUS, [jsonLines(this.#documents)]);
  }

  /** Another source says something else. */
  contradict(lake: Lake): Promise<unknown> {
    this.#said += 1;
    const day = this.clock.now().slice(0, 10);
    this.#documents = [...this.#documents, survey(lake, `later${this.#said}`, 300 + this.#said, day)];
    return this.observe();
  }

  async say(kind: 'corroborate' | 'dispute', lake: number, actor: string): Promise<void> {
    this.#said += 1;
    const key = `${actor}-${this.#said}`;
    const outcome = await this.engine.appendEvidence({
      claim: this.#claims[lake] as ClaimAddr,
      corpus: CORPUS,
      kind,
      evidence: [{ ref: `https://${actor}.example/${this.#said}`, hash: key, kind: 'source' }],
      attestations: [],
      stake: null,
      writer: { actor, actorRoot: actor, standing: 700, tokenId: actor, maySupersede: false },
      idempotency: { key, requestHash: key },
    });
    expect(outcome.ok).toBe(true);
  }

  async lasts(): Promise<number[]> {
    const rows = await this.store.beliefs('dueVerdicts', {
      corpus: CORPUS,
      before: Number.MAX_SAFE_INTEGER,
      after: null,
      limit: 99,
    });
    return rows.map(({ until }) => until - this.today).sort((a, b) => a - b);
  }
}

type Step = (lakes: Lakes) => Promise<unknown>;

const lake = fc.nat(LAKES.length - 1);
const step: fc.Arbitrary<{ readonly text: string; readonly run: Step }> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({
        lake,
        actor: fc.constantFrom('ann', 'bo', 'cy'),
        kind: fc.constantFrom('corroborate', 'dispute'),
      })
      .map(({ lake: one, actor, kind }) => ({
        text: `${actor}: ${kind} ${one}`,
        run: (lakes: Lakes) => lakes.say(kind, one, actor),
      })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1, 2, 91, 400, 1_500).map((days) => ({
      text: `${days} days pass`,
      run: async (lakes: Lakes) => {
        lakes.pass(days);
        // T moves with an entry that says nothing of most answers.
        await lakes.say('corroborate', 0, 'clock');
      },
    })),
  },
  {
    weight: 1,
    // What an observation makes fresh on a day that has begun is looked at on the next.
    arbitrary: fc.constant({
      text: 'observe on the next day',
      run: (lakes: Lakes) => {
        lakes.pass(1);
        return lakes.observe();
      },
    }),
  },
  {
    weight: 1,
    arbitrary: lake.map((one) => ({
      text: `contradict ${one} on the next day`,
      run: (lakes: Lakes) => {
        lakes.pass(1);
        return lakes.contradict(LAKES[one] ?? 'Vell');
      },
    })),
  },
);
const steps = fc.array(step, { minLength: 3, maxLength: 12 });

describe('verdicts that last', () => {
  test('are what an evaluation from nothing gives, whatever is said and however many days pass', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (course) => {
        const own = await openEmptyEmbedded();
        try {
          const lakes = await new Lakes(own.store).prepare();
          for (const { run } of course) {
            await run(lakes);
            await lakes.engine.monitor.catchUp();
            expect(await brokenVerdicts(own)).toEqual([]);
          }
        } finally {
          await own.dispose();
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  test('are looked at on the day after they were made, and then when they may change', async () => {
    const looked: string[][] = [];
    const { store } = opened;
    const counting = substituted(store, {
      records: {
        answers: (ids) => {
          looked.push([...ids]);
          return store.records('answers', ids);
        },
      },
    });
    const lakes = await new Lakes({ ...store, ...counting }).prepare();
    const looksOn = async (days: number) => {
      lakes.pass(days);
      await lakes.observe();
      looked.length = 0;
      await lakes.engine.monitor.catchUp();
      return looked.flat().length;
    };
    expect(await lakes.lasts()).toEqual([0, 0, 0]);
    expect(await looksOn(1)).toBe(3);
    expect(Math.min(...(await lakes.lasts()))).toBeGreaterThan(30);
    for (const days of [1, 1, 1]) expect(await looksOn(days)).toBe(0);
    expect(await looksOn(365)).toBe(3);
  });

  test('are no longer than what is known, though an older view is written down later', async () => {
    const lakes = await new Lakes(opened.store).prepare();
    const { store } = opened;
    const [row] = await store.beliefs('dueVerdicts', {
      corpus: CORPUS,
      before: lakes.today + 1,
      after: null,
      limit: 1,
    });
    if (row === undefined) throw new Error('no verdict is due');
    const { until: today, seq, answer } = row;
    const lasts = async (days: number, later: number) => {
      await saveLastDays(store, new Map([[answer, today + days]]), { seq: seq + later, today });
      const [now] = await store.beliefs('verdicts', { by: [answer] });
      return (now?.until ?? Number.NaN) - today;
    };
    expect(await lasts(90, -1)).toBe(0);
    expect(await lasts(0, 2)).toBe(0);
    expect(await lasts(90, 1)).toBe(0);
    expect(await lasts(50, 2)).toBe(50);
    expect(await lasts(90, 3)).toBe(50);
    expect(await lasts(20, 2)).toBe(20);
    expect(await lasts(0, 1)).toBe(20);
    expect(await lasts(0, 4)).toBe(0);
  });

  test('last a day where somebody has said something against them', async () => {
    const lakes = await new Lakes(opened.store).prepare();
    lakes.pass(1);
    await lakes.contradict('Vell');
    await lakes.engine.monitor.catchUp();
    const [first = Number.NaN, ...others] = await lakes.lasts();
    expect(first).toBe(0);
    expect(Math.min(...others)).toBeGreaterThan(30);
  });

  test('last a day where an older value stands against them, though they pass', async () => {
    const lakes = await new Lakes(opened.store).prepare();
    lakes.pass(1);
    await lakes.contradict('Vell');
    const { trust } = await answerOf(lakes.engine, { corpus: CORPUS, q: 'How deep is Lake Vell?' });
    expect(trust.findings_state).toBe('PASS');
    lakes.pass(1);
    await lakes.observe();
    await lakes.engine.monitor.catchUp();
    expect(await lakes.lasts()).toEqual([0, 0, expect.any(Number), expect.any(Number)]);
  });

  test('turn stale on their day, though nothing is said of them, and no day later', async () => {
    const lakes = await new Lakes(opened.store).prepare();
    const staleOf = async () =>
      (await lakes.engine.findingsAfter('local', -1, null)).filter(({ body }) =>
        body.reasons.some(({ code }) => code === 'belief_stale'),
      ).length;
    const goOn = async (days: number) => {
      lakes.pass(days);
      await lakes.say('corroborate', 0, 'clock');
      await lakes.engine.monitor.catchUp();
      expect(await brokenVerdicts(lakes)).toEqual([]);
    };
    await goOn(1);
    for (let looks = 0; looks < 40 && (await staleOf()) === 0; looks += 1) {
      const [, last = 0] = await lakes.lasts();
      if (last > 0) await goOn(last);
      expect(await staleOf()).toBe(0);
      await goOn(1);
    }
    expect(await staleOf()).toBeGreaterThan(0);
    lakes.pass(1);
    await lakes.observe();
    await lakes.engine.monitor.catchUp();
    expect(await brokenVerdicts(lakes)).toEqual([]);
  });

  test('of answers as of a day that is not over are looked at until it is, and then no more', async () => {
    const lakes = await new Lakes(opened.store).prepare();
    // Of a day on which the claim is stale, and observed again later.
    lakes.pass(1_500);
    await lakes.say('corroborate', 0, 'clock');
    await lakes.engine.monitor.catchUp();
    const asOf = `${lakes.clock.now().slice(0, 10)}T23:59:59.999Z`;
    const q = 'How deep is Lake Orn?';
    const { answer } = await answerOf(lakes.engine, { corpus: CORPUS, q, asOf });
    const stateOf = async () =>
      (await lakes.engine.findingsAfter('local', -1, null)).findLast(
        ({ body }) => body.answer_id === answer.answer_id,
      )?.body.to;
    expect(await stateOf()).toBe('WARN');
    await lakes.observe();
    lakes.pass(1);
    await lakes.say('corroborate', 0, 'clock');
    await lakes.engine.monitor.catchUp();
    expect(await stateOf()).toBe('PASS');
    expect(await brokenVerdicts(lakes)).toEqual([]);
    const [row] = await lakes.store.beliefs('verdicts', { by: [answer.answer_id] });
    expect(row?.until).toBe(Number.MAX_SAFE_INTEGER);
  });
});
