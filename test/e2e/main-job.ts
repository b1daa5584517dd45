/** The main job from outside, on any store: processes, HTTP, sockets and streams, as an operator and agents see it. */
import type { StoreKind } from './deployment.ts';
import { describeFirstRun } from './first-run.ts';
import { describeLiveFindings } from './live-findings.ts';
import { describeReceipts } from './receipts.ts';
import { describeRefusals } from './refusals.ts';

export function describeMainJob(kind: StoreKind): void {
  describeFirstRun(kind);
  describeLiveFindings(kind);
  describeReceipts(kind);
  describeRefusals(kind);
}
