/** What the simulation is worth: it repeats itself exactly, and finds stores that break a promise. */
import { describe, expect, test } from 'vitest';
import { substituted } from '../../graph/store/by-kind.ts';
import type { RangeReads } from '../../graph/store/ranges.ts';
import type { RecordReads } from '../../graph/store/records.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { PATIENCE, useScenes } from './describe-schedules.ts';
import { broken } from './promises.ts';
import { runSchedule } from './schedule.ts';

describe('simulated gateways', () => {
  const scenes = useScenes();

  test('take the same course from the same seed', PATIENCE, async () => {
    const run = async () => {
      await using scene = await scenes().open();
      const { trace } = await runSchedule(7, scene);
      return { trace, head: await scene.store.head() };
    };
    expect(await run()).toEqual(await run());
  });

  // Each of these faults shows within a few schedules.
  test.each([
    ['loses a transaction that it acknowledges', losing, /is lost|never acknowledged|evaluates to/],
    ['gives findings out of order', reordering, /follower/],
    ['does not see the newest findings in a transaction', blind, /begins with|repeats/],
  ] as const)('find a store that %s', PATIENCE, async (_, damage, message) => {
    const found: string[] = [];
    for (let seed = 0; found.length === 0 && seed < 50; seed += 1) {
      await using scene = await scenes().open();
      const outcome = await runSchedule(seed, { ...scene, store: damage(scene.store) });
      found.push(...(await broken(scene, outcome)));
    }
    expect(found.join('\n')).toMatch(message);
  });
});

/** Every ninth transaction is undone and acknowledged. */
function losing(store: GraphStore): GraphStore {
  let count = 0;
  const undone = new Error('undone');
  const transact: GraphStore['transact'] = async (work) => {
    count += 1;
    if (count % 9 > 0) return store.transact(work);
    const results: Awaited<ReturnType<typeof work>>[] = [];
    await store
      .transact(async (tx) => {
        results.push(await work(tx));
        throw undone;
      })
      .catch((fault: unknown) => {
        if (fault !== undone) throw fault;
      });
    const [result] = results;
    return result as Awaited<ReturnType<typeof work>>;
  };
  return { ...store, transact };
}

function reordering(store: GraphStore): GraphStore {
  const findings: RangeReads['findings'] = async (query) =>
    (await store.ranges('findings', query)).map((rows) => rows.toReversed());
  return substituted(store, { ranges: { findings } });
}

function blind(store: GraphStore): GraphStore {
  const latestFindings: RecordReads['latestFindings'] = async (ids) => ids.map(() => null);
  const records = { latestFindings };
  return { ...store, transact: (work) => store.transact((tx) => work(substituted(tx, { records }))) };
}
