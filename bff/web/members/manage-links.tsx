import type { ReactNode } from 'react';
import { HOME } from '../address.ts';
import { sayMembers } from '../catalogues/members.ts';
import { PlaceLink } from '../place-link.tsx';
import { useManaged } from './use-managed.ts';

/** To the members of each organisation that the reader manages; nothing where there is none. */
export function ManageLinks(): ReactNode {
  const managed = useManaged();
  if (managed.length === 0) return null;
  return (
    <ul className="manage-links" aria-label={sayMembers('managed')}>
      {managed.map((org) => (
        <li key={org}>
          <PlaceLink to={{ ...HOME, view: 'members', org }}>
            {sayMembers('manage', { organisation: org })}
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}
