import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordNotified } from '../../../../bff/web/turned/notified.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an entry that cannot be recorded as notified', () => {
  it('is notified where the browser never opens its database, after 3 seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const recorded = recordNotified('in_1');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await recorded).toBe(true);
  });

  it('is notified at once where the page may store nothing', async () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('indexedDB', { open: refuse });
    expect(await recordNotified('in_1')).toBe(true);
  });

  it('is notified at once where the browser has no database', async () => {
    expect(await recordNotified('in_1')).toBe(true);
  });
});
