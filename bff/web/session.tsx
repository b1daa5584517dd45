/** The reader's session: joining an organisation by an invitation in the address, and signing out. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { sayShell } from './catalogues/shell.ts';
import { ProblemNote } from './problem.tsx';
import { trpc } from './trpc.ts';

const INVITATION = /^#invitation=(.+)$/;

/** Joins by the invitation that the page was opened with, and takes it out of the address. */
export function Invitation(): ReactNode {
  const joining = useMutation(trpc.session.join.mutationOptions());
  const { mutate } = joining;
  useEffect(() => {
    const [, invitation] = INVITATION.exec(window.location.hash) ?? [];
    if (invitation === undefined) return;
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
    mutate({ invitation: decodeURIComponent(invitation) });
  }, [mutate]);
  if (joining.isError) return <ProblemNote error={joining.error} />;
  return (
    <div role="status" aria-label={sayShell('membership')}>
      {joining.data !== undefined && (
        <p className="notice">{sayShell('joined', { organisation: joining.data.org_id })}</p>
      )}
    </div>
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
