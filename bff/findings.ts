/** Verdict changes: what the engine's subscription sends, and how it is recorded. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FindingReasonV1, FindingsStateV1 } from '../gateway/wire/findings.ts';
import type { BffContext } from './bff-context.ts';

/** One change of an answer's verdict (GraphQL subscription `findings`). State and reasons belong together. */
export interface FindingTransition {
  /** Log position: later transitions have greater ones. */
  readonly seq: number;
  readonly answerId: string;
  readonly from: FindingsStateV1;
  readonly to: FindingsStateV1;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly reasons: readonly FindingReasonV1[];
}

export interface FindingsRequest {
  /** Only transitions behind this position; null: first the latest of each answer, then live. */
  readonly after: number | null;
  /** Null: all answers of the organisation. */
  readonly answerIds: readonly string[] | null;
  readonly signal: AbortSignal;
}

/**
 * Opens the engine's subscription: transitions in the order of `seq`, none missed, none doubled. Resolves when the engine
 * has taken it; the iterable throws when the connection is lost and ends when the signal aborts.
 */
export type SubscribeFindings = (
  request: FindingsRequest,
) => AsyncIterable<FindingTransition> | Promise<AsyncIterable<FindingTransition>>;

/** Between attempts to reach the engine again. */
const RETRY_MS = 1_000;

/** Records every verdict of the organisation, so that lists show the latest, until the signal aborts. */
export async function noteVerdicts(bff: BffContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = await bff.records.latestSeq();
      for await (const transition of await bff.subscribeFindings({ after, answerIds: null, signal })) {
        const { answerId, to, seq } = transition;
        await bff.records.noteVerdict({ answer_id: answerId, findings_state: to, seq });
      }
    } catch {
      // The engine is unreachable: lists show the last recorded verdicts until it is back.
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}
