/** The values that documents gave over the years: marks where the value changed, and the day as of which is asked. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { questionOf } from '../address.ts';
import { sayAnswer } from '../catalogues/answer.ts';
import { useCorpora } from '../corpus-switch.tsx';
import { useTravel } from '../place-context.ts';
import { type ShownAnswer, trpc, type ValueRun } from '../trpc.ts';
import { useAsk } from '../use-answer.ts';
import { dayWords } from '../words.ts';
import './timeline.css';
import { dayOfMonth, labelsOf, monthOf, runAt, type ShownSpan, spanOf } from './timeline-scale.ts';

/** After the last move: a reader who drags or holds a key asks once. */
const SETTLED_MS = 350;

export function Timeline({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const corpora = useCorpora();
  const { data } = useQuery({
    ...trpc.views.timeline.queryOptions({ answer_id: answer.answer_id }),
    placeholderData: (before) => before,
    enabled: answer.summary !== '',
  });
  const oldest = corpora.find(({ name }) => name === answer.corpus.name)?.oldest ?? null;
  const runs = data?.runs ?? [];
  const span = spanOf(runs[0]?.from ?? oldest, Date.now());
  return (
    <section className="timeline" aria-label={sayAnswer('timeline')} data-empty={answer.summary === ''}>
      <h2 className="unseen">{sayAnswer('valuesOverTime')}</h2>
      {runs.length > 1 && <Marks runs={runs} span={span} answer={answer} />}
      <AsOf runs={runs} span={span} answer={answer} />
    </section>
  );
}

interface ScaleProps {
  readonly runs: readonly ValueRun[];
  readonly span: ShownSpan;
  readonly answer: ShownAnswer;
}

function useAsOf({ q }: ShownAnswer): (asOf: string | null) => void {
  const travel = useTravel();
  const ask = useAsk(travel);
  return (asOf) => ask({ ...questionOf(travel.place), q, asOf });
}

function Marks({ runs, span, answer }: ScaleProps): ReactNode {
  const showAsOf = useAsOf(answer);
  const { place } = useTravel();
  const shownRun = runAt(runs, place.asOf);
  return (
    <ol className="marks">
      {labelsOf(runs, span).map(({ at, runs: near }) => (
        <li key={at} className="mark" style={{ insetInlineStart: `${at}%` }}>
          {near.map((run) => (
            <button
              key={run.from}
              type="button"
              aria-pressed={run === shownRun}
              aria-label={sayAnswer('valueSince', { value: run.value, day: dayWords(run.from) })}
              title={`${dayWords(run.from)}: ${run.text}`}
              onClick={() => showAsOf(run === runs.at(-1) ? null : run.from.slice(0, 10))}
            >
              {run.value}
            </button>
          ))}
          <span className="year">{near[0]?.from.slice(0, 4)}</span>
        </li>
      ))}
    </ol>
  );
}

function AsOf({ runs, span, answer }: ScaleProps): ReactNode {
  const id = useId();
  const { place } = useTravel();
  const showAsOf = useAsOf(answer);
  const [moved, setMoved] = useState<number | null>(null);
  const asked = place.asOf === null ? span.months : monthOf(place.asOf, span);
  const month = moved ?? asked;
  const day = month >= span.months ? null : dayOfMonth(month, span);
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => {
      setMoved(null);
      if (moved !== asked) showAsOf(day);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [moved, asked, day, showAsOf]);
  const shownDay = moved === null ? place.asOf : day;
  const words = shownDay === null ? sayAnswer('today') : dayWords(shownDay);
  const value = runAt(runs, shownDay)?.value ?? null;
  const shownValue = value !== null && runs.length > 1 && <strong>{value}</strong>;
  return (
    <div className="as-of">
      <input
        id={id}
        type="range"
        min={0}
        max={span.months}
        value={month}
        aria-label={sayAnswer('asKnown')}
        aria-valuetext={value === null ? words : `${words}: ${value}`}
        onChange={(event) => setMoved(Number(event.target.value))}
      />
      <p className="as-of-words">
        <span>{dayWords(dayOfMonth(0, span))}</span>
        <output htmlFor={id}>
          {shownDay === null
            ? sayAnswer.show('shownToday', { value: shownValue })
            : sayAnswer.show('shownOn', { day: words, value: shownValue })}
        </output>
        <span>{sayAnswer('today')}</span>
      </p>
    </div>
  );
}
