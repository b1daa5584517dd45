/** Verdicts for drawing: each with whether it may be shown as current at this moment. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Currency, currencyOf, type Notice, noticeOf } from './current.ts';
import type { ShownTrust } from './trpc.ts';
import { VerdictStream, type WatchScope } from './verdict-stream.ts';

export interface ShownVerdict {
  readonly currency: Currency;
  /** The latest that is known, whether or not it is current; null where nothing is. */
  readonly verdict: ShownTrust | null;
}

export interface Verdicts {
  /** @param own what came with the answer itself, null where nothing did */
  of(answerId: string, own: ShownTrust | null): ShownVerdict;
  readonly notice: Notice | null;
  /** When verdicts were last known to be current, epoch milliseconds; null before the first time. */
  readonly lastLiveAt: number | null;
}

/** Entries of a list are watched in steps, so that one more does not open a new connection. */
const STEP = 20;
/** Of the two lists together; what is beyond is not watched, and is shown so. */
const MAX_LISTED = 984;

export interface Watched {
  readonly inFront: readonly string[];
  readonly saved: readonly string[];
  readonly history: readonly string[];
}

export function useVerdicts({ inFront, saved, history }: Watched): Verdicts {
  const [stream] = useState(() => new VerdictStream());
  const snapshot = useSyncExternalStore(stream.subscribe, stream.snapshot);
  const request = JSON.stringify(requestOf({ inFront, saved, history }));
  // The server reads its lists when the stream opens: other entries need another stream.
  const shown = [...new Set([...inFront, ...saved, ...history])].sort().join();

  useEffect(() => stream.start(), [stream]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides when, not what is sent
  useEffect(() => stream.watch(JSON.parse(request)), [stream, request, shown]);

  // At each drawing by the clock as it is then: an interval alone would leave a stale picture after a sleep.
  const surroundings = stream.surroundings();
  return {
    notice: noticeOf(snapshot.stream, surroundings, snapshot.notLiveSince),
    lastLiveAt: snapshot.lastLiveAt,
    of: (answerId, own) => {
      const known = latest(snapshot.known.get(answerId) ?? null, own);
      return {
        currency: currencyOf(snapshot.stream, surroundings, answerId, own?.seq ?? -1),
        verdict: known === null || known.seq < 0 ? null : known,
      };
    },
  };
}

function requestOf({ inFront, saved, history }: Watched): WatchScope {
  const step = (entries: number) => Math.max(STEP, Math.ceil(entries / STEP) * STEP);
  const savedEntries = Math.min(MAX_LISTED, step(saved.length));
  return {
    answer_ids: [...inFront],
    saved: savedEntries,
    history: Math.min(MAX_LISTED - savedEntries, step(history.length)),
  };
}

function latest(a: ShownTrust | null, b: ShownTrust | null): ShownTrust | null {
  if (a === null || b === null) return a ?? b;
  return a.seq >= b.seq ? a : b;
}
