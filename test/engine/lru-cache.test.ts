import { describe, expect, it } from 'vitest';
import { LruCache } from '../../engine/lru-cache.ts';
import { memoizeBy } from '../../engine/memoize.ts';

describe('LruCache', () => {
  it('holds as many values as its bound, and drops the least recently used', () => {
    const cache = new LruCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    expect([cache.get('a'), cache.get('b')]).toEqual([1, 2]);
    cache.get('a');
    cache.set('c', 3);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
    expect(cache.size).toBe(2);
  });

  it('counts a value that is set again once, and caches false', () => {
    const cache = new LruCache<string, boolean>(1);
    cache.set('a', true);
    cache.set('a', false);
    expect([cache.size, cache.get('a')]).toEqual([1, false]);
  });
});

describe('memoizeBy', () => {
  it('computes once for arguments of one key, and again once its bound is reached', () => {
    const computed: string[] = [];
    const upper = memoizeBy(
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
    // One past the bound: the oldest is dropped.
    upper({ text: 'c' });
    expect(upper({ text: 'a' })).toEqual({ text: 'A' });
    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });

  it('holds what is used again and again, however many others are asked for', () => {
    const computed: string[] = [];
    const upper = memoizeBy(
      (text: string) => text,
      (text: string) => {
        computed.push(text);
        return [text];
      },
      4,
    );
    for (const other of 'bcdefgh') {
      upper('a');
      upper(other);
    }
    expect(computed.filter((text) => text === 'a')).toEqual(['a']);
  });

  it('caches nothing of a computation that throws', () => {
    let tries = 0;
    const failing = memoizeBy(
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
