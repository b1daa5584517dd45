import type { ReactNode } from 'react';
import { sayShell } from './catalogues/shell.ts';

interface SafeLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to a stranger's address, in a tab of its own: http(s) only, anything else is shown as text. */
export function SafeLink({ href, children }: SafeLinkProps): ReactNode {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span dir="auto">{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow external" dir="auto">
      {children}
      <span className="unseen"> {sayShell('newTab')}</span>
    </a>
  );
}
