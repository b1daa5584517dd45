/** Which of the reader's own verdicts evidence on a claim would change. Nothing is written. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { HOME } from '../address.ts';
import { sayExplore } from '../catalogues/explore.ts';
import { PlaceLink } from '../place-link.tsx';
import { ProblemNote } from '../problem.tsx';
import { type GraphNode, trpc } from '../trpc.ts';
import { reasonWords, verdictWord } from '../words.ts';
import { useExploreTravel } from './use-explore-place.ts';

const FULL_STANDING = 1_000;
const KINDS = ['dispute', 'corroborate'] as const;
const EVIDENCE = ['source', 'reproduction', 'receipt'] as const;

interface Supposed {
  readonly kind: (typeof KINDS)[number];
  readonly evidence: (typeof EVIDENCE)[number];
  readonly standing: number;
}

export function WhatIfForm({ node }: { readonly node: GraphNode }): ReactNode {
  const id = useId();
  const [supposed, setSupposed] = useState<Supposed>({
    kind: 'dispute',
    evidence: 'source',
    standing: FULL_STANDING,
  });
  const [asked, setAsked] = useState<Supposed | null>(null);
  const change = (part: Partial<Supposed>): void => {
    setSupposed({ ...supposed, ...part });
    // What was worked out is of other values.
    setAsked(null);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(supposed);
  };
  return (
    <details className="what-if">
      <summary>{sayExplore('whatIf')}</summary>
      <form onSubmit={submit}>
        <p>
          <label htmlFor={`${id}kind`}>{sayExplore('somebody')}</label>{' '}
          <select
            id={`${id}kind`}
            value={supposed.kind}
            onChange={({ target }) =>
              change({ kind: target.value === 'corroborate' ? 'corroborate' : 'dispute' })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {sayExplore(`supposed.${kind}`)}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor={`${id}evidence`}>{sayExplore('with')}</label>{' '}
          <select
            id={`${id}evidence`}
            value={supposed.evidence}
            onChange={({ target }) => change({ evidence: evidenceOf(target.value) })}
          >
            {EVIDENCE.map((kind) => (
              <option key={kind} value={kind}>
                {sayExplore(`evidence.${kind}`)}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor={`${id}standing`}>{sayExplore('ofStanding')}</label>{' '}
          <input
            id={`${id}standing`}
            type="number"
            min={0}
            max={FULL_STANDING}
            required
            value={supposed.standing}
            onChange={({ target }) => change({ standing: target.valueAsNumber || 0 })}
          />
        </p>
        <button type="submit">{sayExplore('whichVerdicts')}</button>
      </form>
      {asked !== null && <Turns node={node} supposed={asked} />}
    </details>
  );
}

function Turns({ node, supposed }: { readonly node: GraphNode; readonly supposed: Supposed }): ReactNode {
  const { place } = useExploreTravel();
  const asOf = place.asOf === null ? {} : { as_of: place.asOf };
  const { data, error } = useQuery(
    trpc.explore.whatIf.queryOptions(
      { corpus: node.corpus, claim: node.id, ...supposed, ...asOf },
      // Answers and evidence come meanwhile.
      { staleTime: 0 },
    ),
  );
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <p role="status">{sayExplore('workingOut')}</p>;
  return (
    <div role="status">
      <p>{data.total === 0 ? sayExplore('noneChange') : sayExplore('wouldChange', { count: data.total })}</p>
      <ul>
        {data.turns.map(({ answer_id, q, from, to, reasons }) => (
          <li key={answer_id}>
            <PlaceLink to={{ ...HOME, corpus: node.corpus, q, answer: answer_id }}>{q}</PlaceLink>
            <p className="facts">
              {verdictWord(from)} → {verdictWord(to)}: {reasons.map(reasonWords).join(' ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function evidenceOf(value: string): Supposed['evidence'] {
  return value === 'reproduction' || value === 'receipt' ? value : 'source';
}
