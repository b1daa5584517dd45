/**
 * What may be shown as current. An answer that is not watched is never green, amber or red. Everything here is pure,
 * so that this rule can be read and tested in one place.
 */
import type { ShownTrust, WatchEvent } from './trpc.ts';

/** The server sends something every 5 s; after three missed beats the state is unknown. */
export const SILENCE_MS = 16_000;

/** One connection to the server's stream. Instants are epoch milliseconds of this browser's clock. */
export interface StreamState {
  /** `paused`: the server is there and the engine is not. `lost`: the server is not there. */
  readonly phase: 'connecting' | 'replaying' | 'live' | 'paused' | 'lost';
  /** When the server last sent something, null before the first time. */
  readonly lastEventAt: number | null;
  /** Answers that the server watches here; null before it said which. */
  readonly watched: ReadonlySet<string> | null;
  /** States received since the server last connected to the engine. */
  readonly received: ReadonlyMap<string, ShownTrust>;
  /** Answers of which the engine sent no state. */
  readonly unevaluated: ReadonlySet<string>;
  /** Since when service is degraded, null where it is not. */
  readonly degradedSince: number | null;
}

export const CONNECTING: StreamState = {
  phase: 'connecting',
  lastEventAt: null,
  watched: null,
  received: new Map(),
  unevaluated: new Set(),
  degradedSince: null,
};

/** The state after an event of the server. */
export function withEvent(stream: StreamState, event: WatchEvent, now: number): StreamState {
  const arrived = { ...stream, lastEventAt: now };
  switch (event.type) {
    case 'watching':
      return { ...CONNECTING, phase: 'replaying', lastEventAt: now, watched: new Set(event.answer_ids) };
    case 'verdict':
      return { ...arrived, received: withTransition(stream.received, event.transition) };
    case 'state':
      return { ...arrived, received: withState(stream.received, event) };
    case 'evidence':
    case 'inbox':
      return arrived;
    case 'unevaluated':
      return { ...arrived, unevaluated: new Set(event.answer_ids) };
    case 'live':
      // A stream that has not stated what it watches is not live.
      return stream.watched === null
        ? arrived
        : { ...arrived, phase: 'live', degradedSince: degradedSince(event, now) };
    case 'paused':
      return { ...CONNECTING, phase: 'paused', lastEventAt: now, degradedSince: degradedSince(event, now) };
  }
}

/** By this browser's clock: the server's may differ. */
function degradedSince(
  { at, degraded_since: since }: Extract<WatchEvent, { type: 'live' | 'paused' }>,
  now: number,
): number | null {
  return since === null ? null : now - (at - since);
}

/** The connection broke or is not trusted any more: what it sent is not current. */
export function withLoss(stream: StreamState): StreamState {
  return { ...CONNECTING, phase: 'lost', lastEventAt: stream.lastEventAt };
}

type Transition = Extract<WatchEvent, { type: 'verdict' }>['transition'];

/** One transition is one record: state, reasons and position are replaced together, and only by a later one. */
export function withTransition(
  known: ReadonlyMap<string, ShownTrust>,
  { answerId, to, reasons, seq, at }: Transition,
): ReadonlyMap<string, ShownTrust> {
  if ((known.get(answerId)?.seq ?? -1) >= seq) return known;
  return new Map(known).set(answerId, { findings_state: to, reasons, seq, at });
}

/** The verdict of an answer as it is: time can turn it, and then its record stays the one that it was. */
export function withState(
  known: ReadonlyMap<string, ShownTrust>,
  { answer_id, trust }: Extract<WatchEvent, { type: 'state' }>,
): ReadonlyMap<string, ShownTrust> {
  if ((known.get(answer_id)?.seq ?? -1) > trust.seq) return known;
  return new Map(known).set(answer_id, trust);
}

/** This browser, at the moment of drawing. */
export interface Surroundings {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Since when the browser says that it is offline, null while it is online. */
  readonly offlineSince: number | null;
  /** A further connection is being opened: what this one leaves out may be in that one. */
  readonly isWidening: boolean;
}

/** How the page stands with its server. */
export type StreamHealth = 'connecting' | 'live' | 'paused' | 'lost' | 'offline';

export function healthOf(
  stream: StreamState,
  { now, offlineSince }: Omit<Surroundings, 'isWidening'>,
): StreamHealth {
  const { phase, lastEventAt } = stream;
  // A server on this machine can be reached offline: then only its next message proves it.
  if (offlineSince !== null && (lastEventAt === null || lastEventAt <= offlineSince)) return 'offline';
  if (phase === 'connecting') return 'connecting';
  // Also after the clock was set back: the age of the last message is unknown then.
  if (phase === 'lost' || isSilent(stream, now)) return 'lost';
  if (phase === 'paused') return 'paused';
  return phase === 'live' ? 'live' : 'connecting';
}

/** Whether nothing has come for too long, a sleep of this machine included. */
export function isSilent({ lastEventAt }: StreamState, now: number): boolean {
  return lastEventAt === null || Math.abs(now - lastEventAt) > SILENCE_MS;
}

/** Why a verdict is not current, or that it is. */
export type Currency =
  | 'current'
  | 'checking'
  | 'unwatched'
  | 'unevaluated'
  | Exclude<StreamHealth, 'live' | 'connecting'>;

/** @param ownSeq log position of the verdict that came with the answer itself, -1 where none did */
export function currencyOf(
  stream: StreamState,
  surroundings: Surroundings,
  answerId: string,
  ownSeq: number,
): Currency {
  const link = healthOf(stream, surroundings);
  if (link === 'connecting') return 'checking';
  if (link !== 'live') return link;
  if (stream.watched?.has(answerId) !== true) return surroundings.isWidening ? 'checking' : 'unwatched';
  const received = stream.received.get(answerId);
  if (received === undefined) return stream.unevaluated.has(answerId) ? 'unevaluated' : 'checking';
  // The verdict in the answer is newer than the stream's: the stream has yet to catch up.
  return received.seq < ownSeq ? 'checking' : 'current';
}

/** What the page says about the service as a whole. Instants are epoch milliseconds. */
export type Notice =
  | { readonly kind: 'offline' }
  | { readonly kind: 'lost'; readonly since: number }
  | { readonly kind: 'degraded'; readonly since: number; readonly isLive: boolean };

/** A shorter loss is a reload of the server, or another network. */
const LOSS_NOTICED_MS = 5_000;

/** @param notLiveSince when the stream was last live, or the page was opened; null while it is live */
export function noticeOf(
  stream: StreamState,
  surroundings: Surroundings,
  notLiveSince: number | null,
): Notice | null {
  const link = healthOf(stream, surroundings);
  if (link === 'offline') return { kind: 'offline' };
  if (link === 'live' || link === 'paused') {
    const since = stream.degradedSince;
    return since === null ? null : { kind: 'degraded', since, isLive: link === 'live' };
  }
  const isNoticed = notLiveSince !== null && surroundings.now - notLiveSince > LOSS_NOTICED_MS;
  return isNoticed && stream.phase !== 'replaying' ? { kind: 'lost', since: notLiveSince } : null;
}
