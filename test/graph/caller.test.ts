/** For whom something is read, and which commits it must see. */
import { describe, expect, it } from 'vitest';
import { atOnePosition, forCaller, forEverybody, seenPosition } from '../../graph/caller.ts';

describe('work at one position', () => {
  it('shares what any of it has seen, across what it waits for', async () => {
    await atOnePosition(async () => {
      const seen = seenPosition();
      expect(seen).toEqual({ commit: null });
      await Promise.resolve();
      expect(seenPosition()).toBe(seen);
      expect(forCaller(new AbortController().signal, seenPosition)).toBe(seen);
    });
  });

  it('shares nothing with other work, inside or beside it', () => {
    expect(seenPosition()).toBeNull();
    const [one, other] = [atOnePosition(seenPosition), atOnePosition(seenPosition)];
    expect(one).not.toBe(other);
    atOnePosition(() => expect(atOnePosition(seenPosition)).not.toBe(seenPosition()));
  });

  it('sees each commit where it works for everybody', () => {
    expect(atOnePosition(() => forEverybody(seenPosition))).toBeNull();
  });
});
