/** What the reader asked and saved before, and what of it has turned. */
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { WithoutAccount } from './account/account.tsx';
import { HOME } from './address.ts';
import { sayLibrary } from './catalogues/library.ts';
import { LIBRARY_PATH } from './library/place.ts';
import { HistoryList, SavedList } from './lists.tsx';
import { ManageLinks } from './members/manage-links.tsx';
import { useManaged } from './members/use-managed.ts';
import { useTravel } from './place-context.ts';
import { PlaceLink } from './place-link.tsx';
import { SignOut } from './session.tsx';
import type { HistoryEntry } from './trpc.ts';
import { TurnedLink } from './turned/turned-link.tsx';
import { useUnseen } from './turned/use-turned.ts';
import type { Paged, Saved } from './use-lists.ts';

interface RailProps {
  readonly history: Paged<HistoryEntry>;
  readonly saved: Saved;
}

export function Rail({ history, saved }: RailProps): ReactNode {
  const { place } = useTravel();
  // There the same entries stand beside it.
  const isLibrary = useLocation()[0] === LIBRARY_PATH;
  const unseen = useUnseen();
  const isCurator = useManaged().length > 0;
  const isNew = history.items.length === 0 && saved.items.length === 0 && unseen === 0;
  const problem = history.problem ?? saved.problem;
  if (isNew && !isCurator && problem === null) return null;
  return (
    <aside className="rail" aria-label={sayLibrary('rail')}>
      <PlaceLink to={{ ...HOME, corpus: place.corpus }} className="new-ask">
        {sayLibrary('newAsk')}
      </PlaceLink>
      <TurnedLink unseen={unseen} />
      {!isLibrary && <SavedList saved={saved} />}
      <HistoryList history={history} />
      <ManageLinks />
      <WithoutAccount>
        <SignOut />
      </WithoutAccount>
    </aside>
  );
}
