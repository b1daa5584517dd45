/** An answer under its verdict as of now, with the values of before, and what it rests on beside it. */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { useTravel } from '../place-context.ts';
import type { ShownAnswer } from '../trpc.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { dayWords } from '../words.ts';
import './answer.css';
import './panel.css';
import { Actions } from './actions.tsx';
import { CitedSentence } from './cited-sentence.tsx';
import { Compared } from './compared.tsx';
import { Flip } from './flip.tsx';
import { NoAnswer } from './no-answer.tsx';
import { Panel } from './panel.tsx';
import { numberSources } from './sources.ts';
import { Timeline } from './timeline.tsx';
import { useTabOf } from './use-tab.ts';
import { VerdictStrip } from './verdict-strip.tsx';

const Contribute = lazy(() => import('../contribute/contribute.tsx'));

interface AnswerPageProps {
  readonly answer: ShownAnswer;
  /** When it was given here, epoch milliseconds; null where it was opened. */
  readonly answeredAt: number | null;
  /** The place asks for another one of the same question. */
  readonly isPast: boolean;
}

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function AnswerPage({ answer, answeredAt, isPast }: AnswerPageProps): ReactNode {
  const { place } = useTravel();
  const shown = useShownVerdicts().of(answer.answer_id, answer.trust);
  const sources = useMemo(() => numberSources(answer), [answer]);
  const isEmpty = answer.summary === '';
  useTabOf(answer.q, shown);
  return (
    <>
      <article className="answer" aria-label={sayAnswer('answer')} aria-busy={isPast}>
        <Question answer={answer} />
        {isEmpty ? (
          <p className="said said-empty">{sayAnswer('nothingAnswers')}</p>
        ) : (
          <Said answer={answer} sources={sources} />
        )}
        <VerdictStrip answer={answer} shown={shown} answeredAt={answeredAt} />
        {!isEmpty && <Flip answer={answer} shown={shown} />}
        {!isPast && <AskedAgain answer={answer} />}
        {isEmpty && <NoAnswer answer={answer} />}
        <Timeline answer={answer} />
        {!isEmpty && <Actions answer={answer} />}
        <p className="facts provenance">
          {sayAnswer.show('provenance', {
            corpus: answer.corpus.name,
            snapshot: <code>{answer.corpus.snapshot}</code>,
            mode: sayAnswer(`mode.${answer.mode}`),
          })}
        </p>
      </article>
      {!isEmpty && <Panel answer={answer} sources={sources} />}
      {!isEmpty && place.contribute !== null && (
        <Suspense>
          <Contribute answer={answer} stance={place.contribute} />
        </Suspense>
      )}
    </>
  );
}

/** What it was before it was asked again. */
function AskedAgain({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const { before } = useTravel().place;
  if (before === null) return null;
  if (before === answer.answer_id) return <p className="same facts">{sayAnswer('sameAgain')}</p>;
  return <Compared before={before} now={answer} />;
}

/** A new answer is where reading begins, also for those who do not see it change. */
function Question({ answer: { q, as_of } }: { readonly answer: ShownAnswer }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // Who asked with a control that is still here goes on there.
    if (activeElement === null || activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h1 className="question" dir="auto" ref={heading} tabIndex={-1}>
      {q}{' '}
      {as_of !== null && <span className="as-known">{sayAnswer('asKnownOn', { day: dayWords(as_of) })}</span>}
    </h1>
  );
}

interface SaidProps {
  readonly answer: ShownAnswer;
  readonly sources: ReturnType<typeof numberSources>;
}

function Said({ answer, sources }: SaidProps): ReactNode {
  const { verdict, currency } = useShownVerdicts().of(answer.answer_id, answer.trust);
  return (
    <div className="said">
      {answer.sentences.map((sentence) => (
        <CitedSentence
          key={sentence.text}
          sentence={sentence}
          sources={sources}
          verdict={currency === 'current' ? verdict : null}
        />
      ))}
    </div>
  );
}
