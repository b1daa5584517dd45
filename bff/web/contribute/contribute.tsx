/** Over an answer: what its reader puts to one of its statements, with a dry run before anything is written. */
import { Dialog } from '@base-ui/react/dialog';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContributionStance } from '../address.ts';
import { sayContribute } from '../catalogues/contribute.ts';
import { sayServer } from '../catalogues/say-server.ts';
import { outdateGraphs } from '../explore/outdate-graphs.ts';
import { useTravel } from '../place-context.ts';
import { ProblemNote } from '../problem.tsx';
import { type ShownAnswer, trpc } from '../trpc.ts';
import { AppendedNote } from './appended-note.tsx';
import { ContributeForm } from './contribute-form.tsx';
import { type FilledContribution, isSame, newDraft } from './contribution.ts';
import { WouldChange } from './would-change.tsx';
import './contribute.css';

interface ContributeProps {
  readonly answer: ShownAnswer;
  readonly stance: ContributionStance;
}

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function Contribute({ answer, stance }: ContributeProps): ReactNode {
  const { place, replace } = useTravel();
  const close = (): void => replace({ ...place, contribute: null });
  return (
    <Dialog.Root open onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="contribute-shade" />
        <Dialog.Popup className="contribute" data-stance={stance}>
          <div className="contribute-head">
            <Dialog.Title>{sayContribute(`deed.${stance}`)}</Dialog.Title>
            <Dialog.Close className="quiet">{sayContribute('close')}</Dialog.Close>
          </div>
          <Dialog.Description className="facts">{sayContribute(`meaning.${stance}`)}</Dialog.Description>
          <WithRights>
            <Draft key={`${answer.answer_id} ${stance}`} answer={answer} stance={stance} />
          </WithRights>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Who may not contribute sees why, and what it takes, in the place of the form. */
function WithRights({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: rights, error } = useQuery(trpc.contribute.rights.queryOptions());
  if (error !== null) return <ProblemNote error={error} />;
  if (rights === undefined) return <p className="facts">{sayContribute('readingRights')}</p>;
  const { contribute_needs: needs } = rights;
  if (needs === null) return children;
  return (
    <p className="problem" role="alert">
      {sayServer(needs.message)} {sayServer(needs.next_step)}
    </p>
  );
}

function Draft({ answer, stance }: ContributeProps): ReactNode {
  const [draft] = useState(newDraft);
  const [filled, setFilled] = useState<FilledContribution | null>(null);
  const suppose = useMutation(trpc.contribute.suppose.mutationOptions());
  const cache = useQueryClient();
  const append = useMutation(
    trpc.contribute.append.mutationOptions({ onSuccess: () => void outdateGraphs(cache) }),
  );
  const end = useRef<HTMLDivElement>(null);
  const outcome = `${suppose.status} ${append.status} ${suppose.submittedAt}`;
  // What came of it stands below the form, which may be longer than the window.
  useEffect(() => {
    if (!outcome.startsWith('idle')) end.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  if (append.data !== undefined) return <AppendedNote appended={append.data} />;
  // What was tried with other words is not what would be appended.
  const isTried = suppose.data !== undefined && filled !== null && isSame(suppose.variables, filled);
  return (
    <>
      <ContributeForm
        answer={answer}
        stance={stance}
        isBusy={suppose.isPending}
        onChange={setFilled}
        onTry={(contribution) => suppose.isPending || suppose.mutate(contribution)}
      />
      <div role="status" className="would">
        {suppose.isPending && <p className="facts">{sayContribute('trying')}</p>}
        {isTried && <WouldChange change={suppose.data} stance={stance} />}
      </div>
      {suppose.isError && <ProblemNote error={suppose.error} />}
      {isTried && !suppose.data.repeated && (
        <button
          type="button"
          className="primary"
          aria-disabled={append.isPending}
          onClick={() => append.isPending || append.mutate({ ...suppose.variables, draft })}
        >
          {sayContribute('append')}
        </button>
      )}
      {append.isError && <ProblemNote error={append.error} />}
      <div ref={end} />
    </>
  );
}
