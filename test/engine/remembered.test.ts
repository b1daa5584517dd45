import { describe, expect, it } from 'vitest';
import { Remembered, rememberingBy } from '../../engine/remembered.ts';

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

describe('rememberingBy', () => {
  it('computes once for arguments of one key, and again once its bound is reached', () => {
    const computed: string[] = [];
    const upper = rememberingBy(
      ({ text }: { readonly text: string }) => text,
      ({ text }) => {
        computed.push(text);
        return { text: text.toUpperCase() };
      },
      2,
    );
    const [first, second] = [upper({ text: 'a' }), upper({ text: 'a' })];
    expect(second).toBe(first);
    upper({ text: 'b' });
    expect(computed).toEqual(['a', 'b']);
    // One past the bound: the cache begins anew.
    upper({ text: 'c' });
    expect(upper({ text: 'a' })).toEqual({ text: 'A' });
    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });

  it('caches nothing of a computation that throws', () => {
    let tries = 0;
    const failing = rememberingBy(
      (text: string) => text,
      (text: string) => {
        tries += 1;
        if (tries === 1) throw new Error('once');
        return [text];
      },
      1,
    );
    expect(() => failing('a')).toThrow('once');
    expect(failing('a')).toEqual(['a']);
  });
});
