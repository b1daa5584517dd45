/** Watched answers that time alone turns: what is read for many of them, on a real engine. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../engine/engine.ts';
import { Ageing } from '../../../../gateway/graphql/fan-out/ageing.ts';
import type { AnswerId } from '../../../../graph/address.ts';
import { StoreUnavailable } from '../../../../graph/store/store.ts';
import { answerOf, ingestInto, jsonLines } from '../../../engine/documents.ts';
import { openEmptyEmbedded } from '../../../engine/open-stores.ts';
import { createTestEngine, TestClock } from '../../../engine/test-engine.ts';
import { eventually } from '../../../eventually.ts';
import { standsStill } from '../../../stands-still.ts';

const ANSWERED = '2026-10-01T12:00:00.000Z';
const ALMOST_AN_HOUR = '2026-10-01T12:59:59.000Z';
const AN_HOUR = '2026-10-01T13:00:00.001Z';
const PLANETS = ['Saturn', 'Jupiter', 'Uranus'];

const moons = (day: string) => [
  jsonLines(
    PLANETS.map((planet, n) => ({
      id: `${planet}-${day}`,
      text: `${planet} has ${n + 40} moons.`,
      domain: `d${day}.example`,
      day,
    })),
  ),
];

describe('answers that somebody watches', () => {
  const clock = new TestClock();
  let opened: Awaited<ReturnType<typeof openEmptyEmbedded>>;
  let engine: Engine;
  let ids: AnswerId[];
  /** How many answers each read of answers was of. */
  let reads: number[] = [];
  let corporaReads = 0;
  let failing = false;
  let faults: unknown[] = [];
  let turned: AnswerId[] = [];

  beforeAll(async () => {
    opened = await openEmptyEmbedded();
    engine = createTestEngine(opened.store, clock);
    await ingestInto(engine, 'moons', moons('2023-05-12'));
    await ingestInto(engine, 'others', moons('2023-05-12'));
    ids = [];
    for (const planet of PLANETS) {
      const q = `How many moons does ${planet} have?`;
      const { answer } = await answerOf(engine, {
        corpus: 'moons',
        q,
        mode: 'light',
        maxSnapshotAge: 'PT1H',
      });
      ids.push(answer.answer_id);
    }
  });
  afterAll(() => opened.dispose());
  beforeEach(() => {
    reads = [];
    corporaReads = 0;
    failing = false;
    faults = [];
    turned = [];
  });

  /** Watches every answer; returned is what ends that. */
  async function watchAll(): Promise<() => void> {
    const ageing = new Ageing({
      tenant: 'local',
      onFault: (fault) => faults.push(fault),
      engine: {
        clock,
        store: {
          ...engine.store,
          records: (kind, keys) => {
            if (kind === 'corpora') corporaReads += 1;
            return engine.store.records(kind, keys);
          },
        },
        answers: (asked, tenant, view) => {
          reads.push(asked.length);
          if (failing) throw new StoreUnavailable('away');
          return engine.answers(asked, tenant, view);
        },
      },
    });
    const ends = ids.map((id) => ageing.watch(id, () => turned.push(id)));
    await standsStill(() => reads.length, 50);
    return () => {
      for (const end of ends) end();
    };
  }

  it('are read together when their window ends, and once each', async () => {
    clock.set(ALMOST_AN_HOUR);
    const end = await watchAll();
    reads = [];
    clock.set(AN_HOUR);
    await eventually(() => expect(turned.toSorted()).toEqual(ids.toSorted()));
    expect(reads).toEqual([ids.length]);
    end();
  });

  it('cost a commit one read of their corpora, however many they are, and nothing where none is aged', async () => {
    clock.set(AN_HOUR);
    const end = await watchAll();
    reads = [];
    corporaReads = 0;
    let commits = 0;
    const stop = engine.store.onCommit(() => {
      commits += 1;
    });
    await ingestInto(engine, 'others', moons('2023-05-13'));
    await standsStill(() => corporaReads, 50);
    stop();
    expect(reads).toEqual([]);
    expect(corporaReads).toBeLessThanOrEqual(commits);
    end();

    clock.set(ANSWERED);
    const endFresh = await watchAll();
    corporaReads = 0;
    await ingestInto(engine, 'others', moons('2023-05-14'));
    expect(corporaReads).toBe(0);
    endFresh();
  });

  it('are read again a while after a read that failed, which is reported', async () => {
    clock.set(ANSWERED);
    failing = true;
    const end = await watchAll();
    expect(faults).toHaveLength(reads.length);
    expect(faults[0]).toBeInstanceOf(StoreUnavailable);
    failing = false;
    reads = [];
    await eventually(() => expect(reads.length).toBeGreaterThan(0));
    expect(turned).toEqual([]);
    end();
  });

  it('call nobody once they are watched no more', async () => {
    clock.set(ALMOST_AN_HOUR);
    const end = await watchAll();
    end();
    end();
    clock.set(AN_HOUR);
    reads = [];
    await ingestInto(engine, 'moons', moons('2023-05-13'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(turned).toEqual([]);
    expect(reads).toEqual([]);
  });
});
