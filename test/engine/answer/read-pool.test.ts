/** Reading the sentences that are near to a question, beside whoever else waits. */
import { setImmediate as turn } from 'node:timers/promises';
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

/** Turns of the event loop that others have while the work goes on. */
async function turnsDuring(work: Promise<void>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns += 1) await turn();
  await over;
  return turns;
}

describe('readClosely', () => {
  it('lets others in every eight sentences', async () => {
    expect(await turnsDuring(readClosely(findNear(QUESTION, 'en', POOL)))).toBeGreaterThanOrEqual(5);
  });

  it('ends where nobody waits for the answer any more', async () => {
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
  it('lets others in between its parts', async () => {
    expect(await turnsDuring(warmReading())).toBeGreaterThanOrEqual(4);
  });
});
