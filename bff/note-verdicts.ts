import { setTimeout as pause } from 'node:timers/promises';
import type { BffContext } from './bff-context.ts';

/** Between attempts to reach the engine again. */
const RETRY_MS = 1_000;

/** Records every verdict of the organisation, so that lists show the latest, until the signal aborts. */
export async function noteVerdicts(bff: BffContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = await bff.records.latestSeq();
      const transitions = await bff.subscribeFindings({ after, answerIds: null, signal });
      bff.verdicts.setLive(true);
      for await (const transition of transitions) {
        const { answerId, to, seq, at } = transition;
        const reasons = [...new Set(transition.reasons.map(({ code }) => code))];
        await bff.records.noteVerdict({ answer_id: answerId, findings_state: to, seq, at, reasons });
        bff.verdicts.noted(answerId);
      }
    } catch {
      // The engine is unreachable: lists show the last recorded verdicts until it is back.
    }
    bff.verdicts.setLive(false);
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}
