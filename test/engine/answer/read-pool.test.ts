/** Reading the sentences that are near to a question, in event-loop slices. */
import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readClosely } from '../../../engine/answer/read-pool.ts';
import { warmReading } from '../../../engine/answer/warm-reading.ts';
import { findNear, MAX_NEAR } from '../../../engine/reading/rank/near.ts';
import { readSentences } from '../../../engine/reading/rank/read.ts';
import { READING_POLICY } from '../../../engine/reading/rank/reading-policy.ts';
import { forCaller } from '../../../graph/caller.ts';
import { candidate } from '../reading/rank/candidates.ts';

const QUESTION = 'How many lamps has the lighthouse?';
const POOL = Array.from({ length: MAX_NEAR + 20 }, (_, index) =>
  candidate(`The lighthouse of Pelm ${index} has ${index + 3} lamps.`, {
    before: index % 2 === 0 ? null : `The harbour of Pelm ${index} is old.`,
  }),
);

/** Event-loop iterations while the work goes on. */
async function iterationsDuring(work: Promise<void>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let iterations = 0;
  for (; !isOver; iterations += 1) await nextIteration();
  await over;
  return iterations;
}

describe('readClosely', () => {
  it('ends a slice after four sentences', async () => {
    expect(await iterationsDuring(readClosely(findNear(QUESTION, 'en', POOL)))).toBeGreaterThanOrEqual(10);
  });

  it('rejects once its caller has left', async () => {
    const leaving = new AbortController();
    const reading = forCaller(leaving.signal, () => readClosely(findNear(QUESTION, 'en', POOL)));
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });

  it('changes nothing of what the ranking makes of the sentences', async () => {
    const ranked = () => readSentences(findNear(QUESTION, 'en', POOL), null, READING_POLICY);
    const before = ranked();
    await readClosely(findNear(QUESTION, 'en', POOL.toReversed()));
    expect(ranked()).toEqual(before);
  });
});

describe('warmReading', () => {
  it('runs in several slices', async () => {
    expect(await iterationsDuring(warmReading())).toBeGreaterThanOrEqual(4);
  });
});
