/** Subscribers to findings. */
import { type Follower, type Followers, followOnAll } from './follow.ts';

export interface Transition {
  readonly seq: number;
  readonly answerId: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly reasons: readonly { readonly code: string; readonly claim: string | null }[];
}

export interface FollowRequest {
  /** Null: what stands, then live. */
  readonly after: number | null;
  readonly answerIds?: readonly string[];
  /** An engine key. */
  readonly key?: string;
}

const FINDINGS = `subscription ($after: LogPosition, $answerIds: [ID!]) {
  findings(after: $after, answerIds: $answerIds) { seq answerId from to at reasons { code claim } }
}`;

/** One on each transport. */
export function followFindings(url: string, { after, answerIds, key }: FollowRequest): Followers<Transition> {
  const variables = { answerIds: answerIds ?? null };
  return followOnAll(url, { query: FINDINGS, variables, after, seqOf: ({ seq }) => seq, credential: key });
}

/** `FROM TO` of each transition, in the order in which they came. */
export function verdictsOf({ received }: Follower<Transition>): string[] {
  return received.map(({ from, to }) => `${from} ${to}`);
}
