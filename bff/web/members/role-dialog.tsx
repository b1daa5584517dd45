/** Another role for a member. */
import { type ReactNode, useId, useState } from 'react';
import { sayMembers } from '../catalogues/members.ts';
import type { Member, Role } from '../trpc.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { nameOf, ROLES, roleMay, roleWord } from './role-words.ts';
import { useChangeRole } from './use-members.ts';

interface RoleDialogProps {
  readonly org: string;
  readonly member: Member;
  readonly isOwn: boolean;
  readonly onChanged: (changed: Member) => void;
  readonly onClose: () => void;
}

export function RoleDialog({ org, member, isOwn, onChanged, onClose }: RoleDialogProps): ReactNode {
  const group = useId();
  const [picked, setPicked] = useState<Role | null>(null);
  // Until another one is picked it is that of now: another curator may change it meanwhile.
  const role = picked ?? member.role;
  const change = useChangeRole(org);
  const isLower = ROLES.indexOf(role) < ROLES.indexOf(member.role);
  const means = [
    ...(isLower ? [sayMembers('lowers')] : []),
    ...(isOwn && role !== 'curator' ? [sayMembers('ownRole')] : []),
  ];
  const save = (): void => {
    if (role === member.role) onClose();
    else change.mutate({ user_id: member.user_id, role }, { onSuccess: onChanged });
  };
  return (
    <QuestionDialog
      title={sayMembers('changeRoleOf', { name: nameOf(member) })}
      means={means}
      deed={sayMembers('change')}
      isBusy={change.isPending}
      problem={change.error}
      onDo={save}
      onClose={onClose}
    >
      <fieldset className="member-roles">
        <legend className="unseen">{sayMembers('role')}</legend>
        {ROLES.map((one) => (
          <label key={one} className="member-role">
            <input
              type="radio"
              name={group}
              value={one}
              checked={one === role}
              onChange={() => setPicked(one)}
            />
            <span>
              <strong>{roleWord(one)}</strong>
              <span className="facts">{roleMay(one)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </QuestionDialog>
  );
}
