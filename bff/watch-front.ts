/**
 * What only the answers on the screen are followed for: the verdict as it is at any time, which time alone can turn
 * (ADR 69), and evidence on their claims, also below the threshold.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { findingReason, findingsState } from '../gateway/wire/findings.ts';
import { type BffContext, callFor, personalOrg, type Visitor } from './bff-context.ts';
import type { ShownTrust } from './shown-answer.ts';
import { readGraph } from './views/read-graph.ts';

export type FrontEvent =
  /** The verdict of an answer as it is now. Its `seq` is that of the last finding, also where time has turned it since. */
  | { readonly type: 'state'; readonly answer_id: string; readonly trust: ShownTrust }
  /** Evidence on one of its claims, at a position of the log. */
  | { readonly type: 'evidence'; readonly answer_id: string; readonly seq: number };

/** An answer on the screen, and the visitor whom it belongs to. */
export interface FrontAnswer {
  readonly answerId: string;
  readonly owner: string;
}

const VERDICT = `subscription Verdict($id: ID!) { verdict(answer: $id) { trust {
  findingsState seq at reasons { code claim artefact event } } } }`;
const BELIEF = 'subscription Belief($claims: [ID!]!) { belief(claims: $claims) { seq } }';
const CLAIMS = 'query Claims($id: ID!) { answer(id: $id) { claims { addr } } }';

const trustData = z.object({
  findingsState,
  seq: z.int(),
  at: z.string().nullable(),
  reasons: z.array(
    findingReason.extend({
      code: z.string().transform((code) => code.toLowerCase()),
      artefact: z.string().nullish().transform(orAbsent),
      event: z.string().nullish().transform(orAbsent),
    }),
  ),
});
const verdictPayload = z.object({ data: z.object({ verdict: z.object({ trust: trustData }) }) });
const beliefPayload = z.object({ data: z.object({ belief: z.object({ seq: z.int() }) }) });
const claimsData = z.object({
  answer: z.object({ claims: z.array(z.object({ addr: z.string() }).nullable()) }).nullable(),
});

function orAbsent(value: string | null | undefined): string | undefined {
  return value ?? undefined;
}

/** Tells of one answer until the signal aborts; what breaks is begun anew. */
export async function followFront(
  bff: BffContext,
  visitor: Visitor,
  { answerId, owner }: FrontAnswer,
  tell: (event: FrontEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const tenant = personalOrg(bff, owner);
  const verdicts = async () => {
    const request = { query: VERDICT, variables: { id: answerId }, tenant, signal };
    for await (const payload of bff.engineEvents(request)) {
      const { findingsState: state, ...trust } = verdictPayload.parse(payload).data.verdict.trust;
      tell({ type: 'state', answer_id: answerId, trust: { findings_state: state, ...trust } });
    }
  };
  const beliefs = async () => {
    const call = { ...callFor(bff, visitor, owner), signal };
    const read = { query: CLAIMS, variables: { id: answerId }, data: claimsData };
    const { answer } = await readGraph(bff, call, read);
    const claims = answer?.claims.flatMap((one) => one?.addr ?? []) ?? [];
    if (claims.length === 0) return pause(FOR_EVER_MS, undefined, { signal });
    for await (const payload of bff.engineEvents({ query: BELIEF, variables: { claims }, tenant, signal })) {
      tell({ type: 'evidence', answer_id: answerId, seq: beliefPayload.parse(payload).data.belief.seq });
    }
  };
  await Promise.all([verdicts, beliefs].map((follow) => again(follow, bff.watchTiming.retry, signal)));
}

const FOR_EVER_MS = 2_147_483_647;

async function again(follow: () => Promise<unknown>, retryMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow();
    } catch {
      // The stream itself says that the engine is out of reach.
    }
    await pause(retryMs, undefined, { signal }).catch(() => {});
  }
}
