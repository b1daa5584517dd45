/** The question, the day as of which it is answered, and how much is checked. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { MODES, type Question, questionOf } from './address.ts';
import { sayShell } from './catalogues/shell.ts';
import { useTravel } from './place-context.ts';
import { useAsk } from './use-answer.ts';
import { dayWords } from './words.ts';

const MAX_QUESTION = 2_000;

interface AskFormProps {
  /** In one line, as above an answer. */
  readonly compact?: boolean;
  readonly isBusy: boolean;
}

export function AskForm({ compact = false, isBusy }: AskFormProps): ReactNode {
  const travel = useTravel();
  const ask = useAsk(travel);
  const box = useId();
  const [edited, setEdited] = useState<Partial<Question>>({});
  const question = { ...questionOf(travel.place), ...edited };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) ask({ ...question, q: question.q.trim() });
  };
  return (
    <form className={compact ? 'ask ask-compact' : 'ask'} onSubmit={submit}>
      <div className="ask-line">
        <label htmlFor={box} className="unseen">
          {sayShell('question')}
        </label>
        <input
          id={box}
          type="text"
          dir="auto"
          value={question.q}
          maxLength={MAX_QUESTION}
          placeholder={sayShell('askThese')}
          autoComplete="off"
          onChange={(event) => setEdited({ ...edited, q: event.target.value })}
        />
        <button type="submit" className="primary" aria-disabled={isBusy}>
          {sayShell(isBusy ? 'asking' : 'ask')}
        </button>
      </div>
      {!compact && <Terms question={question} onChange={(more) => setEdited({ ...edited, ...more })} />}
    </form>
  );
}

interface TermsProps {
  readonly question: Question;
  readonly onChange: (more: Partial<Question>) => void;
}

function Terms({ question: { asOf, mode }, onChange }: TermsProps): ReactNode {
  const ids = { day: useId(), mode: useId() };
  const today = new Date().toISOString().slice(0, 10);
  return (
    <div className="terms">
      <span>
        <label htmlFor={ids.day}>
          {asOf === null ? sayShell('asKnownToday') : sayShell('asKnownOn', { day: dayWords(asOf) })}
        </label>
        <input
          id={ids.day}
          type="date"
          max={today}
          value={asOf?.slice(0, 10) ?? ''}
          onChange={(event) => onChange({ asOf: event.target.value === '' ? null : event.target.value })}
        />
      </span>
      <span>
        <label htmlFor={ids.mode}>{sayShell('mode')}</label>
        <select
          id={ids.mode}
          value={mode}
          onChange={(event) =>
            onChange({ mode: MODES.find((one) => one === event.target.value) ?? 'verified' })
          }
        >
          {MODES.map((one) => (
            <option key={one} value={one}>
              {sayShell(`mode.${one}`)}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
