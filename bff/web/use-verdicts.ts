/**
 * Verdicts as they change. One transition is one record: state, reasons and place in the log are replaced together, and
 * only by a later one. What is no longer heard of is not shown as current.
 */
import { useEffect, useState } from 'react';
import { client, type Trust } from './trpc.ts';

/** The server says that it is live every 5 s; after three silent beats nobody knows. */
const SILENCE_MS = 16_000;
const LOOK_MS = 1_000;

export interface Verdicts {
  readonly byAnswer: ReadonlyMap<string, Trust>;
  /** False as long as nobody can say whether the verdicts are current. */
  readonly live: boolean;
  /** When they were last known to be current, epoch ms; null before the first word. */
  readonly lastChecked: number | null;
}

/** @param answerIds which answers to watch, in any order */
export function useVerdicts(answerIds: readonly string[]): Verdicts {
  const [byAnswer, setByAnswer] = useState<ReadonlyMap<string, Trust>>(new Map());
  const [live, setLive] = useState(false);
  const [lastChecked, setLastChecked] = useState<number | null>(null);
  const ids = [...new Set(answerIds)].sort().join(',');

  useEffect(() => {
    if (ids === '') return;
    let heard = Date.now();
    const alive = (): void => {
      heard = Date.now();
      setLive(true);
      setLastChecked(heard);
    };
    const subscription = client.findings.subscribe(
      { answer_ids: ids.split(',') },
      {
        onData: (event) => {
          const told = 'data' in event ? event.data : event;
          if (told.type === 'paused') return setLive(false);
          if (told.type === 'verdict') setByAnswer((known) => replaced(known, told.transition));
          alive();
        },
        onConnectionStateChange: ({ state }) => {
          if (state === 'connecting') setLive(false);
        },
        onError: () => setLive(false),
        onStopped: () => setLive(false),
      },
    );
    const watchdog = setInterval(() => {
      if (Date.now() - heard > SILENCE_MS) setLive(false);
    }, LOOK_MS);
    return () => {
      clearInterval(watchdog);
      subscription.unsubscribe();
    };
  }, [ids]);

  return { byAnswer, live, lastChecked };
}

type Transition = Pick<Trust, 'reasons'> & {
  readonly seq: number;
  readonly at: string;
  readonly answerId: string;
  readonly to: Trust['findings_state'];
};

function replaced(known: ReadonlyMap<string, Trust>, told: Transition): ReadonlyMap<string, Trust> {
  const { answerId, to, reasons, seq, at } = told;
  if ((known.get(answerId)?.seq ?? -1) >= seq) return known;
  return new Map(known).set(answerId, { findings_state: to, reasons, seq, at });
}

/** The later of what came with the answer and what was heard since; null while nothing is known. */
export function verdictOf(own: Trust, verdicts: Verdicts, answerId: string): Trust | null {
  const heard = verdicts.byAnswer.get(answerId);
  if (heard !== undefined && heard.seq >= own.seq) return heard;
  return own.seq < 0 ? null : own;
}
