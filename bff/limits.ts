/** How often a user may read and write (contract: Limits). */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BffRefusal, refuse } from './refusal.ts';

const HISTORY_READS_PER_MINUTE = 60;
const SAVED_WRITES_PER_MINUTE = 30;
const WINDOW_S = 60;
/** Event streams of one user at a time: a few windows, with room for those that a reload leaves behind. */
export const MAX_WATCHES = 16;

export interface Limits {
  /** Of history and of saved answers, which share one pool. @throws {BffRefusal} 429 */
  read(user: string): Promise<void>;
  /** To saved answers. @throws {BffRefusal} 429 */
  write(user: string): Promise<void>;
  /** Takes a place for an event stream until it is disposed. @throws {BffRefusal} 429 */
  watch(user: string): Disposable;
}

export function createLimits(): Limits {
  const reads = new RateLimiterMemory({ points: HISTORY_READS_PER_MINUTE, duration: WINDOW_S });
  const writes = new RateLimiterMemory({ points: SAVED_WRITES_PER_MINUTE, duration: WINDOW_S });
  const watches = new Map<string, number>();
  return {
    read: (user) => take(reads, user),
    write: (user) => take(writes, user),
    watch: (user) => takePlace(watches, user),
  };
}

function takePlace(watches: Map<string, number>, user: string): Disposable {
  const open = watches.get(user) ?? 0;
  if (open >= MAX_WATCHES) throw refuse(429, 'RateLimited', 'limited:watches', 'Too many windows are open.');
  watches.set(user, open + 1);
  return {
    [Symbol.dispose]: () => {
      const left = (watches.get(user) ?? 1) - 1;
      if (left === 0) watches.delete(user);
      else watches.set(user, left);
    },
  };
}

async function take(limiter: RateLimiterMemory, user: string): Promise<void> {
  try {
    await limiter.consume(user);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new BffRefusal({
      status: 429,
      kind: 'RateLimited',
      reason: 'limited:rate',
      message: 'Too many requests in a short time. Please wait a moment.',
      retry_after_ms: error.msBeforeNext,
    });
  }
}
