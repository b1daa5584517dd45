/** The question, and the day as of which it is answered. */
import { type FormEvent, type ReactNode, useId } from 'react';
import { dayWords } from './words.ts';

const FIRST_YEAR = 2016;
const MAX_QUESTION = 2_000;

export interface Question {
  readonly q: string;
  readonly asOf: string | null;
}

interface AskFormProps {
  readonly question: Question;
  readonly busy: boolean;
  readonly onChange: (question: Question) => void;
  readonly onAsk: (question: Question) => void;
}

export function AskForm({ question, busy, onChange, onAsk }: AskFormProps): ReactNode {
  const box = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (question.q.trim() !== '' && !busy) onAsk(question);
  };
  return (
    <form className="ask" onSubmit={submit}>
      <label htmlFor={box}>Your question</label>
      <div className="ask-line">
        <input
          id={box}
          type="text"
          value={question.q}
          maxLength={MAX_QUESTION}
          autoComplete="off"
          onChange={(event) => onChange({ ...question, q: event.target.value })}
        />
        <button type="submit" className="primary" aria-disabled={busy}>
          {busy ? 'Asking…' : 'Ask'}
        </button>
      </div>
      <AsOfSlider asOf={question.asOf} onChange={(asOf) => onChange({ ...question, asOf })} />
    </form>
  );
}

interface AsOfSliderProps {
  readonly asOf: string | null;
  readonly onChange: (asOf: string | null) => void;
}

/** One step is a month; the last is today. */
function AsOfSlider({ asOf, onChange }: AsOfSliderProps): ReactNode {
  const slider = useId();
  const now = new Date();
  const today = now.getUTCFullYear();
  // The first of this month, and then today.
  const last = (today - FIRST_YEAR) * 12 + now.getUTCMonth() + 1;
  const words = asOf === null ? 'today' : dayWords(asOf);
  return (
    <div className="as-of">
      <label htmlFor={slider}>
        As known <strong>{asOf === null ? 'today' : `on ${words}`}</strong>
      </label>
      <input
        id={slider}
        type="range"
        min={0}
        max={last}
        value={asOf === null ? last : monthOf(asOf)}
        aria-valuetext={words}
        onChange={(event) => onChange(dayOf(Number(event.target.value), last))}
      />
      <div className="ends" aria-hidden="true">
        <span>{FIRST_YEAR}</span>
        <span>today</span>
      </div>
    </div>
  );
}

function monthOf(day: string): number {
  const at = new Date(day);
  return (at.getUTCFullYear() - FIRST_YEAR) * 12 + at.getUTCMonth();
}

function dayOf(month: number, last: number): string | null {
  if (month >= last) return null;
  return new Date(Date.UTC(FIRST_YEAR, month, 1)).toISOString().slice(0, 10);
}
