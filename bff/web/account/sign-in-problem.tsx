import { type ReactNode, useEffect, useState } from 'react';
import { sayShell } from '../catalogues/shell.ts';
import { fragmentValue, removeFragment } from '../fragment.ts';

/** Says why nobody was signed in, where the page was opened with that, and takes it out of the address. */
export function SignInProblem(): ReactNode {
  const [reason] = useState(() => fragmentValue('sign-in'));
  useEffect(() => {
    if (reason !== null) removeFragment();
  }, [reason]);
  if (reason === null) return null;
  return (
    <div className="problem sign-in-problem" role="alert">
      <p>{problemWords(reason)}</p>
    </div>
  );
}

function problemWords(reason: string): string {
  switch (reason) {
    case 'denied:sign_in_cancelled':
      return sayShell('signIn.cancelled');
    case 'denied:sign_in_expired':
      return sayShell('signIn.expired');
    case 'bff:provider_away':
      return sayShell('signIn.away');
    case 'bff:sign_in_settings':
      return sayShell('signIn.settings');
    case 'bff:identity':
      return sayShell('signIn.identity');
    case 'limited:rate':
      return sayShell('signIn.rate');
    default:
      return sayShell('signIn.failed');
  }
}
