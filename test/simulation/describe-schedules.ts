/** Runs schedules one after the other. A failure names the seed, which reproduces it. */
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { broken, brokenLog } from './promises.ts';
import { prepareScenes, type Scenes } from './scene.ts';
import { runSchedule } from './schedule.ts';

/** In CI ten thousand; a smaller number elsewhere shows as much of a change that breaks something. */
const SCHEDULES = Number(process.env.ADDUCE_SCHEDULES ?? (process.env.CI ? 10_000 : 300));
/** Schedules that one store goes through, one after the other. */
const OF_ONE_STORE = 10;
export const PATIENCE = { timeout: 900_000 } as const;

/** Scenes for the tests of a file, whose timers the schedules advance. */
export function useScenes(): () => Scenes {
  let scenes: Scenes;
  beforeAll(async () => {
    scenes = await prepareScenes((ms) => vi.advanceTimersByTime(ms));
  });
  afterAll(() => scenes[Symbol.asyncDispose]());
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });
  return () => scenes;
}

/** Half of the schedules: two files run side by side. */
export function describeSchedules(half: 'first' | 'second'): void {
  const middle = Math.floor(SCHEDULES / 2);
  const [begin, end] = half === 'first' ? [0, middle] : [middle, SCHEDULES];
  describe('several gateways on one store', () => {
    const scenes = useScenes();

    test(`keep every promise under the schedules ${begin} to ${end - 1}`, PATIENCE, async () => {
      for (let seed = begin; seed < end; ) {
        await using scene = await scenes().open();
        for (let n = 0; n < OF_ONE_STORE && seed < end; n += 1, seed += 1) {
          expect(await broken(scene, await runSchedule(seed, scene)), `seed ${seed}`).toEqual([]);
        }
        expect(await brokenLog(scene.store), `before seed ${seed}`).toEqual([]);
      }
    });
  });
}
