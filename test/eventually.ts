import { vi } from 'vitest';

/** For a machine that many share: nothing here is about time. */
const PATIENCE_MS = 60_000;

/** Resolves with what `check` gives once it throws no more; fails as it does when that does not come about. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS });
}

/** Resolves once `holds` gives true; fails after `limitMs`. */
export function until(holds: () => boolean, limitMs = PATIENCE_MS): Promise<void> {
  const check = () => {
    if (!holds()) throw new Error(`not within ${limitMs} ms: ${holds}`);
  };
  return vi.waitFor(check, { timeout: limitMs, interval: 20 });
}
