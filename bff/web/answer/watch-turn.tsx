/** One turn of this corpus, as it happened: the answer before a value changed, what changed it, and the answer after. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { HOME } from '../address.ts';
import { sayShell } from '../catalogues/shell.ts';
import { sayTurn } from '../catalogues/turn.ts';
import { useExamples } from '../home.tsx';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { type CorpusExample, client, type ShownAnswer } from '../trpc.ts';
import { WordDiff } from '../word-diff.tsx';
import { dayWords, verdictWord } from '../words.ts';
import './answer.css';

const STEP_MS = 6_000;
const DAY_MS = 86_400_000;
const LAST_STEP = 2;

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function WatchTurn(): ReactNode {
  const { data: examples } = useExamples();
  const { place } = useTravel();
  const [example] = examples ?? [];
  return (
    <article className="turn" aria-labelledby="turn-title">
      <h1 id="turn-title">{sayTurn('heading')}</h1>
      {examples !== undefined && example === undefined && <p>{sayTurn('nothing')}</p>}
      {example !== undefined && <Turn key={place.corpus} example={example} />}
    </article>
  );
}

function Turn({ example: { question, runs } }: { readonly example: CorpusExample }): ReactNode {
  const { place } = useTravel();
  const turn = runs.at(-1);
  const dayBefore = turn === undefined ? null : dayBeforeOf(turn.from);
  const before = useAnswer(question, place.corpus, dayBefore);
  const after = useAnswer(question, place.corpus, null);
  const step = useSteps(before !== null && after !== null);
  if (turn === undefined || dayBefore === null || before === null || after === null) {
    return <p className="facts">{sayShell('reading')}</p>;
  }
  return (
    <ol className="turn-steps" aria-live="polite">
      <li>
        <p className="facts">{dayWords(dayBefore)}</p>
        <p className="question">{question}</p>
        <p className="turn-said" dir="auto" data-tone={step === 0 ? 'PASS' : 'FAIL'}>
          {firstOf(before)}
        </p>
        <p className="facts">
          {step === 0
            ? sayTurn('holds', { verdict: verdictWord('PASS') })
            : sayTurn('holdsNoMore', { verdict: verdictWord('FAIL') })}
        </p>
      </li>
      {step > 0 && (
        <li>
          <p className="facts">{sayTurn('newDocument', { day: dayWords(turn.from) })}</p>
          <blockquote dir="auto">{turn.text}</blockquote>
        </li>
      )}
      {step >= LAST_STEP && (
        <li>
          <p className="facts">{sayTurn('today')}</p>
          <WordDiff before={firstOf(before)} now={firstOf(after)} />
          <p>
            <PlaceLink to={{ ...HOME, q: question, corpus: place.corpus }}>{sayTurn('open')}</PlaceLink>
          </p>
        </li>
      )}
    </ol>
  );
}

function firstOf({ sentences, summary }: ShownAnswer): string {
  return sentences[0]?.text ?? summary;
}

function dayBeforeOf(instant: string): string {
  return new Date(Date.parse(instant) - DAY_MS).toISOString().slice(0, 10);
}

function useAnswer(q: string, corpus: string | null, asOf: string | null): ShownAnswer | null {
  const { data } = useQuery({
    queryKey: ['turn', q, corpus, asOf],
    queryFn: () =>
      client.ask.mutate({ q, ...(corpus !== null && { corpus }), ...(asOf !== null && { as_of: asOf }) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

/** Goes on by itself; where motion is not wanted everything is there at once. */
function useSteps(isReady: boolean): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!isReady || step >= LAST_STEP) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => setStep(isStill ? LAST_STEP : step + 1), isStill ? 0 : STEP_MS);
    return () => clearTimeout(timer);
  }, [isReady, step]);
  return step;
}
