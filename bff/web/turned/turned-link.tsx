/** The way to the inbox, with how much of it is new. */
import type { ReactNode } from 'react';
import { HOME } from '../address.ts';
import { sayInbox } from '../catalogues/inbox.ts';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';

/** More are not counted. */
const MOST_SHOWN = 999;

export function TurnedLink({ unseen }: { readonly unseen: number }): ReactNode {
  const { place } = useTravel();
  return (
    <div className="turned-link">
      <PlaceLink to={{ ...HOME, corpus: place.corpus, view: 'turned' }}>{sayInbox('turned')}</PlaceLink>
      <span role="status">
        {unseen > 0 && (
          <span className="count">
            <span aria-hidden="true">{unseen > MOST_SHOWN ? `${MOST_SHOWN}+` : unseen}</span>
            <span className="unseen">{sayInbox('unseen', { count: unseen })}</span>
          </span>
        )}
      </span>
    </div>
  );
}
