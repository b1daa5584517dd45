import { describe, expect, it } from 'vitest';
import { Remembered } from '../../engine/remembered.ts';

describe('Remembered', () => {
  it('keeps as many as its bound, and forgets the least recently used', () => {
    const remembered = new Remembered<string, number>(2);
    remembered.set('a', 1);
    remembered.set('b', 2);
    expect([remembered.get('a'), remembered.get('b')]).toEqual([1, 2]);
    remembered.get('a');
    remembered.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => remembered.get(key))).toEqual([1, undefined, 3]);
    expect(remembered.size).toBe(2);
  });

  it('counts a value that is set again once, and remembers what is false', () => {
    const remembered = new Remembered<string, boolean>(1);
    remembered.set('a', true);
    remembered.set('a', false);
    expect([remembered.size, remembered.get('a')]).toEqual([1, false]);
  });
});
