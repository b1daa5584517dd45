/**
 * When a position cannot be resumed from: that is reported, never ignored (docs/spec/promises.md#resync).
 */
import { GraphQLError } from 'graphql';
import type { HeadReader } from '../../../graph/store/log.ts';

/** Positions of the log that a subscriber may be behind: what it missed is read for it alone. */
export const MAX_BEHIND = 100_000;

/** @throws {GraphQLError} `stale:resync` for a position too far behind, or one that the log has not reached */
export async function checkPosition(store: HeadReader, after: number, maxBehind: number): Promise<void> {
  const last = (await store.head()).size - 1;
  if (after > last)
    throw resync('the log has not come that far: it is not the one that gave the position', last);
  if (last - after > maxBehind) throw resync(`the log is more than ${maxBehind} positions further`, last);
}

function resync(why: string, lastSeq: number): GraphQLError {
  return new GraphQLError(`${why}; subscribe without \`after\`, which begins with what stands`, {
    extensions: { code: 'stale:resync', last_seq: lastSeq },
  });
}
