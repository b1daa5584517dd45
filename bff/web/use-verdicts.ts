/** Verdicts to render, each with whether it may be shown as current now. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Currency, currencyOf, type Notice, noticeOf } from './current.ts';
import type { ShownTrust } from './trpc.ts';
import { type InboxEvent, VerdictStream } from './verdict-stream.ts';
import type { WatchScope } from './watch-scope.ts';

export interface ShownVerdict {
  readonly currency: Currency;
  /** The latest known verdict, current or not; null: none is known. */
  readonly verdict: ShownTrust | null;
  /** Log position of the latest evidence on its claims while it is in front; null: none is known. */
  readonly evidenceSeq: number | null;
}

export interface Verdicts {
  /** This browser's clock, epoch milliseconds. */
  readonly now: number;
  /** @param own the verdict in the answer itself, null where it has none */
  of(answerId: string, own: ShownTrust | null): ShownVerdict;
  readonly notice: Notice | null;
  /** What the stream said last of the reader's inbox; null before it said anything. */
  readonly inbox: InboxEvent | null;
  /** When verdicts were last known to be current, epoch milliseconds; null before the first time. */
  readonly lastLiveAt: number | null;
}

/** Entries of a list are watched in steps, so that one more does not open a new connection. */
const STEP = 20;
/** Watched entries of both lists together; the others are shown as not watched. */
const MAX_LISTED = 984;

export interface Watched {
  readonly inFront: readonly string[];
  readonly saved: readonly string[];
  readonly history: readonly string[];
  /** Whether the library is open, which lists saved entries of any age. */
  readonly isLibrary: boolean;
}

export function useVerdicts({ inFront, saved, history, isLibrary }: Watched): Verdicts {
  const [stream] = useState(() => new VerdictStream());
  const snapshot = useSyncExternalStore(stream.subscribe, stream.snapshot);
  const request = JSON.stringify(requestOf({ inFront, saved, history, isLibrary }));
  // The server reads its lists when the stream opens: other entries need another stream.
  const shown = [...new Set([...inFront, ...saved, ...history])].sort().join();

  useEffect(() => stream.start(), [stream]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides when, not what is sent
  useEffect(() => stream.watch(JSON.parse(request)), [stream, request, shown]);

  // The clock is read at each render: an interval alone would leave a stale state after a sleep.
  const surroundings = stream.surroundings();
  return {
    notice: noticeOf(snapshot.stream, surroundings, snapshot.notLiveSince),
    lastLiveAt: snapshot.lastLiveAt,
    inbox: snapshot.inbox,
    now: surroundings.now,
    of: (answerId, own) => {
      const known = latest(snapshot.known.get(answerId) ?? null, own);
      return {
        currency: currencyOf(snapshot.stream, surroundings, answerId, own?.seq ?? -1),
        verdict: known === null || known.seq < 0 ? null : known,
        evidenceSeq: snapshot.evidence.get(answerId) ?? null,
      };
    },
  };
}

function requestOf({ inFront, saved, history, isLibrary }: Watched): WatchScope {
  const step = (entries: number) => Math.max(STEP, Math.ceil(entries / STEP) * STEP);
  const savedEntries = isLibrary ? MAX_LISTED - STEP : Math.min(MAX_LISTED, step(saved.length));
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
