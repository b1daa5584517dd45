/** The question, the day as of which it is answered, and how much is checked. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type AskMode, MODES, type Question, questionOf } from './address.ts';
import { useTravel } from './place-context.ts';
import { useAsk } from './use-answer.ts';
import { dayWords } from './words.ts';

const MAX_QUESTION = 2_000;
const MODE_WORDS: Readonly<Record<AskMode, string>> = {
  light: 'light (14 days)',
  verified: 'verified (7 days)',
  audit: 'audit (24 hours)',
};

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
          Your question
        </label>
        <input
          id={box}
          type="text"
          dir="auto"
          value={question.q}
          maxLength={MAX_QUESTION}
          placeholder="Ask these documents…"
          autoComplete="off"
          onChange={(event) => setEdited({ ...edited, q: event.target.value })}
        />
        <button type="submit" className="primary" aria-disabled={isBusy}>
          {isBusy ? 'Asking…' : 'Ask'}
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
        <label htmlFor={ids.day}>As known {asOf === null ? 'today' : `on ${dayWords(asOf)}`}</label>
        <input
          id={ids.day}
          type="date"
          max={today}
          value={asOf?.slice(0, 10) ?? ''}
          onChange={(event) => onChange({ asOf: event.target.value === '' ? null : event.target.value })}
        />
      </span>
      <span>
        <label htmlFor={ids.mode}>Mode</label>
        <select
          id={ids.mode}
          value={mode}
          onChange={(event) =>
            onChange({ mode: MODES.find((one) => one === event.target.value) ?? 'verified' })
          }
        >
          {MODES.map((one) => (
            <option key={one} value={one}>
              {MODE_WORDS[one]}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
