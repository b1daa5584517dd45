import { beforeEach } from 'vitest';

/** Skips the tests of a block or file, each with the reason, which is printed after all tests; null: none is skipped. */
export function skipBecause(reason: string | null): void {
  beforeEach((context) => {
    if (reason !== null) context.skip(reason);
  });
}
