/** How often a user may read and write (contract: Limits). */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BffRefusal } from './refusal.ts';

export const HISTORY_READS_PER_MINUTE = 60;
export const SAVED_WRITES_PER_MINUTE = 30;
const WINDOW_S = 60;

export interface Limits {
  /** Of history and of saved answers, which share one pool. @throws {BffRefusal} 429 */
  read(user: string): Promise<void>;
  /** To saved answers. @throws {BffRefusal} 429 */
  write(user: string): Promise<void>;
}

export function createLimits(): Limits {
  const reads = new RateLimiterMemory({ points: HISTORY_READS_PER_MINUTE, duration: WINDOW_S });
  const writes = new RateLimiterMemory({ points: SAVED_WRITES_PER_MINUTE, duration: WINDOW_S });
  return { read: (user) => take(reads, user), write: (user) => take(writes, user) };
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
