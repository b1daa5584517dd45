/** A link to another place of the page: it can be opened in a tab of its own. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addressOf, type PagePlace } from './address.ts';

interface PlaceLinkProps {
  readonly to: PagePlace;
  readonly className?: string;
  /** Of a set of links, the one that is shown. */
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

export function PlaceLink({ to, className, isCurrent = false, children }: PlaceLinkProps): ReactNode {
  return (
    <Link href={addressOf(to)} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
