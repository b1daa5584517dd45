import { expect, it } from 'vitest';
import { checkPosition, MAX_BEHIND } from '../../../../gateway/graphql/fan-out/resync.ts';

/** A log that has come so far. */
const logUpTo = (last: number) => ({ head: async () => ({ size: last + 1, frontier: [], at: null }) });

it.each([
  ['the last one', 100_000, 100_000],
  ['one a hundred thousand behind', 0, 100_000],
  ['the one before the first, of a log that is as long', -1, 99_999],
  ['the one before the first, of an empty log', -1, -1],
])('resumes from %s', async (_, after, last) => {
  await expect(checkPosition(logUpTo(last), after, MAX_BEHIND)).resolves.toBeUndefined();
});

it.each([
  ['one further behind', 0, 100_001],
  ['one before the first, of a log that is longer', -1, 100_000],
  ['one that the log has not reached', 11, 10],
  ['any, of an empty log', 0, -1],
])('says resync to %s, with the last position', async (_, after, last) => {
  await expect(checkPosition(logUpTo(last), after, MAX_BEHIND)).rejects.toMatchObject({
    extensions: { code: 'stale:resync', last_seq: last },
  });
});
