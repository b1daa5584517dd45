import type { ReactNode } from 'react';

interface SafeLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to a stranger's address: http(s) only, anything else is shown as text. */
export function SafeLink({ href, children }: SafeLinkProps): ReactNode {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <span>{children}</span>;
  return (
    <a href={href} rel="noopener noreferrer nofollow external">
      {children}
    </a>
  );
}
