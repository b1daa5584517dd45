/** An answer of before beside the one that the same question gets now. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { sayShell } from '../catalogues/shell.ts';
import { type ShownAnswer, trpc } from '../trpc.ts';
import { VerdictChip } from '../verdict.tsx';
import { useShownVerdicts } from '../verdicts-context.ts';
import { WordDiff } from '../word-diff.tsx';
import { listWords } from '../words.ts';
import { publishersOf } from './sources.ts';

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
    <section className="compared" aria-label={sayAnswer('thenAndNow')}>
      <h2>{sayAnswer('thenAndNow')}</h2>
      {before.summary === now.summary ? (
        <p>{sayAnswer('sameWords')}</p>
      ) : (
        <WordDiff before={before.summary || sayShell('noAnswer')} now={now.summary || sayShell('noAnswer')} />
      )}
      <ul className="facts">
        <Side words="sideThen" answer={before} />
        <Side words="sideNow" answer={now} />
      </ul>
    </section>
  );
}

interface SideProps {
  readonly words: 'sideThen' | 'sideNow';
  readonly answer: ShownAnswer;
}

function Side({ words, answer }: SideProps): ReactNode {
  const shown = useShownVerdicts().of(answer.answer_id, answer.trust);
  const domains = publishersOf(answer);
  return (
    <li>
      {sayAnswer.show(words, {
        verdict: shown.verdict !== null && (
          <VerdictChip shown={shown} recorded={shown.verdict.findings_state} />
        ),
        sources: domains.length === 0 ? sayAnswer('noSources') : listWords(domains),
      })}
    </li>
  );
}
