/**
 * The stream behind a page: the current verdicts of its reader's answers, then each change.
 *
 * Every connection to the engine begins with `watching` and the current state of each watched answer; `live` follows
 * only when all of them were sent. So a page never has to guess whether what it recorded earlier is still true.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BffContext, Visitor } from './bff-context.ts';
import type { FindingTransition } from './engine-findings.ts';
import { sharingOrgs } from './organisations.ts';
import type { WatchEvent } from './watch-event.ts';
import type { FrontAnswer } from './watch-front.ts';
import { withFront } from './with-front.ts';
import { withInbox } from './with-inbox.ts';

/** Which answers a page shows. Of lists only the lengths are given: the server knows their entries. */
export interface WatchRequest {
  /** Answers on the screen. */
  readonly answerIds: readonly string[];
  /** How many of the newest saved answers. */
  readonly saved: number;
  /** How many of the newest questions. */
  readonly history: number;
}

/** Answers of one stream: as many as the engine lets one subscription name. */
export const MAX_WATCHED = 1_000;

/** Between two looks at whether a stream may go on. */
const PERMISSION_MS = 1_000;
const BEAT = Symbol('beat');
const NO_ENTRIES = { rows: [] };

/**
 * Watches answers that the visitor may see; others are left out as if they did not exist. Reconnects to the engine
 * until the signal aborts.
 * @throws {BffRefusal} 429 past the limit
 */
export async function* watch(
  bff: BffContext,
  visitor: Visitor,
  request: WatchRequest,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  using _place = await bff.limits.stream(visitor);
  const inFront = await visibleAnswers(bff, visitor, request.answerIds);
  const named = inFront.map(({ answerId }) => answerId);
  const answerIds = await watchedAnswers(bff, visitor, named, request);
  using permission = new Permission(bff, visitor, named);
  const open = AbortSignal.any([signal, permission.ended]);
  const verdicts = withFront(bff, visitor, connections(bff, answerIds, open), inFront, open);
  yield* withInbox(bff, visitor, verdicts, open);
}

/** One connection to the engine after the other. */
async function* connections(
  bff: BffContext,
  answerIds: readonly string[],
  open: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  const outage = new Outage(bff);
  while (!open.aborted) {
    outage.begin();
    try {
      yield* follow(bff, answerIds, outage, open);
    } catch {
      // Whatever broke it, the page must not go on showing a verdict as current.
    }
    if (open.aborted) return;
    outage.begin();
    yield outage.paused();
    await pause(bff.watchTiming.retry, undefined, { signal: open }).catch(() => {});
  }
}

/**
 * Ends a stream about a second after its session signed out or has expired, or after the visitor lost access to another
 * user's answer (docs/spec/promises.md#revocation).
 */
