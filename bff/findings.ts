/**
 * Verdicts as they change: from the engine's subscription to the page, and into the records. One transition is one
 * record: whoever shows its state shows its reasons with it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FindingReason, FindingsState } from '../gateway/wire/findings.ts';
import type { Desk, Visitor } from './desk.ts';

/** One change of an answer's verdict (GraphQL subscription `findings`). */
export interface FindingTransition {
  /** Log position: later transitions have greater ones. */
  readonly seq: number;
  readonly answerId: string;
  readonly from: FindingsState;
  readonly to: FindingsState;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly reasons: readonly FindingReason[];
}

export interface FindingsRequest {
  /** Only transitions behind this position; null: first the latest of each answer, then live. */
  readonly after: number | null;
  /** Null: all answers of the organisation. */
  readonly answerIds: readonly string[] | null;
  readonly signal: AbortSignal;
}

/**
 * Opens the engine's subscription: transitions in the order of `seq`, none missed, none doubled. Resolves when the engine
 * has taken it; the iterable throws when the connection is lost and ends when the signal aborts.
 */
export type SubscribeFindings = (
  request: FindingsRequest,
) => AsyncIterable<FindingTransition> | Promise<AsyncIterable<FindingTransition>>;

/** What the page hears: a verdict, that all is quiet, or that nobody knows. */
export type WatchEvent =
  | { readonly type: 'verdict'; readonly transition: FindingTransition }
  | { readonly type: 'live'; readonly at: number }
  | { readonly type: 'paused'; readonly at: number };

/** How often a quiet watch says that it is live. */
const BEAT_MS = 5_000;
/** Between attempts to reach the engine again. */
const RETRY_MS = 1_000;
const BEAT = Symbol('beat');

/**
 * Watches answers that the visitor asked for; others are left out as if they did not exist. Reconnects to the engine and
 * goes on behind the last transition, until the signal aborts.
 * @throws {BffRefusal} 429 past the limit
 */
export async function* watch(
  desk: Desk,
  visitor: Visitor,
  answerIds: readonly string[],
  after: number | null,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  using _place = desk.limits.watch(visitor.user);
  const own = await desk.records.ownAnswers(visitor.user, answerIds);
  let last = after;
  while (!signal.aborted) {
    try {
      for await (const event of follow(desk, own, last, signal)) {
        if (event.type === 'verdict') last = event.transition.seq;
        yield event;
      }
    } catch {
      // Whatever broke it, the page must not go on showing a verdict as current.
    }
    if (signal.aborted) return;
    yield { type: 'paused', at: desk.now() };
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

/** One connection: its transitions, and a beat whenever it was quiet for a while. */
async function* follow(
  desk: Desk,
  answerIds: readonly string[],
  after: number | null,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  const hangUp = new AbortController();
  const either = AbortSignal.any([signal, hangUp.signal]);
  const feed = await desk.subscribeFindings({ after, answerIds, signal: either });
  const transitions = feed[Symbol.asyncIterator]();
  try {
    yield { type: 'live', at: desk.now() };
    let next = ahead(transitions);
    while (!signal.aborted) {
      const step = await orBeat(next, signal);
      if (step === BEAT) {
        yield { type: 'live', at: desk.now() };
        continue;
      }
      if (step.done === true) return;
      next = ahead(transitions);
      yield { type: 'verdict', transition: step.value };
    }
  } finally {
    // A feed that waits for its next transition only ends by its signal.
    hangUp.abort();
    await transitions.return?.();
  }
}

/** Asks before the page has taken the last one: a feed that breaks in between is heard of when the page comes back. */
function ahead<T>(transitions: AsyncIterator<T, void, void>): Promise<IteratorResult<T, void>> {
  const next = transitions.next();
  next.catch(() => undefined);
  return next;
}

async function orBeat<T>(next: Promise<T>, signal: AbortSignal): Promise<T | typeof BEAT> {
  const heard = new AbortController();
  const either = AbortSignal.any([signal, heard.signal]);
  const beat = pause(BEAT_MS, undefined, { signal: either }).then(
    (): typeof BEAT => BEAT,
    (): typeof BEAT => BEAT,
  );
  try {
    return await Promise.race([next, beat]);
  } finally {
    heard.abort();
  }
}

/** Notes every verdict of the organisation, so that lists show the latest, until the signal aborts. */
export async function noteVerdicts(desk: Desk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = await desk.records.latestSeq();
      for await (const transition of await desk.subscribeFindings({ after, answerIds: null, signal })) {
        const { answerId, to, seq } = transition;
        await desk.records.noteVerdict({ answer_id: answerId, findings_state: to, seq });
      }
    } catch {
      // The engine is away: lists show what was last heard until it is back.
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}
