/** Signing in and out, where the server lets people sign in. */
import { type ReactNode, useId, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sayShell } from '../catalogues/shell.ts';
import { ManageLinks } from '../members/manage-links.tsx';
import { useSession } from '../use-session.ts';
import './account.css';

/** An entry of the header; nothing for an anonymous visitor where nobody can sign in. */
export function Account(): ReactNode {
  const session = useSession();
  if (session === undefined) return null;
  const { account, memberships, sign_in } = session;
  if (account === null) return sign_in ? <SignInLink /> : null;
  const name = account.name ?? sayShell('signedIn');
  return <SignedIn name={name} memberships={memberships} canReturn={sign_in} />;
}

/** What only an anonymous visitor needs. */
export function WithoutAccount({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession();
  return session?.account ? null : children;
}

function SignInLink(): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const to = search === '' ? path : `${path}?${search}`;
  return (
    <a className="account" href={`/auth/sign-in?to=${encodeURIComponent(to)}`}>
      {sayShell('signIn')}
    </a>
  );
}

interface SignedInProps {
  readonly name: string;
  readonly memberships: readonly {
    readonly org_id: string;
    readonly role: 'reader' | 'contributor' | 'curator';
  }[];
  /** False where signing in was taken away from the server since. */
  readonly canReturn: boolean;
}

function SignedIn({ name, memberships, canReturn }: SignedInProps): ReactNode {
  const id = useId();
  const [isFailed, setFailed] = useState(false);
  const signOut = async (): Promise<void> => {
    const response = await fetch('/api/session', { method: 'DELETE' });
    if (!response.ok) return setFailed(true);
    // Where the identity provider ends its own session.
    const more: { continue_at?: string } = response.status === 200 ? await response.json() : {};
    window.location.assign(more.continue_at ?? '/');
  };
  return (
    <>
      <button type="button" className="quiet account" popoverTarget={id} dir="auto">
        {name}
      </button>
      <section id={id} popover="auto" className="account-menu" aria-label={sayShell('account')}>
        <p dir="auto">{name}</p>
        {memberships.map(({ org_id, role }) => (
          <p key={org_id} className="facts">
            {sayShell(`role.${role}`, { organisation: org_id })}
          </p>
        ))}
        <ManageLinks />
        <p className="facts">{sayShell(canReturn ? 'accountKeeps' : 'accountLeft')}</p>
        <button type="button" onClick={() => void signOut().catch(() => setFailed(true))}>
          {sayShell('signOut')}
        </button>
        {isFailed && <p role="alert">{sayShell('signOutFailed')}</p>}
      </section>
    </>
  );
}
