import { describe, expect, it } from 'vitest';
import { createLimits, MAX_WATCHES } from '../../bff/limits.ts';

describe('event streams of a user', () => {
  it('are open up to the limit, refused past it, and let in again when one ends', () => {
    const limits = createLimits();
    const places = Array.from({ length: MAX_WATCHES }, () => limits.watch('u_1'));
    expect(() => limits.watch('u_1')).toThrow('Too many windows are open.');
    expect(() => limits.watch('u_2')).not.toThrow();
    places[0]?.[Symbol.dispose]();
    expect(() => limits.watch('u_1')).not.toThrow();
    expect(() => limits.watch('u_1')).toThrow();
  });
});
