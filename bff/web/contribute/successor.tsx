/** The statement that is to take the place of another: one that a document here makes. */
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { sayContribute } from '../catalogues/contribute.ts';
import type { ShownAnswer } from '../trpc.ts';
import { type AnswerStatement, statedBy } from './contribution.ts';
import { FindGrounds } from './find-grounds.tsx';

interface SuccessorProps {
  readonly answer: ShownAnswer;
  /** The form has other choices now. */
  readonly onFound: () => void;
}

export function Successor({ answer, onFound }: SuccessorProps): ReactNode {
  const own = new Set(statedBy(answer).map(({ claim }) => claim));
  const [found, setFound] = useState<readonly AnswerStatement[]>([]);
  const against = answer.counterfactuals.map(({ claim_id: claim, quote: text }) => ({ claim, text }));
  const all = [...found, ...against].filter(({ claim, text }) => text !== '' && !own.has(claim));
  const statements = [...new Map(all.map((one) => [one.claim, one])).values()];
  return (
    <fieldset>
      <legend>{sayContribute('successor')}</legend>
      {statements.length === 0 && <p className="facts">{sayContribute('findSuccessor')}</p>}
      {statements.map(({ claim, text }) => (
        <label key={claim} className="choice">
          <input type="radio" name="successor" value={claim} />
          <span dir="auto">{text}</span>
        </label>
      ))}
      <FindGrounds
        answer={answer}
        label={sayContribute('findStatement')}
        onFound={({ statements: more }) => {
          // The form is read with what it shows now: what was chosen before may be gone.
          flushSync(() => setFound(more));
          onFound();
        }}
        countOf={(grounds) => grounds.statements.filter(({ claim }) => !own.has(claim)).length}
      />
    </fieldset>
  );
}
