/** What the BFF's use cases work with, and on whose behalf. */
import type { AdduceClient } from '../gateway/client/create-client.ts';
import type { CallOptions } from '../gateway/client/transport.ts';
import type { AnswerReceipt, ReceiptDownload } from '../gateway/wire/receipt.ts';
import { subTenant } from '../gateway/wire/tenant-scope.ts';
import type { EngineHealth } from './engine-health.ts';
import type { SubscribeFindings } from './findings.ts';
import type { Caller, Limits } from './limits.ts';
import type { RecordStore } from './records.ts';
import type { VisitorSession } from './session.ts';
import type { SetupHint } from './setup-hint.ts';
import type { WatchTiming } from './watch.ts';

export type ReceiptFile = (receipt: AnswerReceipt, kind: ReceiptDownload) => Promise<Uint8Array<ArrayBuffer>>;

export interface BffContext {
  readonly client: AdduceClient;
  readonly health: EngineHealth;
  readonly records: RecordStore;
  readonly limits: Limits;
  readonly subscribeFindings: SubscribeFindings;
  readonly watchTiming: WatchTiming;
  /** The organisation of the engine key: visitors' personal organisations are its sub-tenants. */
  readonly org: string;
  /** Features of a visitor's personal organisation unless the records say otherwise. */
  readonly features: readonly string[];
  /** What the page says of the setup; null: nothing. */
  readonly setupHint: SetupHint | null;
  /** A verified receipt as a file. */
  readonly receiptFile: ReceiptFile;
  /** Signs sessions and invitations. */
  readonly sessionKey: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A fresh id, unique for good. */
  readonly newId: () => string;
}

/** Who is in front of the page, known by the session alone. */
export interface Visitor extends Caller {
  readonly user: string;
  readonly session: VisitorSession;
  /** Names the visitor's request in the engine's logs and replies. */
  readonly trace: string;
  /** Aborts when the visitor goes away. */
  readonly signal: AbortSignal;
}

/** The visitor's personal organisation: its answers are the tenant's of this name, and nobody else's. */
export function personalOrg({ org }: Pick<BffContext, 'org'>, user: string): string {
  return subTenant(org, user);
}

/**
 * What every call to the engine on behalf of a visitor carries.
 * @param owner whose answers it concerns; the visitor's own where it is left out
 */
export function callFor(bff: Pick<BffContext, 'org'>, visitor: Visitor, owner = visitor.user): CallOptions {
  return { tenant: personalOrg(bff, owner), trace: visitor.trace, signal: visitor.signal };
}
