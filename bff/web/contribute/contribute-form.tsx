/** The form: the statement, what the contribution rests on, the words of that, and a note. */
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { ContributionStance } from '../address.ts';
import { sayContribute } from '../catalogues/contribute.ts';
import type { ShownAnswer } from '../trpc.ts';
import { contributionFrom, type FilledContribution, statedBy } from './contribution.ts';
import { Grounds } from './grounds.tsx';
import { Successor } from './successor.tsx';

const MAX_WORDS = 2_000;

interface ContributeFormProps {
  readonly answer: ShownAnswer;
  readonly stance: ContributionStance;
  readonly isBusy: boolean;
  /** Null while it is not filled in. */
  readonly onChange: (contribution: FilledContribution | null) => void;
  readonly onTry: (contribution: FilledContribution) => void;
}

export function ContributeForm({ answer, stance, isBusy, onChange, onTry }: ContributeFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const read = (): FilledContribution | null =>
    form.current && contributionFrom(new FormData(form.current), { answer_id: answer.answer_id, stance });
  const changed = (): void => {
    setIncomplete(false);
    onChange(read());
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const contribution = read();
    setIncomplete(contribution === null);
    onChange(contribution);
    if (contribution !== null) onTry(contribution);
  };
  return (
    <form className="contribute-form" ref={form} onSubmit={submit} onChange={changed}>
      <Statement answer={answer} />
      {stance === 'supersede' && <Successor answer={answer} onFound={changed} />}
      <Grounds answer={answer} onFound={changed} />
      <Words name="quote" label={sayContribute('passage')} />
      <Words name="note" label={sayContribute(stance === 'annotate' ? 'yourNote' : 'optionalNote')} />
      <button type="submit" aria-disabled={isBusy}>
        {sayContribute('seeChange')}
      </button>
      {isIncomplete && (
        <p role="alert" className="problem">
          {sayContribute('incomplete')}
        </p>
      )}
    </form>
  );
}

function Statement({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const stated = statedBy(answer);
  const [only] = stated;
  if (stated.length === 1 && only !== undefined) {
    return (
      <blockquote dir="auto">
        {only.text}
        <input type="hidden" name="claim" value={only.claim} />
      </blockquote>
    );
  }
  return (
    <fieldset>
      <legend>{sayContribute('statement')}</legend>
      {stated.map(({ claim, text }, at) => (
        <label key={claim} className="choice">
          <input type="radio" name="claim" value={claim} defaultChecked={at === 0} />
          <span dir="auto">{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Words({ name, label }: { readonly name: 'quote' | 'note'; readonly label: string }): ReactNode {
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} name={name} rows={2} maxLength={MAX_WORDS} dir="auto" />
    </p>
  );
}
