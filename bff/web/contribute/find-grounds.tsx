/** Finds documents and statements of the answer's corpus by words. */
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { sayContribute } from '../catalogues/contribute.ts';
import { client, type Grounds, messageOf, type ShownAnswer } from '../trpc.ts';

interface FindGroundsProps {
  readonly answer: ShownAnswer;
  readonly label: string;
  readonly onFound: (grounds: Grounds) => void;
  /** How much of it can be chosen. */
  readonly countOf: (grounds: Grounds) => number;
}

/** Within another form: its own button, and Enter in its field, send nothing but the search. */
export function FindGrounds({ answer, label, onFound, countOf }: FindGroundsProps): ReactNode {
  const id = useId();
  const [words, setWords] = useState('');
  const find = useMutation({
    mutationFn: (q: string) =>
      client.contribute.grounds.query({ answer_id: answer.answer_id, corpus: answer.corpus.name, q }),
    onSuccess: onFound,
  });
  const start = (): void => {
    if (words.trim() !== '' && !find.isPending) find.mutate(words.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    start();
  };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <span className="find">
        <input
          id={id}
          type="search"
          value={words}
          maxLength={200}
          dir="auto"
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-disabled={find.isPending} onClick={start}>
          {sayContribute('find')}
        </button>
      </span>
      <span role="status" className="facts">
        {find.isPending && sayContribute('searching')}
        {find.isError && messageOf(find.error)}
        {find.data !== undefined && sayContribute('results', { count: countOf(find.data) })}
      </span>
    </>
  );
}
