/** An answer of before beside the one that the same question gets now. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ShownAnswer, trpc } from '../trpc.ts';
import { VerdictChip } from '../verdict.tsx';
import { useShownVerdicts } from '../verdicts-context.ts';
import { publishersOf } from './sources.ts';
import { WordDiff } from './word-diff.tsx';

interface ComparedProps {
  /** Id of the answer of before. */
  readonly before: string;
  readonly now: ShownAnswer;
}

export function Compared({ before: id, now }: ComparedProps): ReactNode {
  const { data: before } = useQuery({
    ...trpc.open.queryOptions({ answer_id: id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (before === undefined) return null;
  return (
    <section className="compared" aria-label="Then and now">
      <h2>Then and now</h2>
      {before.summary === now.summary ? (
        <p>
          Asked again, the answer has the same words: what it rests on and what counts against it may differ.
        </p>
      ) : (
        <WordDiff before={before.summary || 'No answer.'} now={now.summary || 'No answer.'} />
      )}
      <ul className="facts">
        <Side title="Then" answer={before} />
        <Side title="Asked again now" answer={now} />
      </ul>
    </section>
  );
}

function Side({ title, answer }: { readonly title: string; readonly answer: ShownAnswer }): ReactNode {
  const shown = useShownVerdicts().of(answer.answer_id, answer.trust);
  const domains = publishersOf(answer);
  return (
    <li>
      {title}:{' '}
      {shown.verdict !== null && <VerdictChip shown={shown} recorded={shown.verdict.findings_state} />}{' '}
      {domains.length === 0 ? 'no sources' : domains.join(', ')}
    </li>
  );
}