class Permission implements Disposable {
  readonly ended: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  /** @param inFront answers that may belong to others; those of the lists are the visitor's own */
  constructor(bff: BffContext, visitor: Visitor, inFront: readonly string[]) {
    const ending = new AbortController();
    this.ended = ending.signal;
    const check = async () => {
      if (!(await isPermitted(bff, visitor, inFront))) ending.abort();
    };
    // While the records cannot be read, the last permission holds.
    this.#timer = setInterval(() => check().catch(() => undefined), PERMISSION_MS);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

async function isPermitted(bff: BffContext, visitor: Visitor, inFront: readonly string[]): Promise<boolean> {
  // Also while the records cannot be read.
  if (bff.now() > visitor.session.expiresAt) return false;
  if (await bff.records.sessionEnded(visitor.session.id)) return false;
  return (await visibleAnswers(bff, visitor, inFront)).length === inFront.length;
}

async function visibleAnswers(
  bff: BffContext,
  visitor: Visitor,
  answerIds: readonly string[],
): Promise<readonly FrontAnswer[]> {
  if (answerIds.length === 0) return [];
  const viewer = { user: visitor.user, orgs: await sharingOrgs(bff, visitor) };
  const entries = await Promise.all(answerIds.map((id) => bff.records.visibleAnswer(id, viewer)));
  return entries.flatMap((entry) =>
    entry === null ? [] : [{ answerId: entry.answer_id, owner: entry.owner }],
  );
}

/** Answers on the screen come first, then saved answers, then the history, up to the bound. */
async function watchedAnswers(
  bff: BffContext,
  visitor: Visitor,
  inFront: readonly string[],
  { saved, history }: WatchRequest,
): Promise<readonly string[]> {
  const { records } = bff;
  const { user } = visitor;
  const savedEntries = saved === 0 ? [] : await records.saved({ user, limit: saved });
  const asked = history === 0 ? NO_ENTRIES : await records.history({ of: { user }, limit: history });
  const listed = [...savedEntries, ...asked.rows].map((entry) => entry.answer_id);
  return [...new Set([...inFront, ...listed])].slice(0, MAX_WATCHED);
}

/** Since when the engine is out of reach: by this stream's own loss, and by the client's circuit breaker. */
class Outage {
  readonly #bff: BffContext;
  /** Of `performance.now`: wall clocks jump. */
  #lostAt: number | null = null;

  constructor(bff: BffContext) {
    this.#bff = bff;
  }

  /** Counts from the first call until `end`. */
  begin(): void {
    this.#lostAt ??= performance.now();
  }

  end(): void {
    this.#lostAt = null;
  }

  paused(): WatchEvent {
    const at = this.#bff.now();
    return { type: 'paused', at, since: at - this.#lostForMs(), degraded_since: this.#degradedSince(at) };
  }

  live(watched: number): WatchEvent {
    const at = this.#bff.now();
    return { type: 'live', at, watched, degraded_since: this.#degradedSince(at) };
  }

  #lostForMs(): number {
    return this.#lostAt === null ? 0 : Math.round(performance.now() - this.#lostAt);
  }

  #degradedSince(at: number): number | null {
    const longest = Math.max(this.#lostForMs(), this.#bff.client.circuit().openForMs ?? 0);
    return longest >= this.#bff.watchTiming.degraded ? at - longest : null;
  }
}

/**
 * One connection to the engine: the current states, then changes, and a beat whenever nothing has changed for a
 * while.
 */
async function* follow(
  bff: BffContext,
  answerIds: readonly string[],
  outage: Outage,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  const hangUp = new AbortController();
  const either = AbortSignal.any([signal, hangUp.signal]);
  try {
    const opening = asked(async () => bff.subscribeFindings({ after: null, answerIds, signal: either }));
    let feed = await orBeat(opening, bff.watchTiming.beat, signal);
    while (feed === BEAT) {
      if (signal.aborted) return;
      yield outage.paused();
      feed = await orBeat(opening, bff.watchTiming.beat, signal);
    }
    yield { type: 'watching', at: bff.now(), answer_ids: answerIds };
    const transitions = feed[Symbol.asyncIterator]();
    try {
      yield* events(bff, transitions, answerIds, outage, signal);
    } finally {
      // A feed that waits for its next transition only ends by its signal.
      hangUp.abort();
      await transitions.return?.();
    }
  } finally {
    hangUp.abort();
  }
}

async function* events(
  { watchTiming }: BffContext,
  transitions: AsyncIterator<FindingTransition>,
  answerIds: readonly string[],
  outage: Outage,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  const live = (): WatchEvent => {
    outage.end();
    return outage.live(answerIds.length);
  };
  const missing = new Set(answerIds);
  let next = asked(() => transitions.next());
  let replaying = missing.size > 0;
  let settled = performance.now() + watchTiming.settle;
  if (!replaying) yield live();
  while (!signal.aborted) {
    const wait = replaying ? settled - performance.now() : watchTiming.beat;
    const step = await orBeat(next, Math.max(0, wait), signal);
    if (signal.aborted) return;
    if (step === BEAT) {
      if (replaying) yield { type: 'unevaluated', answer_ids: [...missing] };
      replaying = false;
      yield live();
      continue;
    }
    if (step.done === true) return;
    next = asked(() => transitions.next());
    yield { type: 'verdict', transition: step.value };
    if (missing.delete(step.value.answerId)) settled = performance.now() + watchTiming.settle;
    if (!replaying || missing.size > 0) continue;
    replaying = false;
    yield live();
  }
}

/** Starts at once: a failure while the page takes an event is thrown at the next one. */
function asked<T>(work: () => Promise<T>): Promise<T> {
  const promise = work();
  promise.catch(() => undefined);
  return promise;
}

async function orBeat<T>(next: Promise<T>, ms: number, signal: AbortSignal): Promise<T | typeof BEAT> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const beat = pause(ms, BEAT, { signal: either }).catch((): typeof BEAT => BEAT);
  try {
    return await Promise.race([next, beat]);
  } finally {
    done.abort();
  }
}
