/** The context of the BFF's use cases, and the visitor for whom they run. */
import type { AdduceClient } from '../gateway/client/create-client.ts';
import type { CallOptions } from '../gateway/client/transport.ts';
import type { AnswerReceipt, ReceiptDownload } from '../gateway/wire/receipt.ts';
import { subTenant } from '../gateway/wire/tenant-scope.ts';
import type { MintToken } from './contribute/mint-token.ts';
import type { Uploads } from './documents/uploads.ts';
import type { EngineEvents } from './engine-events.ts';
import type { SubscribeFindings } from './engine-findings.ts';
import type { EngineHealth } from './engine-health.ts';
import type { Caller, Limits } from './limits.ts';
import type { LookTiming } from './look-timing.ts';
import type { RecordStore } from './records.ts';
import type { VisitorSession } from './session.ts';
import type { SetupHint } from './setup-hint.ts';
import type { SignInService } from './sign-in/sign-in-service.ts';
import type { VerdictHub } from './verdict-hub.ts';
import type { WatchTiming } from './watch-timing.ts';

export type ReceiptFile = (receipt: AnswerReceipt, kind: ReceiptDownload) => Promise<Uint8Array<ArrayBuffer>>;

export interface BffContext {
  readonly client: AdduceClient;
  /** Without the key: the operations of agents take none. */
  readonly reader: AdduceClient;
  /** The log's keys that are pinned, in the text of /.well-known/adduce-log-keys; null: those that the engine names. */
  readonly logKeys: string | null;
  readonly health: EngineHealth;
  readonly records: RecordStore;
  readonly limits: Limits;
  readonly subscribeFindings: SubscribeFindings;
  /** What this process notes, for streams that anybody may open. */
  readonly verdicts: VerdictHub;
  readonly engineEvents: EngineEvents;
  readonly watchTiming: WatchTiming;
  readonly lookTiming: LookTiming;
  readonly looking: Looking;
  /** The organisation of the engine key: visitors' personal organisations are its sub-tenants. */
  readonly org: string;
  /** Features of a visitor's personal organisation unless the records say otherwise. */
  readonly features: readonly string[];
  /** A hint on the setup that the page shows; null: none. */
  readonly setupHint: SetupHint | null;
  /** A verified receipt as a file. */
  readonly receiptFile: ReceiptFile;
  /** For what visitors write; null where nothing can be written from this page. */
  readonly mintToken: MintToken | null;
  /** Documents on their way into a corpus; null where the page takes none. */
  readonly uploads: Uploads | null;
  /** Null: nobody can sign in, and every visitor is anonymous. */
  readonly signIn: SignInService | null;
  /** Signs sessions and invitations. */
  readonly sessionKey: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A fresh id, unique for good. */
  readonly newId: () => string;
}

/** How looking at watched questions is going in this process. */
export interface Looking {
  /** Since when the engine cannot be asked, epoch milliseconds; null: it can. */
  awaySince: number | null;
}

/** Who uses the page, identified by the session alone. */
export interface Visitor extends Caller {
  readonly user: string;
  readonly session: VisitorSession;
  /** Names the visitor's request in the engine's logs and replies. */
  readonly trace: string;
  /** Aborts when the visitor goes away. */
  readonly signal: AbortSignal;
}

/** The visitor's personal organisation: the tenant that owns the visitor's answers. */
export function personalOrg({ org }: Pick<BffContext, 'org'>, user: string): string {
  return subTenant(org, user);
}

/**
 * The options of every call to the engine for a visitor.
 * @param owner user whose answers the call concerns; the visitor by default
 */
export function callFor(
  bff: Pick<BffContext, 'org'>,
  visitor: Pick<Visitor, 'user' | 'trace' | 'signal'>,
  owner = visitor.user,
): CallOptions {
  return { tenant: personalOrg(bff, owner), trace: visitor.trace, signal: visitor.signal };
}
