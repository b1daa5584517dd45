/** Every member with its role, and what a curator does about it. */
import type { ReactNode } from 'react';
import { sayMembers } from '../catalogues/members.ts';
import type { Member, Role } from '../trpc.ts';
import { useAsked } from '../use-question.ts';
import { useSession } from '../use-session.ts';
import { dayWords } from '../words.ts';
import { MemberLinks } from './member-links.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { nameOf, roleWord } from './role-words.ts';
import { useRemoveMember } from './use-members.ts';

interface MemberListProps {
  readonly org: string;
  readonly members: readonly Member[];
  /** @param before the role that it had */
  readonly onChanged: (member: Member, before: Role) => void;
  readonly onRemoved: (member: Member) => void;
}

interface MemberQuestion {
  readonly what: 'role' | 'remove';
  readonly member: Member;
}

export function MemberList({ org, members, onChanged, onRemoved }: MemberListProps): ReactNode {
  const own = useSession()?.personal_org.split('/')[1];
  const { asked, key, ask, close } = useAsked<MemberQuestion>();
  const isOwn = asked?.member.user_id === own;
  // As it is listed now; who is gone is said to be by what is refused.
  const now = members.find(({ user_id }) => user_id === asked?.member.user_id) ?? asked?.member;
  return (
    <>
      <ul className="member-list">
        {members.map((member) => (
          <li key={member.user_id}>
            <MemberRow
              org={org}
              member={member}
              isOwn={member.user_id === own}
              onAsk={(what) => ask({ what, member })}
            />
          </li>
        ))}
      </ul>
      {asked?.what === 'role' && now !== undefined && (
        <RoleDialog
          key={key}
          org={org}
          member={now}
          isOwn={isOwn}
          onClose={close}
          onChanged={(changed) => {
            close();
            onChanged(changed, now.role);
          }}
        />
      )}
      {asked?.what === 'remove' && now !== undefined && (
        <RemoveDialog
          key={key}
          org={org}
          member={now}
          isOwn={isOwn}
          onClose={close}
          onRemoved={() => {
            close();
            onRemoved(now);
          }}
        />
      )}
    </>
  );
}

interface MemberRowProps {
  readonly org: string;
  readonly member: Member;
  readonly isOwn: boolean;
  readonly onAsk: (what: 'role' | 'remove') => void;
}

function MemberRow({ org, member, isOwn, onAsk }: MemberRowProps): ReactNode {
  const { role, given_by, joined_at } = member;
  const name = nameOf(member);
  return (
    <article aria-label={name} className="member">
      <h3>
        <bdi>{name}</bdi>
        {isOwn && <span className="chip member-you">{sayMembers('you')}</span>}
      </h3>
      <p className="facts">
        <strong>{roleWord(role)}</strong>
        {` · ${sayMembers('since', { day: dayWords(joined_at) })}`}
        {given_by === 'provider' && ` · ${sayMembers('byProvider')}`}
      </p>
      <p className="member-deeds">
        <button type="button" aria-label={sayMembers('changeRoleOf', { name })} onClick={() => onAsk('role')}>
          {sayMembers('changeRole')}
        </button>
        <button type="button" aria-label={sayMembers('removeOf', { name })} onClick={() => onAsk('remove')}>
          {sayMembers('remove')}
        </button>
      </p>
      <MemberLinks org={org} member={member} />
    </article>
  );
}

interface RemoveDialogProps {
  readonly org: string;
  readonly member: Member;
  readonly isOwn: boolean;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ org, member, isOwn, onRemoved, onClose }: RemoveDialogProps): ReactNode {
  const remove = useRemoveMember(org);
  const name = nameOf(member);
  return (
    <QuestionDialog
      title={sayMembers('removeAsked', { name, organisation: org })}
      means={[
        sayMembers('removeMeans'),
        ...(member.given_by === 'provider' ? [sayMembers('removeProvider')] : []),
        ...(isOwn ? [sayMembers('removeYou')] : []),
      ]}
      deed={sayMembers('remove')}
      isBusy={remove.isPending}
      problem={remove.error}
      onDo={() => remove.mutate(member, { onSuccess: onRemoved })}
      onClose={onClose}
    />
  );
}
