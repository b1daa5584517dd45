/** The reader's session: joining an organisation by an invitation in the address, and signing out. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { sayShell } from './catalogues/shell.ts';
import { fragmentValue, removeFragment } from './fragment.ts';
import { ProblemNote } from './problem.tsx';
import { readAnew } from './read-anew.ts';
import { trpc } from './trpc.ts';
import { useQuestion } from './use-question.ts';

/** Asks whether to join by the invitation that the page was opened with, which it takes out of the address. */
export function Invitation(): ReactNode {
  const [invitation, setInvitation] = useState(() => fragmentValue('invitation'));
  const { mutate: read, ...reading } = useMutation(trpc.session.readInvitation.mutationOptions());
  const cache = useQueryClient();
  const joining = useMutation(
    trpc.session.join.mutationOptions({ onSuccess: () => readAnew(cache, trpc.session.pathFilter()) }),
  );
  useEffect(() => {
    if (invitation === null) return;
    removeFragment();
    read({ invitation });
  }, [invitation, read]);
  const problem = reading.error ?? joining.error;
  if (problem !== null) return <ProblemNote error={problem} />;
  const isAsked = invitation !== null && joining.isIdle && reading.data !== undefined;
  return (
    <>
      {isAsked && (
        <JoinQuestion
          organisation={reading.data.org_id}
          onJoin={() => joining.mutate({ invitation })}
          onRefuse={() => setInvitation(null)}
        />
      )}
      <div role="status" aria-label={sayShell('membership')}>
        {joining.data !== undefined && (
          <p className="notice">{sayShell('joined', { organisation: joining.data.org_id })}</p>
        )}
      </div>
    </>
  );
}

interface JoinQuestionProps {
  readonly organisation: string;
  readonly onJoin: () => void;
  readonly onRefuse: () => void;
}

function JoinQuestion({ organisation, onJoin, onRefuse }: JoinQuestionProps): ReactNode {
  const { dialog, no } = useQuestion();
  return (
    <dialog
      ref={dialog}
      aria-labelledby="join-title"
      aria-describedby="join-means"
      // Also by Escape.
      onClose={onRefuse}
    >
      <h2 id="join-title">{sayShell('joinAsked', { organisation })}</h2>
      <p id="join-means">{sayShell('joinMeans')}</p>
      <button type="button" onClick={onJoin}>
        {sayShell('join', { organisation })}
      </button>{' '}
      <button ref={no} type="button" className="quiet" onClick={onRefuse}>
        {sayShell('joinNot')}
      </button>
    </dialog>
  );
}

export function SignOut(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const signOut = async (): Promise<void> => {
    const response = await fetch('/api/session', { method: 'DELETE' });
    if (response.ok) window.location.assign('/');
    else setProblem(new Error(`the server answered ${response.status}`));
  };
  if (!isAsked) {
    return (
      <p className="sign-out">
        <button type="button" className="quiet" onClick={() => setAsked(true)}>
          {sayShell('signOut')}
        </button>
      </p>
    );
  }
  return (
    <div className="sign-out">
      <p>{sayShell('signOutMeans')}</p>
      <button type="button" className="quiet" onClick={() => void signOut().catch(setProblem)}>
        {sayShell('signOutSure')}
      </button>{' '}
      <button type="button" className="quiet" onClick={() => setAsked(false)}>
        {sayShell('stay')}
      </button>
      {problem !== null && <ProblemNote error={problem} />}
    </div>
  );
}
