/** The questions that are watched, each with its answer, and with why it could not be asked where it could not. */
import { type ReactNode, useRef } from 'react';
import { HOME } from '../address.ts';
import { sayInbox } from '../catalogues/inbox.ts';
import { sayServer } from '../catalogues/say-server.ts';
import { sayShell } from '../catalogues/shell.ts';
import { PlaceLink } from '../place-link.tsx';
import { messageOf, type WatchedQuestion } from '../trpc.ts';
import { useShownVerdicts } from '../verdicts-context.ts';
import { agoWords, clockWords, dayWords, verdictWord } from '../words.ts';
import { useQuestions, useUnwatch } from './use-turned.ts';

export function QuestionList(): ReactNode {
  const { data, error } = useQuestions();
  const unwatch = useUnwatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const stop = (id: string): void => {
    unwatch.mutate({ id });
    // The button goes with its entry: reading goes on at the list.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title" ref={heading} tabIndex={-1} className="unseen">
        {sayInbox('list.questions')}
      </h2>
      {error !== null && <p role="alert">{messageOf(error)}</p>}
      <p role="status" className="facts">
        {unwatch.isError && messageOf(unwatch.error)}
        {data?.items.length === 0 && sayInbox('watchesNone')}
        {data?.waiting_since != null &&
          sayInbox('engineAway', { time: clockWords(Date.parse(data.waiting_since)) })}
      </p>
      <ul className="turned-entries">
        {data?.items.map((question) => (
          <li key={question.id}>
            <Question question={question} onStop={() => stop(question.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface QuestionProps {
  readonly question: WatchedQuestion;
  readonly onStop: () => void;
}

function Question({ question, onStop }: QuestionProps): ReactNode {
  const { now } = useShownVerdicts();
  const { q, as_of, corpus, mode, answer_id, summary, findings_state, asked_at, problem, problem_since } =
    question;
  return (
    <article aria-label={q}>
      <h3 dir="auto">
        <PlaceLink to={{ ...HOME, q, asOf: as_of, corpus, mode, answer: answer_id }} className="entry">
          {q}
        </PlaceLink>
      </h3>
      <p dir="auto">{summary || sayShell('noAnswer')}</p>
      {problem !== null && problem_since !== null && (
        <p className="turned-problem">
          {sayInbox('notAsked', { day: dayWords(problem_since), problem: sayServer(problem) })}
        </p>
      )}
      <p className="turned-foot facts">
        <span>{verdictWord(findings_state)}</span>
        <span>
          {corpus}
          {as_of !== null && ` ${sayInbox('asKnownOn', { day: dayWords(as_of) })}`}
        </span>
        <span>{sayInbox('lookedAt', { ago: agoWords(Math.max(0, now - Date.parse(asked_at))) })}</span>
        <button
          type="button"
          className="quiet"
          aria-label={sayInbox('stopThis', { question: q })}
          onClick={onStop}
        >
          {sayInbox('stop')}
        </button>
      </p>
    </article>
  );
}
