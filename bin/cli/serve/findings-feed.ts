/** The findings subscription for the BFF in this process: the same tails as behind /graphql, without a socket. */
import type { FindingTransition, SubscribeFindings } from '../../../bff/engine-findings.ts';
import type { FanOut } from '../../../gateway/graphql/fan-out/fan-out.ts';
import { findingsTopic } from '../../../gateway/graphql/fan-out/findings-topic.ts';
import { iterate } from '../../../gateway/graphql/fan-out/iterate.ts';
import { everySubTenant } from '../../../gateway/wire/tenant-scope.ts';
import type { FindingRecord } from '../../../graph/store/rows.ts';
import type { GraphStore } from '../../../graph/store/store.ts';

/** @param org the organisation of the BFF's key: each visitor is one of its sub-tenants, and one tail serves them all */
export function feedFrom(fanOut: FanOut, store: GraphStore, org: string): SubscribeFindings {
  const topic = findingsTopic(store, everySubTenant(org));
  return ({ after, answerIds, signal }) => {
    const findings = iterate(fanOut, { topic, keys: answerIds, after });
    if (signal.aborted) void findings.return();
    signal.addEventListener('abort', () => void findings.return(), { once: true });
    return transitions(findings);
  };
}

async function* transitions(
  findings: AsyncIterable<FindingRecord>,
): AsyncGenerator<FindingTransition, void, void> {
  for await (const { seq, at, body } of findings) {
    const { answer_id, from, to, reasons } = body;
    yield { seq, answerId: answer_id, from, to, at, reasons: [...reasons] };
  }
}
