/** The findings subscription for the BFF in this process: the same tails as behind /graphql, without a socket. */
import type { FindingTransition, SubscribeFindings } from '../../../bff/findings.ts';
import type { FindingsTails } from '../../../gateway/graphql/findings-tails.ts';
import type { AnswerId } from '../../../graph/address.ts';
import type { FindingRecord } from '../../../graph/store.ts';

/** @param tenant whose answers the BFF asks for */
export function feedFrom(tails: FindingsTails, tenant: string): SubscribeFindings {
  return ({ after, answerIds, signal }) => {
    // Ids that are no answer's find nothing.
    const answers = answerIds as readonly AnswerId[] | null;
    const subscriber = tails.subscribe({ tenant, after, answers });
    if (signal.aborted) subscriber.end(null);
    signal.addEventListener('abort', () => subscriber.end(null), { once: true });
    return transitions(subscriber);
  };
}

async function* transitions(
  records: AsyncIterable<FindingRecord>,
): AsyncGenerator<FindingTransition, void, void> {
  for await (const { seq, at, body } of records) {
    const { answer_id, from, to, reasons } = body;
    yield { seq, answerId: answer_id, from, to, at, reasons: [...reasons] };
  }
}
