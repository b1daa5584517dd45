/** What a caller is answered where something threw: one table for both transports (docs/spec/decisions.md#6-reasons). */
import { AnswerDamaged, damageWords } from '../../engine/answer/answer-damaged.ts';
import { WriterOverloaded } from '../../graph/log/writer.ts';
import { StoreUnavailable } from '../../graph/store/store.ts';
import { DeadlineExceeded } from './deadline.ts';
import { type GatewayRefusal, refuse } from './refusals.ts';

/** When a caller that an outage or overload has turned away may try again. */
export const RETRY_AFTER_MS = 1_000;

/** Whether the store does not answer, or takes no more: the same request may succeed soon. */
export function isStoreAway(fault: unknown): boolean {
  return fault instanceof StoreUnavailable || fault instanceof WriterOverloaded;
}

/** Nothing of an unknown fault is shown: its text may name paths, queries or people. */
export function refusalOfFault(fault: unknown): GatewayRefusal {
  if (isStoreAway(fault)) {
    const more = { retryAfterMs: RETRY_AFTER_MS };
    return refuse('upstream:unavailable', 'the store cannot be reached or cannot take more now', more)
      .refusal;
  }
  // Without `retryAfterMs`: an operator has to repair it.
  if (fault instanceof AnswerDamaged) return refuse('upstream:unavailable', damageWords(fault)).refusal;
  if (fault instanceof DeadlineExceeded) return refuse('upstream:timeout', fault.message).refusal;
  return refuse('internal:fault', 'something went wrong here').refusal;
}
