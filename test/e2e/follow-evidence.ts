/** Subscribers to the ledger of a claim, and to the belief in it. */
import { type Followers, followOnAll } from './follow.ts';

export interface Appended {
  readonly logSeq: number;
  readonly seq: number;
  readonly kind: string;
  readonly eventId: string;
}

export interface Moved {
  readonly seq: number;
  readonly claims: readonly {
    readonly addr: string;
    readonly belief: { readonly state: string; readonly effectiveConfidence: number };
  }[];
}

export interface EvidenceRequest {
  readonly claim: string;
  /** Position in the log. */
  readonly after: number;
  /** With the capability for evidence. */
  readonly token: string;
}

const LEDGER = `subscription ($claims: [ID!], $after: LogPosition) {
  ledger(claims: $claims, after: $after) { logSeq seq kind eventId }
}`;
const BELIEF = `subscription ($claims: [ID!]!, $after: LogPosition) {
  belief(claims: $claims, after: $after) { seq claims { addr belief { state effectiveConfidence } } }
}`;

/** One on each transport. */
export function followLedger(url: string, request: EvidenceRequest): Followers<Appended> {
  const { claim, after, token: credential } = request;
  const variables = { claims: [claim] };
  return followOnAll(url, { query: LEDGER, variables, after, seqOf: ({ logSeq }) => logSeq, credential });
}

/** One on each transport. */
export function followBelief(url: string, request: EvidenceRequest): Followers<Moved> {
  const { claim, after, token: credential } = request;
  const variables = { claims: [claim] };
  return followOnAll(url, { query: BELIEF, variables, after, seqOf: ({ seq }) => seq, credential });
}
