/** Who belongs to an organisation: its curators change roles, remove members, and invite. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { HOME } from '../address.ts';
import { sayMembers } from '../catalogues/members.ts';
import { sayShell } from '../catalogues/shell.ts';
import { useTravel } from '../place-context.ts';
import { PlaceLink } from '../place-link.tsx';
import { ProblemNote } from '../problem.tsx';
import { type Member, messageOf, type Role } from '../trpc.ts';
import { useSession } from '../use-session.ts';
import { useTitle } from '../use-title.ts';
import { Invite } from './invite.tsx';
import { MemberList } from './member-list.tsx';
import { nameOf, roleWord } from './role-words.ts';
import { useManaged } from './use-managed.ts';
import { useChangeRole, useMembers } from './use-members.ts';
import './members.css';

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function MembersPage(): ReactNode {
  const { place } = useTravel();
  const session = useSession();
  const managed = useManaged();
  const org = place.org ?? managed[0] ?? null;
  if (session === undefined) return <p className="waiting">{sayShell('loading')}</p>;
  if (org === null) {
    return (
      <article className="members" aria-labelledby="members-title">
        <h1 id="members-title">{sayMembers('list')}</h1>
        <p className="problem" role="alert">
          {sayMembers('none')} {sayMembers('noneNext')}
        </p>
      </article>
    );
  }
  return <Organisation key={org} org={org} managed={managed} />;
}

interface OrganisationProps {
  readonly org: string;
  readonly managed: readonly string[];
}

function Organisation({ org, managed }: OrganisationProps): ReactNode {
  const members = useMembers(org);
  const title = sayMembers('title', { organisation: org });
  useTitle(title);
  return (
    <article className="members" aria-labelledby="members-title">
      <h1 id="members-title">{sayMembers('manage', { organisation: org })}</h1>
      <p className="lead">{sayMembers('lead')}</p>
      {managed.length > 1 && (
        <nav className="member-orgs" aria-label={sayMembers('managed')}>
          {managed.map((one) => (
            <PlaceLink key={one} to={{ ...HOME, view: 'members', org: one }} isCurrent={one === org}>
              {one}
            </PlaceLink>
          ))}
        </nav>
      )}
      {members.error !== null && <ProblemNote error={members.error} />}
      {members.isShown && (
        <>
          <Members org={org} members={members.items} more={members.more} />
          <Invite org={org} />
        </>
      )}
    </article>
  );
}

/** What was done last. */
type Done =
  | { readonly what: 'removed' | 'undone'; readonly member: Member }
  | { readonly what: 'changed'; readonly member: Member; readonly before: Role };

interface MembersProps {
  readonly org: string;
  readonly members: readonly Member[];
  readonly more: (() => void) | null;
}

function Members({ org, members, more }: MembersProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState<Done | null>(null);
  const undo = useChangeRole(org);
  const say = (what: Done): void => {
    undo.reset();
    setDone(what);
  };
  useEffect(() => {
    // What was pressed may be gone: reading goes on at the list.
    if (done !== null) heading.current?.focus();
  }, [done]);
  return (
    <section aria-labelledby="members-list">
      <h2 id="members-list" ref={heading} tabIndex={-1}>
        {sayMembers('list')}
      </h2>
      <div className="member-done">
        <p role="status">{undo.isError ? messageOf(undo.error) : done !== null && doneWords(done)}</p>
        {done?.what === 'changed' && (
          <button
            type="button"
            aria-disabled={undo.isPending}
            onClick={() => {
              if (undo.isPending) return;
              const { member, before } = done;
              const onSuccess = (again: Member): void => say({ what: 'undone', member: again });
              undo.mutate({ user_id: member.user_id, role: before }, { onSuccess });
            }}
          >
            {sayMembers('undo')}
          </button>
        )}
      </div>
      <MemberList
        org={org}
        members={members}
        onChanged={(member, before) => say({ what: 'changed', member, before })}
        onRemoved={(member) => say({ what: 'removed', member })}
      />
      {more !== null && (
        <button type="button" className="quiet" onClick={more}>
          {sayMembers('more')}
        </button>
      )}
    </section>
  );
}

function doneWords({ what, member }: Done): string {
  const name = nameOf(member);
  return what === 'removed'
    ? sayMembers('removed', { name })
    : sayMembers(what, { name, role: roleWord(member.role) });
}
