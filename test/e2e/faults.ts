/** Services that are killed, ended, started again or doubled, on any store: what was promised still holds. */
import { describeAnnotations } from './annotations.ts';
import type { StoreKind } from './deployment.ts';
import { describeInterruptedStart, describeRestarts } from './restarts.ts';
import { describeTakeover, describeTwoServices } from './two-services.ts';

export function describeFaults(kind: StoreKind): void {
  describeInterruptedStart(kind);
  describeRestarts(kind);
  describeTwoServices(kind);
  describeTakeover(kind);
  describeAnnotations(kind);
}
